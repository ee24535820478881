import type { Outbox } from './outbox.ts'

let opened: Outbox | null = null
const listeners = new Set<() => void>()

/** The outbox of the member of this page; null on the edge, and before it is known who that is. */
export function openedOutbox(): Outbox | null {
  return opened
}

/** Tells when the outbox is there. */
export function onOutboxOpened(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From now on this is the page's outbox. */
export function openOutbox(outbox: Outbox): void {
  opened = outbox
  for (const listener of listeners) listener()
}
