import {
  createMollieClient,
  MandateMethod,
  PaymentEmbed,
  PaymentMethod as Method,
  SequenceType,
  type Locale as MollieLocale
} from '@mollie/api-client'
import type { Locale } from '../../../../shared/i18n/locales.ts'
import { isLocalHost } from '../../../../shared/tenants/hosts.ts'
import type { PaymentMethod } from '../../../../shared/tenants/selling.ts'
import { HttpError } from '../../../http/http-error.ts'
import { PROVIDER_DEADLINE, ProviderRefused, type Checkout, type PaymentProvider } from '../port.ts'
import { factsOf, referenceOf, toMinor, toValue, type MolliePayment } from './facts.ts'
import { unlessUnknown, withinDeadline } from './within-deadline.ts'

const METHODS: Readonly<Record<PaymentMethod, Method>> = {
  card: Method.creditcard,
  paypal: Method.paypal,
  ideal: Method.ideal,
  directdebit: Method.directdebit
}

/** The language of Mollie's page. */
const LANGUAGES: Readonly<Record<Locale, string>> = {
  da: 'da_DK',
  de: 'de_DE',
  en: 'en_US',
  es: 'es_ES',
  fi: 'fi_FI',
  fr: 'fr_FR',
  it: 'it_IT',
  nb: 'nb_NO',
  nl: 'nl_NL',
  pl: 'pl_PL',
  sv: 'sv_SE'
}

/** How far Mollie's clock and ours may differ, in ms. */
const CLOCKS = 5 * 60_000

/**
 * Mollie, by its official client, with the API key of one brand. Its reports contain nothing but the name of a payment: what happened is always
 * fetched with our own key. Mollie honours an idempotency key for an hour; for anything that may be repeated later, we look first whether it exists.
 */
