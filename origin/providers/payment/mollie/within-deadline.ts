import { MollieApiError } from '@mollie/api-client'
import { ProviderRefused, ProviderUnavailable } from '../port.ts'

/** These statuses say nothing about the payment: the key is wrong, there were too many calls, the same call is under way, or Mollie is down. */
const NOTHING_KNOWN = [401, 403, 408, 409, 429]
/** It isn't this account's, or is gone. */
const UNKNOWN = [404, 410]

/** The results of these calls, within the time that a provider's call may take. The client itself waits for ever, and repeats what failed. */
export async function withinDeadline<T>(deadline: number, calls: (go: () => void) => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let over = false
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over = true
      reject(new ProviderUnavailable('Mollie did not answer in time'))
    }, deadline)
  })
  const go = () => {
    if (over) throw new ProviderUnavailable('Mollie did not answer in time')
  }
  try {
    return await Promise.race([calls(go), late])
  } catch (error) {
    throw translated(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Did Mollie answer that it doesn't exist? */
class UnknownAtMollie extends ProviderRefused {}

/** Null if Mollie doesn't know it. */
export async function unlessUnknown<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof UnknownAtMollie) return null
    throw error
  }
}

function translated(error: unknown): unknown {
  if (!(error instanceof MollieApiError)) return error
  const { statusCode, message } = error
  if (statusCode !== undefined && UNKNOWN.includes(statusCode)) return new UnknownAtMollie(message, { cause: error })
  return statusCode === undefined || statusCode >= 500 || NOTHING_KNOWN.includes(statusCode)
    ? new ProviderUnavailable(`Mollie: ${message}`, { cause: error })
    : new ProviderRefused(message, { cause: error })
}
