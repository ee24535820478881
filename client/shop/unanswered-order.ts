import { newIdempotencyKey } from '../api/call.ts'
import { DRAFT_PREFIX } from '../session/device-keys.ts'

const KEY = `${DRAFT_PREFIX}order`

interface Intent {
  order: string
  key: string
}

/** Where the tab's storage is turned off, it lasts as long as the page. */
let last: Intent | null = null

/**
 * The idempotency key for an order that is about to be sent. One that was sent and got no answer may have arrived, so it has the same key when
 * it's sent again, also after the page has been loaded again. Another order is another intent.
 */
export function keyForOrder(order: object): string {
  const text = JSON.stringify(order)
  const before = keptIntent() ?? last
  last = before?.order === text ? before : { order: text, key: newIdempotencyKey() }
  keepIntent(last)
  return last.key
}

/** The order has its answer: the next one is another intent. */
export function forgetOrder(): void {
  last = null
  keepIntent(null)
}

function keptIntent(): Intent | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Intent | null
  } catch {
    return null
  }
}

function keepIntent(intent: Intent | null): void {
  try {
    if (intent) sessionStorage.setItem(KEY, JSON.stringify(intent))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is turned off.
  }
}
