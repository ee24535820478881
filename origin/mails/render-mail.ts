import type { MessageValues, Translator } from '../../shared/i18n/translator.ts'
import { isGathered, type NewsTemplate } from '../../shared/rules/news.ts'
import { REACTIVATION_DAYS } from '../../shared/rules/reactivation.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { sharesMembers } from '../../shared/tenants/offering.ts'
import { PAGE, textOn, themeColours } from '../../shared/tenants/theme.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { escapeHtml } from '../../shared/text/escape-html.ts'

/** All mails; the texts are `mail.<template>.subject`, `.text`, `.button` and `.note`. */
export type MailTemplate =
  | 'activation'
  | 'mails_again'
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
  /** Absolute; only of mails that readers can unsubscribe from. */
  unsubscribe: string | null
  /** The counts, if the mail is about news. */
  news?: { count: number; matches: number } | undefined
  /** Other values in the texts of the template. */
  values?: MessageValues | undefined
  /** Paragraphs that someone wrote, below the text. */
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
  const known = {
    site: settings.name,
    days: REACTIVATION_DAYS,
    unconfirmed_days: KEPT_DAYS.unconfirmed,
    shared: sharesMembers(settings) ? 'yes' : 'no',
    count: news?.count,
    matches: news?.matches,
    ...values
  }
  const say = (part: string) => translator.t(`mail.${template}.${part}`, known)
  const hello = name === null ? translator.t('mail.hello_nobody') : translator.t('mail.hello', { member: name })
  const imprint = [company.name, company.address, company.city].join(', ')
  const goodbye = unsubscribe === null ? null : { text: translator.t('mail.unsubscribe'), link: unsubscribe }
  const ending = goodbye ? [`${goodbye.text}\n${goodbye.link}`] : []
  const words = [hello, say('text'), ...(news?.matches && isGathered(template) ? [say('matches')] : []), ...lines]
  const text = [...words, link, say('note'), ...ending, `-- \n${settings.name}\n${imprint}`].join('\n\n')
  const subject = say('subject')
  const html = page({
    language: translator.locale,
    subject,
    site: settings.name,
    theme: themeColours(settings.theme),
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
  theme: ReturnType<typeof themeColours>
  lines: string[]
  button: string
  link: string
  note: string
  goodbye: { text: string; link: string } | null
  imprint: string
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Colours of the parts of a mail in one scheme, as CSS. */
type Looks = Record<'page' | 'card' | 'name' | 'text' | 'quiet' | 'button', string>

function looks(page: string, card: string, text: string, quiet: string, primary: string): Looks {
  return {
    page: `background:${page}`,
    card: `background:${card}`,
    name: `color:${primary}`,
    text: `color:${text}`,
    quiet: `color:${quiet}`,
    button: `background:${primary};color:${textOn(primary)}`
  }
}

const light = (primary: string) => looks('#f5f2f6', '#ffffff', '#1f1622', '#5d5363', primary)
/** Those of client/styles/tokens.css. */
const dark = (primary: string) => looks(PAGE.dark, '#231827', '#f5ecf2', '#b7a5b3', primary)

/** For programs that follow their reader's scheme. The light colours are written into the elements, where all programs read them, so these must be important. */
function darkStyle(primary: string): string {
  const rules = Object.entries(dark(primary)).map(([part, css]) => `.${part}{${css.replaceAll(/;|$/g, '!important;')}}`)
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}

/** One table, because that is what all mail programs lay out the same way. */
function page(mail: Page): string {
  const colours = light(mail.theme.primary)
  const part = (name: keyof Looks, style: string) => `class="${name}" style="${style};${colours[name]}"`
  const row = (name: keyof Looks, style: string, content: string) =>
    `<tr><td ${part(name, `padding:0 32px 16px;${FONT};font-size:16px;line-height:1.5;word-break:break-word;${style}`)}>${content}</td></tr>`
  const table = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"'
  return [
    `<!doctype html><html lang="${mail.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><style>${darkStyle(mail.theme.primary_dark)}</style>`,
    `<title>${escapeHtml(mail.subject)}</title></head><body ${part('page', 'margin:0')}>`,
    `${table}><tr><td align="center" style="padding:24px 12px">`,
    `${table} ${part('card', 'max-width:560px;border-radius:12px')}>`,
    row('name', 'padding-top:28px;font-size:20px;font-weight:700', escapeHtml(mail.site)),
    ...mail.lines.map((line) => row('text', '', escapeHtml(line))),
    row(
      'text',
      '',
      `<a href="${escapeHtml(mail.link)}" ${part('button', 'display:inline-block;padding:12px 24px;border-radius:8px;font-weight:600;text-decoration:none')}>${escapeHtml(mail.button)}</a>`
    ),
    row('quiet', 'font-size:14px', escapeHtml(mail.note)),
    mail.goodbye
      ? row(
          'quiet',
          'font-size:13px',
          `<a href="${escapeHtml(mail.goodbye.link)}" ${part('quiet', '')}>${escapeHtml(mail.goodbye.text)}</a>`
        )
      : '',
    row('quiet', 'font-size:13px;padding-bottom:28px', escapeHtml(mail.imprint)),
    '</table></td></tr></table></body></html>'
  ].join('')
}
