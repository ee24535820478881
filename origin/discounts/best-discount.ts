import { bundlesIn, discounted, sells } from '../../shared/rules/prices.ts'
import { normalizeCode, timeBonusEnds, welcomeEnds, type DiscountKind, type DiscountRefusal } from '../../shared/rules/discounts.ts'
import type { Currency, PaymentMethod } from '../../shared/tenants/selling.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'
import { isProtected } from '../limits/refuse-beyond-limits.ts'
import { selectCodes, type CodeRow } from './store.ts'

/** Who wants to buy, where, and how. */
export interface Buying {
  member: Pick<MemberRow, 'id' | 'signup_date' | 'paid_user' | 'bonus_popup_at'>
  tenant: Pick<TenantRecord, 'settings'>
  country: string
  currency: Currency
  /** Undefined while none is chosen: codes limited to some methods count as applying. */
  method?: PaymentMethod | undefined
  /** As typed. */
  code?: string | null | undefined
  now: Date
}

/** A discount that applies, if the order reaches its minimum. */
export interface Discount {
  /** Row number of the code: `discount_code_id` of an order. */
  id: number
  code: string
  kind: DiscountKind
  percentage: number
  /** Minor units of the order's currency; 0: none. */
  minimum: number
  ends_at: Date | null
}

/** The order in which equal discounts are used: the one that ends first, and a typed one before an automatic one. */
const ORDER: readonly DiscountKind[] = ['time_bonus', 'code', 'leaving', 'welcome']

/**
 * All discounts that apply to an order of this member, whatever its price; `refusal` says why a typed code is not among them.
 */
export async function discountsOf(db: Db, buying: Buying): Promise<{ discounts: Discount[]; refusal: DiscountRefusal | null }> {
  const { member, tenant, now } = buying
  const typed = buying.code ? normalizeCode(buying.code) : null
  if (!sells(tenant.settings)) return { discounts: [], refusal: typed === null ? null : 'not_found' }
  const rows = await selectCodes(db, { member: member.id, tenant: tenant.settings.id, code: typed })
  // A member with a spending limit or a pause gets no offers that they haven't asked for.
  const calm = await isProtected(db, member.id, now)
  const counting = rows.filter(({ kind, code }) => !calm || kind === 'leaving' || kind === 'code' || code === typed)
  const discounts = counting.filter((row) => refusalOf(row, buying) === null).map((row) => present(row, buying))
  return {
    discounts: discounts.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)),
    refusal: why(rows, typed, buying)
  }
}

/** The discount that lowers a price the most, never several; null if none does. */
export function bestOf(discounts: readonly Discount[], price: number): Discount | null {
  let best: Discount | null = null
  for (const discount of discounts) {
    const cost = discounted(price, discount.percentage)
    if (discount.minimum <= price && cost < (best ? discounted(price, best.percentage) : price)) best = discount
  }
  return best
}

/** The same for one price. */
export async function bestDiscount(db: Db, { price, ...buying }: Buying & { price: number }): Promise<Discount | null> {
  const { discounts } = await discountsOf(db, buying)
  return bestOf(discounts, price)
}

function why(rows: readonly CodeRow[], typed: string | null, buying: Buying): DiscountRefusal | null {
  if (typed === null) return null
  const row = rows.find(({ code }) => code === typed)
  return row ? refusalOf(row, buying) : 'not_found'
}

/** Why a code doesn't apply to an order, except for its minimum; null if it does. */
export function refusalOf(row: CodeRow, buying: Pick<Buying, 'member' | 'now'> & Partial<Buying>): DiscountRefusal | null {
  const { country, currency, method } = buying
  if (row.used) return 'used'
  // Premium ends when every purchase is refunded, but offers for new members don't come back.
  if (isForNewMembers(row) && (row.bought || buying.member.paid_user)) return 'expired'
  if (hasExpired(row, buying)) return 'expired'
  if (row.country !== null && country !== undefined && row.country !== country) return 'country'
  if (row.currency !== null && currency !== undefined && row.currency !== currency) return 'currency'
  if (row.paymentmethods.length > 0 && method !== undefined && !row.paymentmethods.includes(method)) return 'method'
  return null
}

const isForNewMembers = ({ kind }: CodeRow) => kind === 'time_bonus' || kind === 'welcome'

/** When a code ends for this member; null: never. */
export function endOf({ kind, expires }: CodeRow, { signup_date: signup }: Buying['member']): Date | null {
  if (kind === 'time_bonus') return timeBonusEnds(signup)
  return kind === 'welcome' ? welcomeEnds(signup) : expires
}

/** Has the code expired for this member? */
export function hasExpired(row: CodeRow, { member, now }: Pick<Buying, 'member' | 'now'>): boolean {
  const end = endOf(row, member)
  return end !== null && end <= now
}

/** The least that an order has to cost, in its currency. The welcome code begins with the second-smallest bundle, or the only one. */
export function minimumOf(row: CodeRow, { tenant, country }: Pick<Buying, 'tenant' | 'country'>): number {
  if (row.kind !== 'welcome') return row.minimum_order_value
  const prices = bundlesIn(tenant.settings, country)
    .map(({ price }) => price)
    .sort((one, other) => one - other)
  return prices[1] ?? prices[0] ?? 0
}

function present(row: CodeRow, buying: Buying): Discount {
  const { id, code, kind, value_percentage: percentage } = row
  return { id, code, kind, percentage, minimum: minimumOf(row, buying), ends_at: endOf(row, buying.member) }
}