export function createMollieProvider({
  apiKey,
  url,
  deadline = PROVIDER_DEADLINE
}: {
  apiKey: string
  /** Only in tests: otherwise the client knows Mollie's address. */
  url?: string
  deadline?: number
}): PaymentProvider {
  const mollie = createMollieClient({ apiKey, ...(url !== undefined && { apiEndpoint: url }) })
  const EVERYTHING = { embed: [PaymentEmbed.refunds, PaymentEmbed.chargebacks] }

  const within = <T>(calls: (go: () => void) => Promise<T>) => withinDeadline(deadline, calls)

  /** A saved card or a mandate belongs to a customer at Mollie, without a name or with the account holder's. */
  async function newCustomer(key: string, name?: string): Promise<string> {
    const { id } = await mollie.customers.create({ ...(name !== undefined && { name }), idempotencyKey: `customer-${key}` })
    return id
  }

  /** Has Mollie note a mandate that was given to us. Returns Mollie's name for it. */
  async function newMandate(customer: string, { name, iban, reference, signedOn }: NonNullable<Checkout['mandate']>): Promise<string> {
    const { id } = await mollie.customerMandates.create({
      customerId: customer,
      method: MandateMethod.directdebit,
      consumerName: name,
      consumerAccount: iban,
      signatureDate: signedOn,
      mandateReference: reference,
      idempotencyKey: `mandate-${reference}`
    })
    return id
  }

  const deleteCustomer = async (customer: string) =>
    await unlessUnknown(within(() => mollie.customers.delete(customer, { idempotencyKey: `forget-${customer}` })))

  const get = async (payment: string) => await mollie.payments.get(payment, EVERYTHING)

  /** Payments that were begun at `since` or later, newest first, as Mollie lists them. */
  async function* newest(since: Date): AsyncGenerator<MolliePayment> {
    let from: string | undefined
    do {
      const page = await within(() => mollie.payments.page({ limit: 250, ...(from !== undefined && { from }) }))
      for (const payment of page) {
        if (new Date(payment.createdAt) < since) return
        yield payment
      }
      from = page.nextPageCursor
    } while (from !== undefined)
  }

  return {
    name: 'mollie',

    async begin({ reference, amount, currency, method, language, description, returnTo, webhook, saveCard, card, mandate }) {
      let customer: string | null = null
      let noted = mandate?.kept ?? null
      try {
        return await within(async (go) => {
          if (mandate && noted === null) {
            customer = await newCustomer(mandate.reference, mandate.name)
            go()
            noted = { customer, card: await newMandate(customer, mandate) }
          } else if (saveCard && card === null) customer = await newCustomer(reference)
          go()
          const kept = noted ?? card
          const payment = await mollie.payments.create({
            amount: { currency, value: toValue(amount) },
            description,
            method: METHODS[method],
            metadata: { reference },
            locale: (LANGUAGES[language as Locale] ?? LANGUAGES.en) as MollieLocale,
            redirectUrl: returnTo,
            // Mollie refuses addresses that it can't reach; on a developer's machine, the job polls instead.
            ...(!isLocalHost(new URL(webhook).hostname) && { webhookUrl: webhook }),
            ...(kept
              ? { customerId: kept.customer, mandateId: kept.card, sequenceType: SequenceType.recurring }
              : customer !== null && { customerId: customer, sequenceType: SequenceType.first }),
            idempotencyKey: `payment-${reference}`
          })
          const next = payment.status === 'open' ? payment.getCheckoutUrl() : null
          const until = next !== null && payment.expiresAt ? new Date(payment.expiresAt) : null
          return { payment: payment.id, next, until, facts: factsOf(payment), ...(mandate && { mandate: noted }) }
        })
      } catch (error) {
        if (error instanceof ProviderRefused) {
          error.mandate = noted
          // We store no name for this customer, so nothing else would delete it.
          if (customer !== null && noted === null) await deleteCustomer(customer).catch(() => {})
        }
        throw error
      }
    },

    get: async (payment) => await within(async () => factsOf(await get(payment))),

    async find(reference, since) {
      for await (const payment of newest(new Date(since.getTime() - CLOCKS))) if (referenceOf(payment) === reference) return payment.id
      return null
    },

    async cancel(id) {
      return await within(async (go) => {
        const payment = await get(id)
        // A direct debit under way could be cancelled too, but its member has already bought something.
        if (payment.status !== 'open' || !payment.isCancelable) return factsOf(payment)
        go()
        return factsOf(await mollie.payments.cancel(id, { idempotencyKey: `cancel-${id}` }))
      })
    },

    async refund({ payment: id, reference, amount, currency, description }) {
      return await within(async (go) => {
        const ours = factsOf(await get(id)).filter((fact) => fact.refund === reference)
        const known = ours.find(({ kind }) => kind === 'refunded')
        if (known) return known.event
        go()
        const refund = await mollie.paymentRefunds.create({
          paymentId: id,
          amount: { currency, value: toValue(amount) },
          description,
          metadata: { reference },
          // One that has failed is created again.
          idempotencyKey: `refund-${reference}-${ours.length}`
        })
        return refund.id
      })
    },

    async removeCard({ customer }) {
      // The customer was made for this card or account alone, and Mollie deletes its mandates with it.
      await deleteCustomer(customer)
    },

    async readWebhook({ body }) {
      const id = new URLSearchParams(body).get('id') ?? ''
      if (!/^tr_\w{1,40}$/.test(id)) throw new HttpError('bad_signature')
      // The payment isn't this account's. Mollie wants an answer that doesn't reveal that.
      return (await unlessUnknown(within(async () => factsOf(await get(id))))) ?? []
    },

    async *list(from, to) {
      const found: MolliePayment[] = []
      for await (const payment of newest(from)) if (new Date(payment.createdAt) < to) found.push(payment)
      for (const payment of found.toReversed())
        yield {
          payment: payment.id,
          reference: referenceOf(payment),
          createdAt: new Date(payment.createdAt),
          amount: toMinor(payment.amount.value),
          currency: payment.amount.currency,
          paid: payment.status === 'paid',
          returned: [payment.amountRefunded, payment.amountChargedBack].reduce((sum, back) => sum + (back ? toMinor(back.value) : 0), 0)
        }
    }
  }
}
