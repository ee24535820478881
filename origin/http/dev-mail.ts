import { escapeHtml } from '../../shared/text/escape-html.ts'
import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import type { MailMessage } from '../mails/send-mails.ts'
import type { SmsMessage } from '../sms/send-sms.ts'
import { takeMailEvent } from '../notifications/take-mail-event.ts'

/** Mails shown at once. */
const SHOWN = 200

export interface CaughtMail {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  at: string
}

/** The mails and text messages of all sites, newest first. */
export async function readMails(deps: Deps): Promise<CaughtMail[]> {
  const rows = await deps.db
    .selectFrom('outbox')
    .selectAll()
    .where('channel', 'in', ['mail', 'sms'])
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ channel, recipient, message, created_at: at }) => {
    const about = { to: recipient!, at: at.toISOString() }
    if (channel === 'sms') return { ...about, subject: 'Text message', text: (message as SmsMessage).text, html: '', links: [] }
    const { subject, text, html, links } = message as MailMessage
    return { ...about, subject, text, html, links }
  })
}

/** What a mail service would report later: the address refused the mail, or its owner marked it as spam. */
const EVENTS = { bounce: 'It bounced', spam_complaint: 'It was marked as spam' } as const

/** The mailbox as a page; each mail has buttons to simulate mail service events. `done` says what was just reported. */
export function mailPage(mails: readonly CaughtMail[], done = ''): string {
  const link = (address: string) => `<p><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>`
  const buttons = Object.entries(EVENTS).map(([event, label]) => `<button name="event" value="${event}">${label}</button>`)
  const articles = mails.map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.to)} · <time>${mail.at}</time></p><pre>${escapeHtml(mail.text)}</pre>${mail.links.map(link).join('')}` +
      `<form method="post"><input type="hidden" name="email" value="${escapeHtml(mail.to)}">${buttons.join(' ')}</form></article>`
  )
  const note = done === '' ? '' : `<p role="status">${escapeHtml(done)}</p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>/__dev/mail</title></head><body><main><h1>/__dev/mail</h1>${note}${articles.join('')}</main></body></html>`
}

/** Handles such a button as an event from the mail service; returns what was done, or an empty string for anything else. */
export async function tellMailEvent(deps: Deps, fields: URLSearchParams): Promise<string> {
  const [email, event] = [fields.get('email') ?? '', fields.get('event') ?? '']
  if (email === '' || !Object.hasOwn(EVENTS, event)) return ''
  await inUnitOfWork(deps, (unit) => takeMailEvent(unit, email, event as keyof typeof EVENTS))
  return `${email}: ${EVENTS[event as keyof typeof EVENTS]}.`
}
