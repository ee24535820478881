import type { PaymentMethod } from '../../../shared/tenants/selling.ts'

/** A provider's names for a card that it keeps for us: of the customer it belongs to, and of the card. */
export interface KeptCard {
  customer: string
  card: string
}

/** A bank account that its owner lets us collect from. */
export interface DebitMandate {
  name: string
  iban: string
  /** Our own reference of the mandate, which the bank statement shows. */
  reference: string
  /** The day on which it was signed where the brand is, `YYYY-MM-DD`, as the mandate itself says it. */
  signedOn: string
  /** What the provider has called it when it was first used (`Begun.mandate`); null the first time. */
  kept?: KeptCard | null
}

/** A payment to begin. */
export interface Checkout {
  /** Our name for it. However often it is begun under this name, there is one payment. */
  reference: string
  /** Minor units of the currency. */
  amount: number
  currency: string
  method: PaymentMethod
  language: string
  /** The text on the bank statement: neutral. */
  description: string
  /** Where the provider's page sends the reader afterwards. Anything it adds to the address is ignored. */
  returnTo: string
  /** Where the provider reports what happens. */
  webhook: string
  /** Keep the card, so that the next payment needs no page. */
  saveCard: boolean
  /** Collect from this card, without a page. */
  card: KeptCard | null
  /** Collect from this account; always given for a direct debit, otherwise null. */
  mandate: DebitMandate | null
}

/** What a provider says about a payment, each thing under a name of its own: it may be said several times and in any order. */
export interface Fact {
  /** Unique in the account at this provider. */
  event: string
  payment: string
  /** The `reference` it was begun under; null if the provider doesn't say. */
  reference: string | null
  kind: 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded' | 'refund_failed' | 'charged_back' | 'chargeback_reversed'
  /** What is paid, given back, or returned by a bank. */
  amount: number
  currency: string
  /** Of a refund: our name for it, or null if it was made at the provider itself. */
  refund?: string | null
  /** Of a refund that doesn't arrive although it was accepted: the event that reported the refund. */
  failed?: string
  /** Of a reversed chargeback: the event that reported the chargeback. */
  chargeback?: string
  /** Of a completed payment: the card that was kept, with what may be shown of it, such as "Visa •••• 4242". */
  card?: (KeptCard & { label: string }) | null
  /** Why it failed, or a refund of it, as a code. */
  reason?: string | null
}

/** A payment that has been begun. */
export interface Begun {
  payment: string
  /** The provider's page; null if there is nothing to do there. */
  next: string | null
  /** Until when it may be paid there. */
  until: Date | null
  /** Facts known already, such as that a saved card was charged. */
  facts: Fact[]
  /** The provider's name for the mandate, if it has one. */
  mandate?: KeptCard | null
}

/** A payment in a provider's own list, for reconciliation. */
export interface ListedPayment {
  payment: string
  reference: string | null
  createdAt: Date
  amount: number
  currency: string
  paid: boolean
  /** Given back, by refunds and by chargebacks that were not reversed. */
  returned: number
}

/** A call of the provider, as it arrived. */
export interface WebhookCall {
  body: string
  contentType: string
  /** The header that signs it; null without one. */
  signature: string | null
}

/**
 * A provider of payments, with the keys of one brand. Every call may be repeated: the same reference has one effect. Calls throw
 * `ProviderUnavailable` when nothing is known of their effect, and `ProviderRefused` when they had none and never will.
 */
export interface PaymentProvider {
  /** The same as in the setting `payment_provider` and in stored orders. */
  readonly name: string
  /** Begins a payment, or finds the one that this reference has begun before. */
  begin(checkout: Checkout): Promise<Begun>
  /** Everything that is known about a payment. */
  get(payment: string): Promise<Fact[]>
  /** The payment begun under a reference, at `since` or later; null if there is none. */
  find(reference: string, since: Date): Promise<string | null>
  /** Ends a payment that no one has paid, where the provider can do so. Returns what is then known. */
  cancel(payment: string): Promise<Fact[]>
  /** Sends money back, once under its reference. Returns the provider's name for it. */
  refund(refund: { payment: string; reference: string; amount: number; currency: string; description: string }): Promise<string>
  /** Forgets a kept card or mandate; one that it doesn't know counts as forgotten. */
  removeCard(card: KeptCard): Promise<void>
  /** The facts in a call, if it is really the provider's; throws `bad_signature` otherwise. */
  readWebhook(call: WebhookCall): Promise<Fact[]>
  /** Payments begun in a period, oldest first. */
  list(from: Date, to: Date): AsyncIterable<ListedPayment>
}

/** The providers of payments. */
export interface PaymentProviders {
  /** The provider of this name with the keys of a brand; null if it isn't set up. */
  open(name: string, brand: string): Promise<PaymentProvider | null>
}

/** The provider could not be reached, took too long, or said that it can't at the moment. */
export class ProviderUnavailable extends Error {}

/** The provider refused for good; the message is its reason. */
export class ProviderRefused extends Error {
  /** Its name for the mandate, if it had registered it before refusing, for this order or an earlier one. */
  mandate: KeptCard | null = null
}

/** How long a call of a provider may take, in ms: less than the edge waits for the answer to a write. */
export const PROVIDER_DEADLINE = 8_000
