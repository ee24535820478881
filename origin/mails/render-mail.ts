import type { MessageValues, Translator } from '../../shared/i18n/translator.ts'
import { isGathered, type NewsTemplate } from '../../shared/rules/news.ts'
import { REACTIVATION_DAYS } from '../../shared/rules/reactivation.ts'
import { contrast, themeColours } from '../../shared/tenants/theme.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'

/** All mails; the texts are `mail.<template>.subject`, `.text`, `.button` and `.note`. */
export type MailTemplate =
  | 'activation'
  | 'account_exists'
  | 'account_refused'
  | 'reset_password'
  | 'password_changed'
  | 'mail_change'
  | 'mail_change_asked'
  | 'unlock'
  | 'account_deleted'
  | 'complaint_received'
  | 'complaint_to_answer'
  | 'complaint_answered'
  | 'report_received'
  | 'report_to_decide'
  | 'report_decided'
  | 'decision'
  | 'decision_lifted'
  | 'appeal_received'
  | 'appeal_decided'
  | 'receipt'
  | 'withdrawal'
  | 'mandate'
  | 'debit_notice'
  | 'statement'
  | 'unusual_spending'
  | NewsTemplate

export interface MailContent {
  template: MailTemplate
  /** Name of the reader, if known. */
  name: string | null
  /** Absolute. */
  link: string
  /** Absolute, if one can unsubscribe from such mails. */
  unsubscribe: string | null
  /** The counts, if the mail is about news. */
  news?: { count: number; matches: number } | undefined
  /** Other values in the texts of the template. */
  values?: MessageValues | undefined
  /** Paragraphs in someone's own words, below the text. */
  lines?: readonly string[] | undefined
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** A mail in the reader's language: a few lines and one link, as text and as HTML in the brand's colour. */
export function renderMail(
  translator: Translator,
  { settings, company }: TenantRecord,
  { template, name, link, unsubscribe, news, values, lines = [] }: MailContent
): RenderedMail {
  const known = { site: settings.name, days: REACTIVATION_DAYS, count: news?.count, matches: news?.matches, ...values }
  const say = (part: string) => translator.t(`mail.${template}.${part}`, known)
  const hello = name === null ? translator.t('mail.hello_nobody') : translator.t('mail.hello', { member: name })
  const imprint = [company.name, company.address, company.city].join(', ')
  const goodbye = unsubscribe === null ? null : { text: translator.t('mail.unsubscribe'), link: unsubscribe }
  const ending = goodbye ? [`${goodbye.text}\n${goodbye.link}`] : []
  const words = [hello, say('text'), ...(news?.matches && isGathered(template) ? [say('matches')] : []), ...lines]
  const text = [...words, link, say('note'), ...ending, `-- \n${settings.name}\n${imprint}`].join('\n\n')
  const subject = say('subject')
  const colour = themeColours(settings.theme).primary
  const html = page({
    language: translator.locale,
    subject,
    site: settings.name,
    colour,
    onColour: contrast(colour, '#ffffff') >= contrast(colour, '#1f1622') ? '#ffffff' : '#1f1622',
    lines: words,
    button: say('button'),
    link,
    note: say('note'),
    goodbye,
    imprint
  })
  return { subject, text, html }
}

interface Page {
  language: string
  subject: string
  site: string
  colour: string
  onColour: string
  lines: string[]
  button: string
  link: string
  note: string
  goodbye: { text: string; link: string } | null
  imprint: string
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** One table, because that is what all mail programs lay out the same way. */
function page(mail: Page): string {
  const row = (style: string, content: string) =>
    `<tr><td style="padding:0 32px 16px;${FONT};font-size:16px;line-height:1.5;${style}">${content}</td></tr>`
  const button = `display:inline-block;padding:12px 24px;border-radius:8px;background:${mail.colour};color:${mail.onColour};font-weight:600;text-decoration:none`
  return [
    `<!doctype html><html lang="${mail.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escape(mail.subject)}</title></head><body style="margin:0;background:#f5f2f6">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">',
    row(`padding-top:28px;color:${mail.colour};font-size:20px;font-weight:700`, escape(mail.site)),
    ...mail.lines.map((line) => row('color:#1f1622', escape(line))),
    row('', `<a href="${escape(mail.link)}" style="${button}">${escape(mail.button)}</a>`),
    row('color:#5d5363;font-size:14px', escape(mail.note)),
    mail.goodbye
      ? row('font-size:13px', `<a href="${escape(mail.goodbye.link)}" style="color:#5d5363">${escape(mail.goodbye.text)}</a>`)
      : '',
    row('color:#5d5363;font-size:13px;padding-bottom:28px', escape(mail.imprint)),
    '</table></td></tr></table></body></html>'
  ].join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
