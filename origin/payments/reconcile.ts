import type { Tenant } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import type { ListedPayment } from '../providers/payment/port.ts'
import type { Period } from './report-orders.ts'
import { sumChargedBack, type Order } from './order-store.ts'
import { sumElsewhere, sumWaiting } from './refund-store.ts'

/** Where the provider's list and ours differ. */
export interface Difference {
  /** Our reference, or the provider's name for a payment that no order knows. */
  name: string
  what: string
  /** It will resolve itself: a refund is booked here that the provider hasn't made yet. */
  under_way?: true
}

/** How much later than its order a payment may begin at the provider, in ms. */
const LATER = 24 * 3600 * 1000

/** How long a refund may wait for its provider before it counts as a difference, in ms. */
const PATIENCE = 24 * 3600 * 1000

/** The providers that know a brand's payments of a period: its present one, and those of its orders in that period. */
export async function providersToAsk({ db }: Pick<Deps, 'db'>, { id, payment_provider: present }: Tenant, { from, to }: Period) {
  const rows = await db
    .selectFrom('orders')
    .select('provider')
    .distinct()
    .where('tenant', '=', id)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('provider')
    .execute()
  return [...new Set([...(present === 'none' ? [] : [present]), ...rows.map(({ provider }) => provider)])]
}

/**
 * Compares a brand's orders of a period with the list of one of its providers. A payment belongs to the period in which its order was placed, even if
 * it began on the next day. If the provider isn't set up, every payment differs; null if there are none either.
 */
export async function reconcile(deps: Deps, of: { tenant: string; provider: string }, { from, to }: Period): Promise<Difference[] | null> {
  const placed = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('tenant', '=', of.tenant)
    .where('provider', '=', of.provider)
    .where('created_at', '>=', new Date(from.getTime() - LATER))
    .where('created_at', '<', to)
    .orderBy('id')
    .execute()
  const provider = await deps.payments.open(of.provider, of.tenant)
  if (!provider) {
    const begun = placed.filter(({ created_at: at, provider_payment_id: payment }) => at >= from && payment !== null)
    const what = `can't be compared: ${of.provider} is not set up`
    return begun.length > 0 ? begun.map(({ reference: name }) => ({ name, what })) : null
  }
  const ids = placed.map(({ id }) => id)
  const waiting = await sumWaiting(deps.db, ids, new Date(deps.now().getTime() - PATIENCE))
  const taken = await sumChargedBack(deps.db, ids)
  const elsewhere = await sumElsewhere(deps.db, ids)
  const ofBefore = new Set(placed.filter(({ created_at: at }) => at < from).map(({ public_id: id }) => id))
  const unseen = new Map(placed.filter(({ created_at: at }) => at >= from).map((order) => [order.public_id, order]))
  const differences: Difference[] = []
  for await (const payment of provider.list(from, new Date(to.getTime() + LATER))) {
    const { reference, createdAt } = payment
    const order = unseen.get(reference ?? '')
    if (order) {
      unseen.delete(order.public_id)
      const given = order.refunded + (taken.get(order.id) ?? 0)
      const [waits, paid] = [waiting.get(order.id) ?? 0, elsewhere.get(order.id) ?? 0]
      differences.push(...differencesOf(order, payment, { given, waiting: waits, elsewhere: paid }))
    } else if (payment.paid && createdAt < to && !ofBefore.has(reference ?? ''))
      differences.push({ name: payment.payment, what: 'paid there, and no order here knows it' })
  }
  for (const { reference, status } of unseen.values())
    if (status === 'completed') differences.push({ name: reference, what: 'completed here, and unknown there' })
  return differences
}

/**
 * At most one difference. `given`: what was given back here, by refunds and by the bank; `waiting`: the part of it that isn't yet at the provider; if
 * that explains the difference, it is under way. If `elsewhere`, the part that was given back in another way, explains it, there is none.
 */
function differencesOf(
  order: Order,
  payment: ListedPayment,
  { given, waiting, elsewhere }: { given: number; waiting: number; elsewhere: number }
): Difference[] {
  const { reference: name } = order
  if (elsewhere > 0 && compare(order, payment, given, payment.returned + elsewhere) === null) return []
  const what = compare(order, payment, given, payment.returned)
  if (what === null) return []
  const expected = order.status === 'completed' ? given : payment.amount
  const missing = expected - payment.returned
  const isUnderWay = missing > 0 && missing <= waiting && compare(order, payment, given, expected) === null
  return [isUnderWay ? { name, what: `${what}: ${waiting} under way`, under_way: true } : { name, what }]
}

function compare({ status, total, currency: own }: Order, { paid, amount, currency }: ListedPayment, given: number, returned: number) {
  if (amount !== total || currency !== own) return `${amount} ${currency} there, ${total} ${own} here`
  if (paid && status !== 'completed') return returned === amount ? null : `paid there, ${status} here`
  if (!paid) return status === 'completed' ? 'completed here, not paid there' : null
  return given === returned ? null : `${returned} given back there, ${given} here`
}
