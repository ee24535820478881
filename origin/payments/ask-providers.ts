import { inUnitOfWork } from '../db/unit-of-work.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../jobs/each-alone.ts'
import type { PaymentProvider } from '../providers/payment/port.ts'
import { selectReports, type Report } from './fact-store.ts'
import { endAsking, findOrder, selectToAsk, takeToAsk, updateOrder, type Order } from './order-store.ts'
import { selectRefused, type Refused } from './refund-store.ts'
import { settleOrder } from './settle-order.ts'
import { lockWithMember, takeFactsAlone } from './take-facts.ts'

/** An order that its provider has never heard of is given up after this time, in ms: longer than any call of ours can take. */
const NEVER_BEGUN = 20 * 60_000

/**
 * Asks the providers about orders that aren't settled, so that none waits for a report that got lost; returns how many orders were checked. The
 * intervals grow until the provider says how it ended. A settled order is checked once after a refund (`endRefund`).
 */
export async function askProviders(deps: Deps): Promise<number> {
  const now = deps.now()
  return await eachAlone(deps, await selectToAsk(deps.db, now), async (id) => {
    const order = await takeToAsk(deps.db, id, now)
    const provider = order && (await deps.payments.open(order.provider, order.tenant))
    if (!provider) return false
    await askAbout(deps, provider, order)
    if (order.settled_at !== null) await endAsking(deps.db, order)
    return true
  })
}

/** An order after its provider was asked: its state, what was new, and the refunds that the provider has refused. */
interface Asked {
  order: Order
  news: Report[]
  refused: Refused[]
}

/** Asks about the order with this reference, in any state, for operators. */
export async function askByOperator(deps: Deps, name: string): Promise<'unknown' | 'not_set_up' | Asked> {
  const found = await findOrder(deps.db, name)
  if (!found) return 'unknown'
  const provider = await deps.payments.open(found.provider, found.tenant)
  if (!provider) return 'not_set_up'
  const known = new Set((await selectReports(deps.db, found.id)).map(({ event_id: id }) => id))
  await askAbout(deps, provider, found)
  const news = (await selectReports(deps.db, found.id)).filter(({ event_id: id }) => !known.has(id))
  return { order: (await findOrder(deps.db, name))!, news, refused: await selectRefused(deps.db, { order: found.id }) }
}

/** Asks what has become of an order, and applies the answer. */
async function askAbout(deps: Deps, provider: PaymentProvider, order: Order): Promise<void> {
  const payment = order.provider_payment_id ?? (await provider.find(order.public_id, order.created_at))
  if (payment === null) return await giveUp(deps, order)
  if (order.provider_payment_id === null)
    await inUnitOfWork(deps, async (unit) => {
      const locked = await lockWithMember(unit, order)
      if (locked.provider_payment_id === null) await updateOrder(unit.db, order.id, { provider_payment_id: payment })
    })
  await takeFactsAlone(deps, { provider: order.provider, tenant: order.tenant }, await provider.get(payment))
}

/** The call that was to begin it never arrived. */
async function giveUp(deps: Deps, { id, member_id, created_at: created }: Order): Promise<void> {
  if (deps.now().getTime() - created.getTime() < NEVER_BEGUN) return
  await inUnitOfWork(deps, async (unit) => {
    const order = await lockWithMember(unit, { id, member_id })
    if (order.status === 'loading' && order.provider_payment_id === null) await settleOrder(unit, order, 'cancelled')
  })
}
