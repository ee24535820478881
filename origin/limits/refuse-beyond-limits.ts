import { dayBegins, dayIn } from '../../shared/rules/day.ts'
import { isLimited, type SpendingLimits } from '../../shared/rules/spending-limits.ts'
import type { Tenant } from '../../shared/tenants/schema.ts'
import type { Db } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { findLimits, spentSince } from './store.ts'

/** An order that a member wants to place. */
interface Wanted {
  /** Row number. */
  member: number
  tenant: Pick<Tenant, 'time_zone'>
  /** Minor units of the currency. */
  amount: number
  currency: string
  now: Date
}

/** What was spent today and this month, in the brand's time zone. */
export async function spentNow(db: Db, { member, currency, tenant, now }: Omit<Wanted, 'amount'>) {
  const today = dayIn(tenant.time_zone, now)
  const [day, month] = [dayBegins(tenant.time_zone, today), dayBegins(tenant.time_zone, `${today.slice(0, 7)}-01`)]
  return await spentSince(db, { member, currency }, { day, month })
}

/**
 * Throws `buying_paused`, `limit_currency` or `spending_limit` for an order that the member's own pause or limits forbid. Lock the member first:
 * otherwise two simultaneous orders could both pass.
 */
export async function refuseBeyondLimits(db: Db, wanted: Wanted): Promise<void> {
  const own = await findLimits(db, wanted.member, wanted.now)
  if (!own) return
  if (own.pausedUntil) throw new HttpError('buying_paused')
  const { limits } = own
  if (!isLimited(limits)) return
  // Limits in one currency would be useless if an order in another passed freely.
  if (limits.currency !== wanted.currency) throw new HttpError('limit_currency', { params: { currency: limits.currency } })
  if (isBeyond(limits, await spentNow(db, wanted), wanted.amount)) throw new HttpError('spending_limit')
}

function isBeyond({ day, month }: SpendingLimits, spent: { day: number; month: number }, amount: number): boolean {
  return (day !== null && spent.day + amount > day) || (month !== null && spent.month + amount > month)
}

/** Does the member have a limit or a pause? Then nothing is offered to them. */
export async function isProtected(db: Db, member: number, now: Date): Promise<boolean> {
  const own = await findLimits(db, member, now)
  return own !== null && (own.pausedUntil !== null || isLimited(own.limits))
}
