import { randomBytes } from 'node:crypto'
import type { PaymentMethod } from '../../../../shared/tenants/selling.ts'
import type { Fact } from '../port.ts'

/** How long a page of the sandbox may be paid at, in ms. */
const OPEN_FOR = 15 * 60_000

/** A payment as the sandbox knows it; it answers with this as JSON. */
export interface SandboxPayment {
  id: string
  brand: string
  reference: string
  amount: number
  currency: string
  method: PaymentMethod
  language: string
  description: string
  return_url: string
  webhook_url: string
  save_card: boolean
  /** Of a direct debit: the account to collect from. */
  mandate: { iban: string; holder: string; reference: string } | null
  status: 'open' | 'pending' | 'paid' | 'failed' | 'cancelled'
  /** Secret part of the page's address. */
  token: string
  created_at: string
  expires_at: string
  /** What happened, in order: also what the webhooks say. */
  facts: Fact[]
}

export interface SandboxCard {
  id: string
  brand: string
  customer: string
  label: string
  /** Later payments with it are declined. */
  declines: boolean
}

/** Everything that the sandbox remembers. */
export interface SandboxState {
  payments: SandboxPayment[]
  cards: SandboxCard[]
}

/** What a payer can choose on the sandbox's page. */
export const OUTCOMES = ['pay', 'fail', 'cancel', 'later', 'later_fail'] as const
export type SandboxOutcome = (typeof OUTCOMES)[number]

/** A new payment, as asked for. */
export type NewPayment = Pick<
  SandboxPayment,
  'reference' | 'amount' | 'currency' | 'method' | 'language' | 'description' | 'return_url' | 'webhook_url' | 'save_card' | 'mandate'
> & { card: string | null }

