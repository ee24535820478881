import type { Deps } from '../deps.ts'
import type { ListedPayment } from '../providers/payment/port.ts'
import type { Period } from './report-orders.ts'
import type { Order } from './store.ts'

/** Where the provider's list and ours differ. */
export interface Difference {
  /** Our reference, or the provider's name for a payment that no order knows. */
  name: string
  what: string
}

/** How much later than its order a payment may begin at the provider, in ms. */
const LATER = 24 * 3600 * 1000

/**
 * Compares a brand's orders of a time with its provider's own list. A payment counts in the time in which its order was placed, even if it began on
 * the next day. Null if the provider isn't set up.
 */
export async function reconcile(deps: Deps, of: { tenant: string; provider: string }, { from, to }: Period): Promise<Difference[] | null> {
  const provider = await deps.payments.open(of.provider, of.tenant)
  if (!provider) return null
  const placed = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('tenant', '=', of.tenant)
    .where('provider', '=', of.provider)
    .where('created_at', '>=', new Date(from.getTime() - LATER))
    .where('created_at', '<', to)
    .orderBy('id')
    .execute()
  const ofBefore = new Set(placed.filter(({ created_at: at }) => at < from).map(({ public_id: id }) => id))
  const unseen = new Map(placed.filter(({ created_at: at }) => at >= from).map((order) => [order.public_id, order]))
  const differences: Difference[] = []
  for await (const payment of provider.list(from, new Date(to.getTime() + LATER))) {
    const { reference, createdAt } = payment
    const order = unseen.get(reference ?? '')
    if (order) unseen.delete(order.public_id)
    const unknown = payment.paid && createdAt < to && !ofBefore.has(reference ?? '')
    const what = order ? compare(order, payment) : unknown ? 'paid there, and no order here knows it' : null
    if (what !== null) differences.push({ name: order?.reference ?? payment.payment, what })
  }
  for (const { reference, status } of unseen.values())
    if (status === 'completed') differences.push({ name: reference, what: 'completed here, and unknown there' })
  return differences
}

function compare(order: Order, { paid, amount, currency, returned }: ListedPayment): string | null {
  const { status, total, refunded, charged_back_at: chargedBack } = order
  if (amount !== total || currency !== order.currency) return `${amount} ${currency} there, ${total} ${order.currency} here`
  if (paid && status !== 'completed') return returned === amount ? null : `paid there, ${status} here`
  if (!paid) return status === 'completed' ? 'completed here, not paid there' : null
  const ours = chargedBack ? total : refunded
  return ours === returned ? null : `${returned} given back there, ${ours} here`
}
