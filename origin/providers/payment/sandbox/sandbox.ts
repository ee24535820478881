import { verifyBody } from '../../../../shared/auth/body-signature.ts'
import { HttpError } from '../../../http/http-error.ts'
import { PROVIDER_DEADLINE, ProviderRefused, ProviderUnavailable, type Fact, type PaymentProvider } from '../port.ts'
import type { SandboxAccount } from './account.ts'
import { returnedOf, type SandboxPayment } from './payments.ts'

/** What the sandbox's signatures are for. */
export const WEBHOOK_PURPOSE = 'payment-webhook'
/** How old a signed call may be, and how far clocks may differ, in ms. */
const WEBHOOK_WINDOW = 5 * 60_000

/** The sandbox as a provider: everything it says comes over the network from its own server (server.ts). */
export function createSandboxProvider({
  url,
  account: { apiKey, webhookSecret },
  realNow,
  deadline = PROVIDER_DEADLINE
}: {
  url: string
  account: SandboxAccount
  realNow: () => number
  deadline?: number
}): PaymentProvider {
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    let answer: Response
    let text: string
    try {
      answer = await fetch(`${url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(deadline),
        ...(body && { body: JSON.stringify(body) })
      })
      text = await answer.text()
    } catch (error) {
      throw new ProviderUnavailable('the sandbox did not answer', { cause: error })
    }
    if (answer.status >= 500 || answer.status === 429) throw new ProviderUnavailable(`the sandbox answered ${answer.status}`)
    const said = JSON.parse(text) as T & { error?: string }
    if (!answer.ok) throw new ProviderRefused(said.error ?? String(answer.status))
    return said
  }

  type Shown = SandboxPayment & { url: string }
  const one = (id: string) => `/payments/${encodeURIComponent(id)}`

  return {
    name: 'sandbox',

    async begin({ reference, amount, currency, method, language, description, returnTo, saveCard, card, webhook, mandate }) {
      const {
        id,
        status,
        url: page,
        expires_at: until,
        facts
      } = await ask<Shown>('POST', '/payments', {
        reference,
        amount,
        currency,
        method,
        language,
        description,
        return_url: returnTo,
        webhook_url: webhook,
        save_card: saveCard,
        card: card?.card ?? null,
        mandate: mandate && { iban: mandate.iban, holder: mandate.name, reference: mandate.reference }
      })
      const open = status === 'open'
      return { payment: id, next: open ? page : null, until: open ? new Date(until) : null, facts }
    },

    get: async (payment) => (await ask<Shown>('GET', one(payment))).facts,

    async find(reference) {
      const { payments } = await ask<{ payments: Shown[] }>('GET', `/payments?reference=${encodeURIComponent(reference)}`)
      return payments[0]?.id ?? null
    },

    cancel: async (payment) => (await ask<Shown>('POST', `${one(payment)}/cancel`, {})).facts,

    async refund({ payment, reference, amount }) {
      return (await ask<{ event: string }>('POST', `${one(payment)}/refunds`, { reference, amount })).event
    },

    async removeCard({ card }) {
      await ask('DELETE', `/cards/${encodeURIComponent(card)}`)
    },

    async readWebhook({ body, signature }) {
      if (!(await verifyBody(webhookSecret, WEBHOOK_PURPOSE, body, signature, realNow(), WEBHOOK_WINDOW)))
        throw new HttpError('bad_signature')
      return [JSON.parse(body) as Fact]
    },

    async *list(from, to) {
      const { payments } = await ask<{ payments: Shown[] }>('GET', `/payments?from=${from.toISOString()}&to=${to.toISOString()}`)
      for (const payment of payments)
        yield {
          payment: payment.id,
          reference: payment.reference,
          createdAt: new Date(payment.created_at),
          amount: payment.amount,
          currency: payment.currency,
          paid: payment.status === 'paid',
          returned: returnedOf(payment)
        }
    }
  }
}
