import type { Translator } from '../../shared/i18n/translator.ts'
import { href, matchRoute } from '../../shared/routes/match.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import type { Context, Db } from '../http/handler.ts'
import { mailTranslator } from '../mails/messages.ts'
import { insertMail, queueMail } from '../mails/queue-mail.ts'
import type { Complaint } from './store.ts'

/** Tells the writer that the complaint is here. Nothing typed is in it: whoever types a stranger's address says nothing to them. */
export async function mailReceipt(context: Context<'fileComplaint'>, complaint: Complaint, email: string): Promise<void> {
  const { reference, language } = complaint
  await queueMail(context, {
    template: 'complaint_received',
    recipient: { name: null, email, language },
    link: href('complaints'),
    values: { reference, due: dueText(mailTranslator(language), context.tenant, complaint) }
  })
}

/** Mails the whole complaint to the brand's support, in the language of the brand's domain. */
export async function mailSupport(context: Context<'fileComplaint'>, complaint: Complaint): Promise<void> {
  const { settings } = context.tenant
  const translator = mailTranslator(settings.domain_language)
  const { reference, kind, page, earlier, name, email, text } = complaint
  const { t } = translator
  const facts: [string, string | null][] = [
    [t('complaints.kind'), t(`complaints.kind.${kind}`)],
    [t('complaints.page'), page],
    [t('complaints.earlier'), earlier],
    [t('complaints.name'), name],
    [t('complaints.email'), email]
  ]
  await queueMail(context, {
    template: 'complaint_to_answer',
    recipient: { name: null, email: settings.support_email, language: settings.domain_language },
    link: ownPage(page, context) ?? href('index'),
    values: { reference, due: dueText(translator, context.tenant, complaint) },
    lines: [...facts.flatMap(([label, value]) => (value === null ? [] : [`${label} – ${value}`])), ...paragraphs(text)]
  })
}

/** Mails the operator's answer with its reasons to whoever wrote, in their language. */
export async function mailAnswer(
  mailing: { db: Db; links: Pick<Deps, 'linkBase'>; tenant: TenantRecord; now: Date },
  { reference, language, email }: Complaint & { email: string },
  { outcome, answer }: { outcome: string; answer: string }
): Promise<void> {
  await insertMail(mailing, {
    template: 'complaint_answered',
    recipient: { name: null, email, language },
    link: href('complaints'),
    values: { reference, outcome },
    lines: paragraphs(answer)
  })
}

/** The path of a page of this brand that an address leads to; null for anything else a stranger may have typed. */
function ownPage(page: string | null, { tenant, deps }: Context<'fileComplaint'>): string | null {
  if (page === null || !URL.canParse(page)) return null
  const { host, pathname } = new URL(page)
  return deps.tenants.find(host)?.settings.id === tenant.settings.id && matchRoute(pathname) ? pathname : null
}

function dueText({ intl }: Translator, { settings }: TenantRecord, { due_at: due }: Complaint): string {
  return intl.formatDate(due, {
    timeZone: settings.time_zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short'
  })
}

const paragraphs = (text: string) =>
  text
    .split(/\s*\n\s*/)
    .map((line) => line.trim())
    .filter(Boolean)
