import { accountMay } from '../../shared/rules/account-state.ts'
import { href } from '../../shared/routes/match.ts'
import { isAddressOwn } from '../accounts/account-mails.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { ReportOutcome } from '../db/tables/reports.ts'
import { formatMoment } from '../../shared/i18n/moment.ts'
import { mailTranslator } from '../mails/messages.ts'
import { paragraphs } from '../mails/paragraphs.ts'
import { queueMail, type Mailing } from '../mails/queue-mail.ts'
import type { Report } from '../reports/store.ts'
import type { Decision } from './store.ts'

/**
 * Mails a member what was decided about them: the measure, its ground and reasons, that a person decided, and how to appeal (Art. 17 of Regulation
 * (EU) 2022/2065). It doesn't say who reported them.
 * @param endsAppeal does it replace a decision whose appeal hasn't been answered?
 */
export async function mailDecision(
  mailing: Mailing,
  { reference, measure, rule, reasons, until }: Decision,
  member: MemberRow,
  { endsAppeal = false }: { endsAppeal?: boolean | undefined } = {}
): Promise<void> {
  if (!isAddressOwn(member)) return
  const translator = mailTranslator(member.language, member.country)
  await queueMail(mailing, {
    template: 'decision',
    causer: 'operator',
    recipient: member,
    // A warned member isn't restricted, so has nothing to do on that page.
    link: href(measure === 'ban' || measure === 'suspend' ? 'pages-ban' : 'complaints'),
    values: {
      reference,
      measure,
      until: until ? formatMoment(translator, mailing.tenant.settings.time_zone, until) : '',
      ends_appeal: endsAppeal ? 'yes' : 'no',
      rule: translator.t(`report.kind.${rule}`)
    },
    lines: paragraphs(reasons)
  })
}

/** Mails a member that their account is open again. */
export async function mailLifted(mailing: Mailing, member: MemberRow): Promise<void> {
  if (!isAddressOwn(member)) return
  await queueMail(mailing, { template: 'decision_lifted', causer: 'operator', recipient: member, link: href('login') })
}

/** Tells a reporter by mail how their report ended, but not what was done to whom. */
export async function mailReportDecided(
  mailing: Mailing,
  { reference }: Report,
  { reporter, outcome, lines }: { reporter: MemberRow; outcome: ReportOutcome; lines: string }
): Promise<void> {
  if (!isAddressOwn(reporter)) return
  await queueMail(mailing, {
    template: 'report_decided',
    causer: 'operator',
    recipient: reporter,
    link: href('complaints'),
    values: { reference, outcome },
    lines: paragraphs(lines)
  })
}

/** Confirms the receipt of an appeal. */
export async function mailAppealReceived(
  mailing: Mailing,
  { reference, due }: { reference: string; due: Date },
  member: MemberRow
): Promise<void> {
  if (!isAddressOwn(member)) return
  await queueMail(mailing, {
    template: 'appeal_received',
    causer: 'member',
    recipient: member,
    link: href('pages-ban'),
    values: { reference, due: formatMoment(mailTranslator(member.language, member.country), mailing.tenant.settings.time_zone, due) }
  })
}

/** Mails a member what became of their appeal, with the reasons. Who was right and has deleted the account meanwhile can't log in. */
export async function mailAppealDecided(
  mailing: Mailing,
  { reference, outcome, answer }: { reference: string; outcome: 'upheld' | 'refused'; answer: string },
  member: MemberRow
): Promise<void> {
  if (!isAddressOwn(member)) return
  const isDeleted = accountMay(member.status, 'return')
  await queueMail(mailing, {
    template: 'appeal_decided',
    causer: 'operator',
    recipient: member,
    link: href(outcome === 'upheld' && !isDeleted ? 'login' : 'pages-ban'),
    values: { reference, outcome: outcome === 'upheld' && isDeleted ? 'upheld_deleted' : outcome },
    lines: paragraphs(answer)
  })
}
