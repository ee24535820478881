import { formatMoney } from '../../shared/i18n/money.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { mailTranslator } from '../mails/messages.ts'
import { queueMail, type Mailing } from '../mails/queue-mail.ts'
import type { Unused } from './withdrawable.ts'

/** Confirms how much of an order is given back, and when that was requested. */
export async function mailWithdrawal(mailing: Mailing, member: MemberRow, { order, credits, amount }: Unused): Promise<void> {
  const tenant = mailing.deps.tenants.byId(order.tenant) ?? mailing.tenant
  const { tag, intl } = mailTranslator(member.language, order.country)
  const at = intl.formatDate(mailing.now, { dateStyle: 'long', timeStyle: 'long', timeZone: tenant.settings.time_zone })
  await queueMail(
    { ...mailing, tenant },
    {
      template: 'withdrawal',
      causer: 'operator',
      recipient: member,
      link: `/transactions/${order.public_id}`,
      values: { reference: order.reference, credits, amount: formatMoney(tag, amount, order.currency), at }
    }
  )
}
