import { formatMoney } from '../../shared/i18n/money.ts'
import { href } from '../../shared/routes/match.ts'
import { bundlesIn } from '../../shared/rules/prices.ts'
import { isUnusual, UNUSUAL_DAYS } from '../../shared/rules/unusual-spending.ts'
import { mailAboutMoney } from '../accounts/account-mails.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { mailTranslator } from '../mails/messages.ts'
import type { Order } from '../payments/order-store.ts'
import { paidSince, takeUnusual } from './store.ts'

const DAY = 24 * 3600_000

/**
 * Mails the member of an order that was just paid if they now spend a lot, and clearly more than before: how much it is, and where to set a
 * limit. At most once in `UNUSUAL_DAYS` days. The member must be locked.
 */
export async function mailUnusualSpending(unit: UnitOfWork, order: Order, member: MemberRow): Promise<void> {
  const { db, now, deps } = unit
  const tenant = deps.tenants.byId(order.tenant)
  if (!tenant) return
  const { currency, country } = order
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  const spent = await paidSince(db, { member: member.id, currency }, [ago(UNUSUAL_DAYS), ago(2 * UNUSUAL_DAYS)])
  const topPrice = Math.max(order.price, ...bundlesIn(tenant.settings, country).map(({ price }) => price))
  if (!isUnusual({ ...spent, topPrice }) || !(await takeUnusual(db, member.id, now, ago(UNUSUAL_DAYS)))) return
  const { tag } = mailTranslator(member.language, country)
  const mailing = { ...unit, tenant }
  await mailAboutMoney(mailing, member, {
    template: 'unusual_spending',
    link: href('settings'),
    values: { amount: formatMoney(tag, spent.recent, currency), days: UNUSUAL_DAYS }
  })
}
