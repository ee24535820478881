import { formatMoney } from '../../shared/i18n/money.ts'
import type { Translator } from '../../shared/i18n/translator.ts'
import { href } from '../../shared/routes/match.ts'
import { offersLimits } from '../../shared/rules/spending-limits.ts'
import type { StatedMonth } from '../../shared/rules/statements.ts'
import { offeringOf } from '../../shared/tenants/offering.ts'
import { newToken } from '../accounts/links/tokens.ts'
import type { LedgerReason } from '../db/tables/credits.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { findLimits, type OwnLimits } from '../limits/store.ts'
import { formatMoment } from '../../shared/i18n/moment.ts'
import { mailTranslator } from '../mails/messages.ts'
import { queueMail, type Mailing } from '../mails/queue-mail.ts'
import { selectCredits, selectMoney } from './store.ts'

/** Mails a member what they paid and used in a month, from the books, with their own limits and without any offer to buy. */
export async function mailStatement(mailing: Mailing, member: MemberRow, stated: StatedMonth): Promise<void> {
  const { db, now } = mailing
  const translator = mailTranslator(member.language, member.country)
  const month = translator.intl.formatDate(new Date(`${stated.month}-15T12:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const limits = await findLimits(db, member.id, now)
  const token = await newToken(mailing, { member: member.id, purpose: 'unsubscribe', kind: 'statement' })
  await queueMail(mailing, {
    template: 'statement',
    recipient: member,
    link: href('transactions-id'),
    unsubscribe: href('token', { token }),
    values: { month, limits: offersLimits(offeringOf(mailing.tenant.settings)) ? 'yes' : 'no' },
    lines: [
      ...moneyLines(translator, await selectMoney(db, member.id, stated)),
      ...creditLines(translator, await selectCredits(db, member.id, stated)),
      ...(limits ? limitLines(translator, mailing, limits) : [])
    ]
  })
}

function moneyLines({ t, tag }: Translator, sums: Awaited<ReturnType<typeof selectMoney>>): string[] {
  return sums.flatMap(({ currency, paid, refunded }) => [
    ...(paid > 0 ? [t('mail.statement.paid', { amount: formatMoney(tag, paid, currency) })] : []),
    ...(refunded > 0 ? [t('mail.statement.refunded', { amount: formatMoney(tag, refunded, currency) })] : [])
  ])
}

function creditLines({ t }: Translator, { moved, left }: Awaited<ReturnType<typeof selectCredits>>): string[] {
  const sum = (...reasons: LedgerReason[]) => reasons.reduce((all, reason) => all + (moved[reason] ?? 0), 0)
  const line = (credits: number, text: (credits: number) => string) => (credits === 0 ? [] : [text(credits)])
  // Below 0 when a bank has returned more than was taken in the month.
  const taken = -sum('refund', 'chargeback')
  return [
    ...line(sum('purchase'), (credits) => t('mail.statement.bought', { credits })),
    ...line(sum('signup', 'goodwill'), (credits) => t('mail.statement.given', { credits })),
    ...(['message', 'photo', 'gift'] as const).flatMap((kind) =>
      line(-sum(kind), (credits) => t('mail.statement.spent', { kind, credits }))
    ),
    ...line(sum('returned'), (credits) => t('mail.statement.returned', { credits })),
    ...line(Math.max(0, taken), (credits) => t('mail.statement.taken', { credits })),
    ...line(sum('correction') - Math.min(0, taken), (credits) => t('mail.statement.corrected', { credits })),
    t('mail.statement.left', { credits: left })
  ]
}

function limitLines(translator: Translator, { tenant }: Mailing, { limits, pausedUntil }: OwnLimits): string[] {
  const { t, tag } = translator
  const { currency, day, month } = limits
  return [
    ...(day === null ? [] : [t('mail.statement.day_limit', { amount: formatMoney(tag, day, currency) })]),
    ...(month === null ? [] : [t('mail.statement.month_limit', { amount: formatMoney(tag, month, currency) })]),
    ...(pausedUntil ? [t('mail.statement.paused', { at: formatMoment(translator, tenant.settings.time_zone, pausedUntil) })] : [])
  ]
}
