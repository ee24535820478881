import type { Outbox } from './outbox.ts'

let opened: Outbox | null = null
const listeners = new Set<() => void>()

/** The outbox of this page's member; null on the edge, and while the member is unknown. */
export function openedOutbox(): Outbox | null {
  return opened
}

/** Calls the listener when the outbox is opened. */
export function onOutboxOpened(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Makes this the page's outbox. */
export function openOutbox(outbox: Outbox): void {
  opened = outbox
  for (const listener of listeners) listener()
}
