import type { MemberContext } from '../http/handler.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { lockOrder } from '../payments/order-store.ts'
import { mailWithdrawal } from './mail-withdrawal.ts'
import { selectWithdrawable, type Withdrawable } from './withdrawable.ts'

type Scope = Pick<MemberContext<'withdraw'>, 'db' | 'deps' | 'viewer' | 'now'>

/** The orders that the viewer can withdraw from now, on all their sites. */
export async function ownWithdrawable({ db, deps, viewer, now }: Scope): Promise<Withdrawable[]> {
  // For a brand that is gone, the legal minimum applies.
  const termsOf = (tenant: string) => {
    const settings = deps.tenants.byId(tenant)?.settings
    return { days: settings?.refund_days ?? 14, timeZone: settings?.time_zone ?? 'UTC' }
  }
  return await selectWithdrawable(db, viewer.id, { now, termsOf })
}

/**
 * Withdraws from an order: the money of its unused credits goes back, without a reason. Mails the member when the request was received. Throws
 * `not_found` for an order that isn't theirs, `already_used` for one that can't be withdrawn from (any more).
 */
export async function withdraw(context: MemberContext<'withdraw'>): Promise<Withdrawable> {
  const { db, viewer, body } = context
  await lockMembers(db, [viewer.id])
  const own = await db
    .selectFrom('orders')
    .select('id')
    .where('public_id', '=', body.payment_id)
    .where('member_id', '=', viewer.id)
    .executeTakeFirst()
  if (!own) throw notFound()
  await lockOrder(db, own.id)
  const found = (await ownWithdrawable(context)).find(({ order }) => order.id === own.id)
  if (!found) throw new HttpError('already_used')
  const { order, credits, amount } = found
  await refundOrder(context, order, { credits, amount, author: 'member', reason: 'withdrawal' })
  await mailWithdrawal(context, viewer, found)
  return found
}
