import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { ProviderUnavailable, type PaymentProvider } from '../providers/payment/port.ts'

/** When to try again, in seconds. */
const RETRY_AFTER = 30

/** The provider of a brand. Throws `not_found` on one that sells nothing, and `payment_unavailable` while its provider isn't set up. */
export async function providerOf(deps: Pick<Deps, 'payments' | 'log'>, { settings }: TenantRecord): Promise<PaymentProvider> {
  const { payment_provider: name, id } = settings
  if (name === 'none') throw notFound()
  const provider = await deps.payments.open(name, id)
  if (provider) return provider
  deps.log.error({ tenant: id, provider: name }, 'the payment provider is not set up')
  throw unavailable()
}

/** What a call of a provider returns. One that could not be reached becomes `payment_unavailable`: the origin itself is well. */
export async function unlessUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable() : error
  }
}

/** The provider hasn't answered; `retryAfter`: seconds until it is worth trying again. */
export const unavailable = (retryAfter = RETRY_AFTER) => new HttpError('payment_unavailable', { retryAfter })
