import { href, matchRoute } from '../../shared/routes/match.ts'
import { formatMoment } from '../../shared/i18n/moment.ts'
import { mailTranslator } from '../mails/messages.ts'
import { paragraphs } from '../mails/paragraphs.ts'
import { queueMail, type Mailing } from '../mails/queue-mail.ts'
import type { Complaint } from './store.ts'

/**
 * Confirms the receipt of the complaint to its writer. It contains nothing of what was typed, so that it can't be used to send messages to strangers.
 * `country`: where it was written, if known.
 */
export async function mailReceipt(mailing: Mailing, complaint: Complaint, { email, country }: { email: string; country: string | null }) {
  const { reference, language } = complaint
  await queueMail(mailing, {
    template: 'complaint_received',
    causer: 'anyone',
    recipient: { name: null, email, language },
    link: href('complaints'),
    values: { reference, due: formatMoment(mailTranslator(language, country), mailing.tenant.settings.time_zone, complaint.due_at) }
  })
}

/** Mails the whole complaint to the brand's support, in the language of the brand's domain. */
export async function mailSupport(mailing: Mailing, complaint: Complaint): Promise<void> {
  const { settings } = mailing.tenant
  const translator = mailTranslator(settings.domain_language, mailing.tenant.company.country)
  const { reference, kind, page, earlier, name, email, text } = complaint
  const { t } = translator
  const facts: [string, string | null][] = [
    [t('complaints.kind'), t(`complaints.kind.${kind}`)],
    [t('complaints.page'), page],
    [t('complaints.earlier'), earlier],
    [t('complaints.name'), name],
    [t('complaints.email'), email]
  ]
  await queueMail(mailing, {
    template: 'complaint_to_answer',
    // Goes to the operator, who has to read every complaint; file-complaint.ts limits how many come from one connection.
    causer: 'operator',
    recipient: { name: null, email: settings.support_email, language: settings.domain_language },
    link: ownPage(page, mailing) ?? href('index'),
    values: { reference, due: formatMoment(translator, mailing.tenant.settings.time_zone, complaint.due_at) },
    lines: [...facts.flatMap(([label, value]) => (value === null ? [] : [`${label} – ${value}`])), ...paragraphs(text)]
  })
}

/** Mails the operator's answer with its reasons to the writer, in their language. */
export async function mailAnswer(mailing: Mailing, { reference, language, outcome, answer }: Complaint, email: string): Promise<void> {
  await queueMail(mailing, {
    template: 'complaint_answered',
    causer: 'operator',
    recipient: { name: null, email, language },
    link: href('complaints'),
    values: { reference, outcome },
    lines: paragraphs(answer ?? '')
  })
}

/**
 * The path of an address if it is a page of this brand; null for anything else a stranger may have typed, and for a mailed link: opening it would log
 * the reader in as the stranger.
 */
function ownPage(page: string | null, { tenant, deps }: Mailing): string | null {
  if (page === null || !URL.canParse(page)) return null
  const { host, pathname } = new URL(page)
  if (deps.tenants.find(host)?.settings.id !== tenant.settings.id) return null
  const match = matchRoute(pathname)
  return match && !match.route.secretAddress ? pathname : null
}
