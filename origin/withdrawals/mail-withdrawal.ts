import { formatMoney } from '../../shared/i18n/money.ts'
import { mailAboutMoney } from '../accounts/account-mails.ts'
import type { MemberRow } from '../db/tables/members.ts'
import { mailTranslator } from '../mails/messages.ts'
import type { Mailing } from '../mails/queue-mail.ts'
import type { Unused } from './withdrawable.ts'

/** Confirms how much of an order is given back, and when that was requested. */
export async function mailWithdrawal(asked: Mailing, member: MemberRow, { order, credits, amount }: Unused): Promise<void> {
  const tenant = asked.deps.tenants.byId(order.tenant) ?? asked.tenant
  const { tag, intl } = mailTranslator(member.language, order.country)
  const at = intl.formatDate(asked.now, { dateStyle: 'long', timeStyle: 'long', timeZone: tenant.settings.time_zone })
  const mailing = { ...asked, tenant }
  await mailAboutMoney(mailing, member, {
    template: 'withdrawal',
    link: `/transactions/${order.public_id}`,
    values: { reference: order.reference, credits, amount: formatMoney(tag, amount, order.currency), at }
  })
}
