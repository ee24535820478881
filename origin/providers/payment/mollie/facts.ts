import type { Payment, Refund, RefundStatus } from '@mollie/api-client'
import type { Fact } from '../port.ts'

/** A payment as the client returns it, with the refunds and chargebacks that were asked for. */
export type MolliePayment = Payment

/** What we store with a payment or a refund: our name for it. */
interface Metadata {
  reference?: string
}

/** Our name for a payment or a refund; null if it wasn't made by us. */
export function referenceOf({ metadata }: { metadata: unknown }): string | null {
  const reference = (metadata as Metadata | null)?.reference
  return typeof reference === 'string' ? reference : null
}

/** Minor units as Mollie writes them: every currency that a brand can sell in has two decimals. */
export function toValue(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
}

/** What Mollie writes as `9.95`, in minor units. */
export function toMinor(value: string): number {
  const [whole = '', part = ''] = value.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

const KINDS: Readonly<Record<Payment['status'], Fact['kind'] | null>> = {
  open: null,
  pending: 'pending',
  authorized: 'pending',
  paid: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
  expired: 'cancelled'
}

/** Refunds in these states are on their way or have arrived. One made at Mollie itself that is still waiting can be cancelled there. */
const LEAVING: readonly RefundStatus[] = ['processing', 'refunded'] as RefundStatus[]
const NOT_MADE: readonly RefundStatus[] = ['failed', 'canceled'] as RefundStatus[]

/** Every fact about a payment, each under a name that stays the same however often the payment is fetched. */
export function factsOf(payment: MolliePayment): Fact[] {
  const { id, status, amount, _embedded: more } = payment
  const { currency } = amount
  const about = { payment: id, reference: referenceOf(payment), currency }
  const kind = KINDS[status]
  const facts: Fact[] =
    kind === null ? [] : [{ ...about, event: `${id}_${status}`, kind, amount: toMinor(amount.value), ...detailsOf(payment) }]
  // Oldest first, so that a refund that has failed is known when the one that replaces it comes.
  for (const refund of (more?.refunds ?? []).toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt)))
    facts.push(...ofRefund(refund).map((fact) => ({ ...about, ...fact })))
  for (const chargeback of more?.chargebacks ?? []) {
    const { id: event } = chargeback
    const taken = { ...about, amount: toMinor(chargeback.amount.value) }
    facts.push(
      chargeback.reversedAt
        ? { ...taken, event: `${event}_reversed`, kind: 'chargeback_reversed', chargeback: event }
        : { ...taken, event, kind: 'charged_back' }
    )
  }
  return facts
}

type RefundFact = Pick<Fact, 'event' | 'amount' | 'refund' | 'failed' | 'reason'> & { kind: 'refunded' | 'refund_failed' }

function ofRefund({ id, status, amount, metadata }: Refund): RefundFact[] {
  const refund = { amount: toMinor(amount.value), refund: referenceOf({ metadata }) }
  if (NOT_MADE.includes(status)) return [{ ...refund, event: `${id}_failed`, kind: 'refund_failed', failed: id, reason: status }]
  return refund.refund !== null || LEAVING.includes(status) ? [{ ...refund, event: id, kind: 'refunded' }] : []
}

interface CardDetails {
  cardLabel?: string | null
  cardNumber?: string | null
}

/** The card that was kept, or why a payment failed. */
function detailsOf({ status, method, sequenceType, customerId, mandateId, details }: MolliePayment): Partial<Fact> {
  if (status === 'failed') return { reason: method === 'creditcard' ? 'card_declined' : 'refused' }
  if (status === 'expired') return { reason: 'expired' }
  if (status !== 'paid' || sequenceType !== 'first' || !customerId || !mandateId) return {}
  const { cardLabel, cardNumber } = (details ?? {}) as CardDetails
  const label = [cardLabel ?? 'Card', ...(cardNumber ? [`•••• ${cardNumber.slice(-4)}`] : [])].join(' ')
  return { card: { customer: customerId, card: mandateId, label } }
}
