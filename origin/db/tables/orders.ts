import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { PaymentState } from '../../../shared/rules/payments.ts'
import type { Currency, PaymentMethod } from '../../../shared/tenants/selling.ts'
import type { GivenConsent } from '../../consents/consents.ts'
import type { OrderTerms } from '../../payments/order-terms.ts'
import type { Fact } from '../../providers/payment/port.ts'
import type { Instant } from './columns.ts'

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

interface OrdersTable {
  id: Generated<number>
  public_id: string
  reference: string
  tenant: string
  /** Row number of the member, who may be gone. */
  member_id: number
  bundle: string
  credits: number
  currency: ColumnType<Currency, string, string>
  /** Amounts are minor units of the currency. */
  price: number
  discount: number
  total: number
  /** A percentage, such as 21. */
  vat_rate: number | null
  discount_code_id: Later<number>
  /** The idempotency key of the request that placed it. */
  request_key: Later<string>
  country: string
  method: PaymentMethod
  recurring: Generated<boolean>
  save_card: Generated<boolean>
  /** Row number of the mandate of a direct debit. */
  mandate_id: Later<number>
  provider: string
  provider_payment_id: Later<string>
  checkout_url: Later<string>
  checkout_until: Later<Date>
  status: ColumnType<PaymentState, PaymentState | undefined, PaymentState>
  failure: Later<string>
  created_at: Instant
  paid_at: Later<Date>
  settled_at: Later<Date>
  ask_at: Later<Date>
  asked: Generated<number>
  refunded: Generated<number>
  refunded_credits: Generated<number>
  /** When a bank last took money of it back; null again once it has returned everything. */
  charged_back_at: Later<Date>
  /** What banks took of the money that hadn't been given back, and the credits it was for. */
  charged_back: Generated<number>
  charged_back_credits: Generated<number>
  /** `total - refunded - charged_back`, and the same of the credits. */
  remaining: GeneratedAlways<number>
  remaining_credits: GeneratedAlways<number>
  /** The brand's terms when it was paid. */
  terms: ColumnType<OrderTerms | null, string | null | undefined, string | null>
  /** What its member agreed to and asked for by ordering; null before migration 346. */
  consent: ColumnType<GivenConsent | null, string | undefined, never>
}

interface PaymentEventsTable {
  event_id: string
  order_id: number
  fact: ColumnType<Fact, string, never>
  created_at: Instant
  applied_at: Later<Date>
  ignored: Later<string>
}

interface RefundsTable {
  id: Generated<number>
  public_id: string
  order_id: number
  amount: number
  credits: number
  kind: 'order' | 'stray'
  author: string
  reason: string
  status: ColumnType<'waiting' | 'done' | 'refused', 'waiting' | 'done' | 'refused' | undefined, 'waiting' | 'done' | 'refused'>
  /** Null although it's done: its member got the money in another way than by this provider. */
  provider_refund_id: Later<string>
  created_at: Instant
  due_at: Instant
  attempts: Generated<number>
  done_at: Later<Date>
  answer: Later<string>
}

interface StoredCardsTable {
  id: Generated<number>
  public_id: string
  /** Null when the member is gone. */
  member_id: number | null
  tenant: string
  provider: string
  customer: string
  card: string
  label: string
  created_at: Instant
  removed_at: Later<Date>
}

interface PaymentLogTable {
  id: Generated<number>
  at: Instant
  author: string
  verb: string
  tenant: string
  order_id: number | null
  member_id: number | null
  credits: number | null
  amount: number | null
  reason: string
}

export interface OrdersTables {
  orders: OrdersTable
  payment_events: PaymentEventsTable
  refunds: RefundsTable
  stored_cards: StoredCardsTable
  payment_log: PaymentLogTable
}
