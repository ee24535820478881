import { bundlesIn, discounted } from '../../shared/rules/prices.ts'
import { vatRateIn } from '../../shared/rules/vat.ts'
import { giveConsents } from '../consents/consents.ts'
import { insertWords } from '../consents/store.ts'
import { newPublicId } from '../db/public-id.ts'
import { newReference } from '../db/reference.ts'
import { inUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts'
import { methodsHere } from '../directdebit/offered.ts'
import { keepMandate, mandateFor, mandateOf } from '../directdebit/order-by-debit.ts'
import { bestDiscount } from '../discounts/best-discount.ts'
import { reserveDiscount } from '../discounts/uses.ts'
import type { Handler, MemberContext } from '../http/handler.ts'
import { HttpError, invalidField, notFound } from '../http/http-error.ts'
import { refuseBeyondLimits } from '../limits/refuse-beyond-limits.ts'
import { lockMembers } from '../members/lock-members.ts'
import { ProviderRefused, type Begun, type PaymentProvider } from '../providers/payment/port.ts'
import { settleOrder } from './settle-order.ts'
import { lockWithMember, takeFacts, takeFactsAlone } from './take-facts.ts'
import { findCard } from './card-store.ts'
import { freeDiscount } from './free-discount.ts'
import { findSame, insertOrder, lockOrder, selectOpen, updateOrder, type Order } from './order-store.ts'
import { providerOf, unavailable, unlessUnavailable } from './open-provider.ts'

type Creating = MemberContext<'createPayment'>

/** Why the provider refused an order for good, and its name for the mandate if it had registered it before that. */
type Refused = { refused: string } & Pick<ProviderRefused, 'mandate'>

/** How long the same order returns to the page opened for it, if the provider doesn't say. */
const OPEN_MINUTES = 15
/** The same order with the saved card within this time counts as pressing the button twice. */
const SAME_SECONDS = 120
/** At most this many pages of other orders are closed for a new one: each takes a call to the provider, and some stay open until they expire. */
const CLOSED_AT_ONCE = 5
/** When the provider is asked for the first time what has become of an order. */
const FIRST_ASK = 60_000

/**
 * Begins an order: the row is committed first, then the provider is called without a transaction, then its answer is stored with ours. A process that
 * ends in between leaves an order that the same request, a second tab or the job takes up again under the same reference, so there is one payment.
 * Fictional profiles buy nothing (`not_found`): the company would be paying itself.
 */
export async function createPayment(context: Creating): Promise<Handler<'createPayment'>> {
  const { deps, tenant, viewer } = context
  if (viewer.fictional) throw notFound()
  const provider = await providerOf(deps, tenant)
  await closeOthers(context, provider.name)
  const order = await inUnitOfWork(deps, (unit) => beginOrder(context, unit, provider.name))
  const begun = mustBegin(order, deps.now()) ? await call(context, provider, order) : null
  return async (unit) => {
    const locked = await lockWithMember(unit, order)
    if (begun && 'refused' in begun) {
      if (begun.mandate) await keepMandate(unit.db, locked, begun.mandate)
      if (locked.status === 'loading') await settleOrder(unit, locked, 'failed', { failure: begun.refused })
    } else if (begun) await finish(unit, locked, begun)
    return present(await lockWithMember(unit, order), unit.now)
  }
}

/** Must the provider begin it, for the first time or because its answer with the page was lost? The job may have found the payment since. */
function mustBegin(
  { provider_payment_id: payment, status, recurring, checkout_url: url, checkout_until: until }: Order,
  now: Date
): boolean {
  return payment === null || (status === 'loading' && !recurring && url === null && until !== null && until > now)
}

/**
 * The member's order: a new one, or the same one that has just begun. Everything about the price is computed here again.
 * @param without other orders, which count as cancelled
 */
async function beginOrder(context: Creating, unit: UnitOfWork, provider: string, without: readonly Order[] = []): Promise<Order> {
  const { db, deps, now } = unit
  const { tenant, viewer, body, language, idempotencyKey: key } = context
  const { settings } = tenant
  const { bundle: id, method, country, code, total, currency, credits } = body
  await lockMembers(db, [viewer.id])
  const bundle = bundlesIn(settings, country).find((one) => one.id === id)
  if (!bundle) throw notFound()
  if (!methodsHere(deps, settings, country).includes(method)) throw invalidField('method', 'choose')
  const kept = { member: viewer.id, tenant: settings.id, provider }
  if (body.stored_card !== undefined && (method !== 'card' || (await findCard(db, kept))?.public_id !== body.stored_card))
    throw invalidField('stored_card', 'choose')
  const wish = {
    tenant: settings.id,
    member_id: viewer.id,
    bundle: id,
    method,
    country,
    currency: bundle.currency,
    provider,
    recurring: body.stored_card !== undefined || method === 'directdebit',
    save_card: body.save_card && method === 'card' && body.stored_card === undefined
  }
  const like = await findSame(db, wish, { now, seconds: SAME_SECONDS, key })
  // Its discount is reserved for it: computed again, the price would be higher.
  const same = like && like.total === total && like.currency === currency && like.credits === (credits ?? like.credits) ? like : null
  for (const { id: other } of without.filter((one) => one.id !== same?.id)) {
    const locked = await lockOrder(db, other)
    if (locked.status === 'loading') await settleOrder(unit, locked, 'cancelled')
  }
  if (same) {
    // It counts as spent already. One that is paid stays what it is.
    const limited = { member: viewer.id, tenant: settings, amount: 0, currency, now }
    if (same.status === 'loading') await refuseBeyondLimits(db, limited)
    // Begun again so late, its provider may not know it again: the job finds out what has become of it.
    if (same.provider_payment_id === null && same.checkout_until! <= now) throw unavailable()
    return same
  }
  const buying = { member: viewer, tenant, country, currency: bundle.currency, method, code, now }
  const discount = await bestDiscount(db, { ...buying, price: bundle.price })
  const agreed = discount ? discounted(bundle.price, discount.percentage) : bundle.price
  if (agreed !== total || bundle.currency !== currency || bundle.credits !== (credits ?? bundle.credits))
    throw new HttpError('price_changed', { params: { total: agreed, currency: bundle.currency } })
  await refuseBeyondLimits(db, { member: viewer.id, tenant: settings, amount: agreed, currency: bundle.currency, now })
  const mandate = method === 'directdebit' ? await mandateFor(db, deps, { member: viewer.id, tenant, amount: agreed, language, now }) : null
  if (discount) await freeDiscount(unit, { member: viewer.id, code: discount.id })
  const { given, words } = giveConsents(['order'], { tenant, language, now })
  await insertWords(db, words, now)
  const order = await insertOrder(db, {
    ...wish,
    consent: JSON.stringify(given.order),
    request_key: key,
    mandate_id: mandate?.id ?? null,
    price: bundle.price,
    discount: bundle.price - agreed,
    total: agreed,
    discount_code_id: discount?.id ?? null,
    public_id: newPublicId(),
    reference: newReference(),
    credits: bundle.credits,
    vat_rate: vatRateIn(country),
    created_at: now,
    checkout_until: new Date(now.getTime() + OPEN_MINUTES * 60_000),
    ask_at: new Date(now.getTime() + FIRST_ASK)
  })
  await reserveDiscount(db, order, now)
  return order
}

/** Asks the provider to begin the payment. A permanent refusal ends the order; after anything else it can be tried again. */
async function call({ deps, tenant, language }: Creating, provider: PaymentProvider, order: Order): Promise<Begun | Refused> {
  const base = deps.linkBase(tenant.settings)
  const kept = { member: order.member_id, tenant: order.tenant, provider: provider.name }
  const card = order.method === 'card' && order.recurring ? await findCard(deps.db, kept) : undefined
  const mandate = await mandateOf(deps, order)
  if (mandate === 'unreadable') return await findBegun(provider, order)
  try {
    return await unlessUnavailable(
      provider.begin({
        reference: order.public_id,
        amount: order.total,
        currency: order.currency,
        method: order.method,
        language,
        description: `${tenant.settings.descriptor || tenant.settings.name} ${order.reference}`,
        returnTo: `${base}/transactions/${order.public_id}`,
        webhook: `${base}/api/payment-webhook.php?provider=${provider.name}`,
        saveCard: order.save_card,
        card: card ? { customer: card.customer, card: card.card } : null,
        mandate
      })
    )
  } catch (error) {
    if (error instanceof ProviderRefused) return { refused: error.message, mandate: error.mandate }
    throw error
  }
}

/** The state of an order that can't be begun again because its mandate can't be read: the first call may have arrived; otherwise it has failed. */
async function findBegun(provider: PaymentProvider, order: Order): Promise<Begun | Refused> {
  const payment = await unlessUnavailable(provider.find(order.public_id, order.created_at))
  if (payment === null) return { refused: 'mandate_unreadable', mandate: null }
  return { payment, next: null, until: null, facts: await unlessUnavailable(provider.get(payment)) }
}

/** Stores the payment that the provider has begun. Its reports may have arrived earlier, and so may another tab's call. */
async function finish(unit: UnitOfWork, order: Order, { payment, next, until, facts, mandate }: Begun): Promise<void> {
  if (mandate) await keepMandate(unit.db, order, mandate)
  if (order.provider_payment_id === null) await updateOrder(unit.db, order.id, { provider_payment_id: payment })
  if (order.status === 'loading') {
    const stays = next === null ? {} : { checkout_until: until ?? order.checkout_until }
    await updateOrder(unit.db, order.id, { checkout_url: next, ...stays })
  }
  await takeFacts(unit, { provider: order.provider, tenant: order.tenant }, facts)
}

/**
 * Closes the payment pages of other orders that the member has abandoned, where the provider can. A page that can't be closed expires by itself, unless
 * the new order takes its discount (`freeDiscount`). An order that will be refused closes none.
 */
async function closeOthers(context: Creating, provider: string): Promise<void> {
  const { db, deps, viewer, tenant } = context
  const open = await selectOpen(db, { member: viewer.id, tenant: tenant.settings.id }, CLOSED_AT_ONCE)
  if (open.length === 0) return
  const same = await rehearse(context, provider, open)
  for (const other of open) {
    if (other.id === same) continue
    // Not always this brand's provider of today.
    const theirs = await deps.payments.open(other.provider, other.tenant).catch(() => null)
    const facts = (await theirs?.cancel(other.provider_payment_id!).catch(() => [])) ?? []
    await takeFactsAlone(deps, { provider: other.provider, tenant: other.tenant }, facts)
  }
}

/** An order that is begun to be rolled back. */
class Rehearsed extends Error {
  readonly order: number

  constructor(order: number) {
    super('an order was rehearsed')
    this.order = order
  }
}

/**
 * Begins the order as if the open ones had been closed, and takes all of it back: what refuses an order refuses it here, before anything is closed.
 * Returns its row number, which is that of an open one if that is the same order.
 */
async function rehearse(context: Creating, provider: string, open: readonly Order[]): Promise<number> {
  try {
    return await inUnitOfWork(context.deps, async (unit) => {
      throw new Rehearsed((await beginOrder(context, unit, provider, open)).id)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.order
    throw error
  }
}

/** The answer to the order. */
function present({ public_id: id, status, credits, method, currency, total, checkout_url: url, checkout_until: until }: Order, now: Date) {
  return { payment_id: id, status, credits, payment_method: method, currency, total, next: until && until > now ? url : null }
}
