import { newIdempotencyKey } from '../api/call.ts'
import { DRAFT_PREFIX } from '../session/device-keys.ts'
import { keepInTab, readTab } from '../session/tab-storage.ts'

const keyOf = (user: string) => `${DRAFT_PREFIX}${user}:order`

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
export function keyForOrder(user: string, order: object): string {
  const text = JSON.stringify(order)
  const before = (readTab(keyOf(user)) as Intent | null) ?? last
  last = before?.order === text ? before : { order: text, key: newIdempotencyKey() }
  keepInTab(keyOf(user), last)
  return last.key
}

/** The order has its answer: the next one is another intent. */
export function forgetOrder(user: string): void {
  last = null
  keepInTab(keyOf(user), null)
}