/** Accounts of the sandbox whose banks refuse to pay, or take back what they paid; any other pays. */
export const DEBITED = { refused: 'NL50SAND0000000002', taken_back: 'NL23SAND0000000003' } as const

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('base64url')}`

/**
 * The sandbox's own rules, without any network. Each change returns the facts that are new, which are then reported.
 * @param saved called after every change
 */
export function createSandboxPayments(state: SandboxState, { now, saved }: { now: () => Date; saved: () => void }) {
  const { payments, cards } = state

  function add(payment: SandboxPayment, kind: Fact['kind'], more: Partial<Fact> = {}): Fact {
    const { id, reference, amount, currency, facts } = payment
    const count = facts.filter((fact) => fact.kind === kind).length
    const fact: Fact = { event: `evt_${id}_${kind}_${count + 1}`, payment: id, reference, kind, amount, currency, ...more }
    facts.push(fact)
    saved()
    return fact
  }

  /** A page that wasn't paid in time is closed. */
  function withExpiry(payment: SandboxPayment): SandboxPayment {
    if (payment.status === 'open' && now() >= new Date(payment.expires_at)) {
      payment.status = 'cancelled'
      add(payment, 'cancelled', { reason: 'expired' })
    }
    return payment
  }

  const of = (brand: string) => payments.filter((payment) => payment.brand === brand).map(withExpiry)
  const find = (brand: string, id: string) => of(brand).find((payment) => payment.id === id)
  const atPage = (token: string) => {
    const payment = payments.find((one) => one.token === token)
    return payment && withExpiry(payment)
  }

  function pay(payment: SandboxPayment, card: Fact['card'] = null): Fact[] {
    payment.status = 'paid'
    return [add(payment, 'completed', { card })]
  }

  function fail(payment: SandboxPayment, reason: string): Fact[] {
    payment.status = 'failed'
    return [add(payment, 'failed', { reason })]
  }

  function keep(brand: string, declines: boolean): SandboxCard {
    const card = { id: newId('card'), brand, customer: newId('cust'), label: `Visa •••• ${declines ? '0341' : '4242'}`, declines }
    cards.push(card)
    return card
  }

  return {
    of,
    find,
    atPage,

    /** One payment per reference, however often it is asked for. */
    begin(brand: string, { card: kept, ...asked }: NewPayment): { payment: SandboxPayment; news: Fact[] } {
      const known = of(brand).find(({ reference }) => reference === asked.reference)
      if (known) return { payment: known, news: [] }
      const at = now()
      const payment: SandboxPayment = {
        ...asked,
        id: newId('pay'),
        brand,
        status: 'open',
        token: randomBytes(16).toString('base64url'),
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + OPEN_FOR).toISOString(),
        facts: []
      }
      payments.push(payment)
      saved()
      if (kept !== null) {
        const card = cards.find((one) => one.brand === brand && one.id === kept)
        if (!card) return { payment, news: fail(payment, 'card_unknown') }
        return { payment, news: card.declines ? fail(payment, 'card_declined') : pay(payment) }
      }
      if (payment.method !== 'directdebit') return { payment, news: [] }
      // Banks take days.
      payment.status = 'pending'
      return { payment, news: [add(payment, 'pending')] }
    },

    /** What the payer chose on the page; nothing once it is closed. */
    choose(payment: SandboxPayment, outcome: SandboxOutcome, declines: boolean): Fact[] {
      if (payment.status !== 'open') return []
      if (outcome === 'cancel') {
        payment.status = 'cancelled'
        return [add(payment, 'cancelled')]
      }
      if (outcome === 'fail') return fail(payment, payment.method === 'card' ? 'card_declined' : 'refused')
      payment.status = 'pending'
      const pending = add(payment, 'pending')
      if (outcome !== 'pay') return [pending]
      const card = payment.save_card && payment.method === 'card' ? keep(payment.brand, declines) : null
      return [pending, ...pay(payment, card && { customer: card.customer, card: card.id, label: card.label })]
    },

    /** How a pending payment ends. */
    settle(payment: SandboxPayment, good: boolean): Fact[] {
      if (payment.status !== 'pending') return []
      return good ? pay(payment) : fail(payment, 'refused')
    },

    cancel(payment: SandboxPayment): Fact[] {
      if (payment.status !== 'open') return []
      payment.status = 'cancelled'
      return [add(payment, 'cancelled')]
    },

    /** Refunds money, once per reference; null if there isn't that much left. */
    refund(payment: SandboxPayment, amount: number, reference: string | null): { fact: Fact; news: Fact[] } | null {
      const known = reference === null ? undefined : refundsOf(payment).find((fact) => fact.refund === reference)
      if (known) return { fact: known, news: [] }
      if (payment.status !== 'paid' || amount > payment.amount - returnedOf(payment)) return null
      const fact = add(payment, 'refunded', { amount, refund: reference })
      return { fact, news: [fact] }
    },

    /** The newest refund doesn't arrive: its money is back here. */
    failRefund(payment: SandboxPayment): Fact[] {
      const last = refundsOf(payment).at(-1)
      return last ? [add(payment, 'refund_failed', { amount: last.amount, failed: last.event, reason: 'failed' })] : []
    },

    /** The payer's bank takes back an amount, by default the whole payment, whatever was refunded before. */
    chargeBack(payment: SandboxPayment, amount = payment.amount): Fact[] {
      const isLeft = payment.status === 'paid' && takenOf(payment) + amount <= payment.amount
      return isLeft ? [add(payment, 'charged_back', { amount })] : []
    },

    /** The bank returns what it took last. */
    reverseChargeback(payment: SandboxPayment): Fact[] {
      const isReversed = (event: string) => payment.facts.some(({ chargeback }) => chargeback === event)
      const last = payment.facts.findLast(({ kind, event }) => kind === 'charged_back' && !isReversed(event))
      return last ? [add(payment, 'chargeback_reversed', { amount: last.amount, chargeback: last.event })] : []
    },

    removeCard(brand: string, id: string): void {
      const index = cards.findIndex((card) => card.brand === brand && card.id === id)
      if (index >= 0) cards.splice(index, 1)
      saved()
    }
  }
}

export type SandboxPayments = ReturnType<typeof createSandboxPayments>

/** Refunds of a payment that haven't failed, oldest first. */
export function refundsOf({ facts }: Pick<SandboxPayment, 'facts'>): Fact[] {
  return facts.filter(({ kind, event }) => kind === 'refunded' && !facts.some(({ failed }) => failed === event))
}

/** How much of a payment was given back, by refunds and by the bank. */
export function returnedOf(payment: Pick<SandboxPayment, 'facts'>): number {
  return sumOf(payment, 'refunded') - sumOf(payment, 'refund_failed') + takenOf(payment)
}

const takenOf = (payment: Pick<SandboxPayment, 'facts'>) => sumOf(payment, 'charged_back') - sumOf(payment, 'chargeback_reversed')

const sumOf = ({ facts }: Pick<SandboxPayment, 'facts'>, wanted: Fact['kind']) =>
  facts.reduce((sum, { kind, amount }) => (kind === wanted ? sum + amount : sum), 0)
