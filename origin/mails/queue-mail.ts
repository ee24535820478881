import type { MessageValues } from '../../shared/i18n/translator.ts'
import type { NewsTemplate } from '../../shared/rules/news.ts'
import { poolOf, type TenantRecord } from '../../shared/tenants/schema.ts'
import { takeOf24Hours } from '../accounts/daily-quota.ts'
import { mailboxOf } from '../accounts/names/fold-key.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import type { Db } from '../http/handler.ts'
import { mailTranslator } from './messages.ts'
import { renderMail, type MailTemplate } from './render-mail.ts'
import { type MailMessage, wakeSender } from './send-mails.ts'

/** A unit of work on a site: it gives sender, links and company. */
export type Mailing = UnitOfWork & { tenant: TenantRecord }

/** Who a mail is for. */
export interface Recipient {
  /** Null if it is unknown, or was not entered by the owner of the address. */
  name: string | null
  email: string
  language: string
}

/** Mails about the account itself or in answer to its reader: they are required, so no one can unsubscribe from them. */
type NeededTemplate = Exclude<MailTemplate, NewsTemplate | 'statement'>

/**
 * Who can cause a mail. `anyone`: the address is all it takes. `member`: only the member whose confirmed address it is, with their password.
 * `operator`: only the site's operator.
 */
export type Causer = 'anyone' | 'member' | 'operator'

/**
 * `link` and `unsubscribe` are paths of the tenant's site; `until`: when the link ends, after which there is no point in sending it; `values` and `lines`
 * as in `MailContent`. News mails and the statement have their own settings, by which readers choose how often they want them.
 */
type Letter = { recipient: Recipient; link: string; until?: Date } & (
  | {
      template: NeededTemplate
      causer: Causer
      unsubscribe?: undefined
      news?: undefined
      values?: MessageValues
      lines?: readonly string[]
    }
  | {
      template: 'statement'
      causer?: undefined
      unsubscribe: string
      news?: undefined
      values: MessageValues
      lines: readonly string[]
    }
  | {
      template: NewsTemplate
      causer?: undefined
      unsubscribe: string
      news: { count: number; matches: number }
      values?: undefined
      lines?: undefined
    }
)

/**
 * Mails per day to one address in a pool, by who can cause them, however many are requested. Separate budgets: so no one can use up the one for mails
 * such as "your password was changed". Six activation mails and three password resets fit in.
 */
const BUDGETS: Record<Exclude<Causer, 'operator'>, number> = { anyone: 10, member: 10 }

/**
 * Queues a mail in the transaction of what it is about; it is sent after the commit. Beyond the recipient's daily budget nothing is sent, and the
 * caller gets the same answer.
 */
export async function queueMail(
  mailing: Mailing,
  { template, causer = 'operator', recipient, link, until, unsubscribe, news, values, lines }: Letter
): Promise<void> {
  const { db, deps, tenant, now, afterCommit } = mailing
  if (causer !== 'operator') {
    const budget = `mails by ${causer}\n${poolOf(tenant.settings)}\n${mailboxOf(recipient.email)}`
    if (!(await takeOf24Hours(mailing, budget, BUDGETS[causer]))) return
  }
  // Never taken from the request: a caller with a forged Host would choose where the link goes.
  const base = deps.linkBase(tenant.settings)
  const address = base + link
  const goodbye = unsubscribe === undefined ? null : base + unsubscribe
  const content = { template, name: recipient.name, link: address, unsubscribe: goodbye, news, values, lines }
  const mail = renderMail(mailTranslator(recipient.language), tenant, content)
  const { id, mail_name: sender, support_email: from } = tenant.settings
  const links = goodbye === null ? [address] : [address, goodbye]
  const message: MailMessage = {
    from: { name: sender, address: from },
    ...mail,
    links,
    unsubscribe: goodbye,
    ...(until && { until: until.toISOString() })
  }
  await db
    .insertInto('outbox')
    .values({
      channel: 'mail',
      tenant: id,
      recipient: recipient.email,
      message: JSON.stringify(message),
      created_at: now,
      due_at: now
    })
    .execute()
  afterCommit(() => wakeSender(deps))
}

/** Deletes the mails to these addresses from these sites, sent or not. */
export async function deleteMailsTo(db: Db, recipients: readonly string[], tenants: readonly string[]): Promise<void> {
  if (recipients.length === 0 || tenants.length === 0) return
  await db.deleteFrom('outbox').where('recipient', 'in', recipients).where('tenant', 'in', tenants).execute()
}
