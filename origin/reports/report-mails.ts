import { href } from '../../shared/routes/match.ts'
import type { ReportKind } from '../../shared/rules/reports.ts'
import { isAddressOwn } from '../accounts/account-mails.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { formatMoment } from '../../shared/i18n/moment.ts'
import { mailTranslator } from '../mails/messages.ts'
import { queueMail, type Mailing } from '../mails/queue-mail.ts'
import type { Report } from './store.ts'

/**
 * Confirms the receipt of a report to its writer, if the address is theirs. It contains neither what they wrote nor whom it is about.
 */
export async function mailReceipt(mailing: Mailing, { reference, due_at: due }: Report, reporter: MemberRow): Promise<void> {
  if (!isAddressOwn(reporter)) return
  await queueMail(mailing, {
    template: 'report_received',
    causer: 'member',
    recipient: reporter,
    link: href('complaints'),
    values: { reference, due: formatMoment(mailTranslator(reporter.language, reporter.country), mailing.tenant.settings.time_zone, due) }
  })
}

/** Tells the brand's support that a report or an appeal is waiting, in the language of the brand's domain. Its content stays in the database. */
export async function mailSupport(
  mailing: Mailing,
  { reference, kind, due }: { reference: string; kind: ReportKind | 'appeal'; due: Date }
): Promise<void> {
  const { settings, company } = mailing.tenant
  const translator = mailTranslator(settings.domain_language, company.country)
  await queueMail(mailing, {
    template: 'report_to_decide',
    causer: 'operator',
    recipient: { name: null, email: settings.support_email, language: settings.domain_language },
    link: href('index'),
    values: {
      reference,
      kind: translator.t(kind === 'appeal' ? 'ban.appeal' : `report.kind.${kind}`),
      due: formatMoment(translator, mailing.tenant.settings.time_zone, due)
    }
  })
}
