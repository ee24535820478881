import type { MessageValues } from '../../shared/i18n/translator.ts'
import type { Context, Db } from '../http/handler.ts'
import { mailTranslator } from './messages.ts'
import { renderMail, type MailTemplate } from './render-mail.ts'
import { wakeSender } from './send-mails.ts'

/** Whom a mail is for. */
export interface Recipient {
  /** Null: it is not known, or nobody we know has said it. */
  name: string | null
  email: string
  language: string
}

/** Mails about others. */
export type NewsTemplate = 'new_message' | 'new_like' | 'new_match' | 'messages_digest' | 'likes_digest'

/** Mails about the account itself or in answer to its reader: they are needed, so nobody can unsubscribe from them. */
type NeededTemplate = Exclude<MailTemplate, NewsTemplate>

/** `link` and `unsubscribe` are paths of the tenant's site; `values` and `lines` as in `MailContent`. */
type Letter = { recipient: Recipient; link: string } & (
  | { template: NeededTemplate; unsubscribe?: undefined; news?: undefined; values?: MessageValues; lines?: readonly string[] }
  | { template: NewsTemplate; unsubscribe: string; news: { count: number; matches: number }; values?: undefined; lines?: undefined }
)

/** Puts a mail into the transaction of what it tells about; it is sent after the commit. */
export async function queueMail(
  { db, deps, tenant, now, afterCommit }: Pick<Context<'signUp'>, 'db' | 'deps' | 'tenant' | 'now' | 'afterCommit'>,
  { template, recipient, link, unsubscribe, news, values, lines }: Letter
): Promise<void> {
  // Never made of the request: whoever sends a strange Host would choose where the link leads.
  const base = deps.linkBase(tenant.settings)
  const address = base + link
  const goodbye = unsubscribe === undefined ? null : base + unsubscribe
  const content = { template, name: recipient.name, link: address, unsubscribe: goodbye, news, values, lines }
  const mail = renderMail(mailTranslator(recipient.language), tenant, content)
  await db
    .insertInto('mails')
    .values({
      tenant: tenant.settings.id,
      sender_name: tenant.settings.mail_name,
      sender_address: tenant.settings.support_email,
      recipient: recipient.email,
      ...mail,
      links: JSON.stringify(goodbye === null ? [address] : [address, goodbye]),
      unsubscribe: goodbye,
      created_at: now,
      due_at: now
    })
    .execute()
  afterCommit(() => wakeSender(deps))
}

/** Removes the mails to these addresses from these sites, sent or not. */
export async function forgetMailsTo(db: Db, recipients: readonly string[], tenants: readonly string[]): Promise<void> {
  if (recipients.length === 0 || tenants.length === 0) return
  await db.deleteFrom('mails').where('recipient', 'in', recipients).where('tenant', 'in', tenants).execute()
}
