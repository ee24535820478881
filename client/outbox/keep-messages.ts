import type { PendingMessage } from './pending-message.ts'

/** A store in which one member's pending messages survive a reload. Any call may fail: then they wait in memory. */
export interface OutboxStore {
  all: () => Promise<PendingMessage[]>
  put: (message: PendingMessage) => Promise<void>
  delete: (clientId: string) => Promise<void>
}

/**
 * The pending messages of this tab and of the device. A change is visible at once and stored in its turn; if it can't be stored, it stays in memory.
 * @param changed called after every change
 */
export function keepMessages(store: OutboxStore, changed: () => void) {
  /** What the store had when it was last read. */
  let stored: ReadonlyMap<string, PendingMessage> | null = null
  /** Changes that the store doesn't have yet, or can't take; null stands for removed. */
  const ahead = new Map<string, PendingMessage | null>()
  /** Reads and writes of the store, one after another. */
  let queue: Promise<void> = Promise.resolve()
  let entries: readonly PendingMessage[] = []
  /** Messages that the server turned out to have before the store was read. */
  const settledEarly = new Set<string>()

  function update(): void {
    const found = new Map<string, PendingMessage | null>([...(stored ?? []), ...ahead])
    entries = [...found.values()].filter((entry) => entry !== null).sort((a, b) => a.queued - b.queued)
    changed()
  }

  /** Reads what this tab and others have stored, after everything that this one is storing. */
  function refresh(): Promise<void> {
    queue = queue.then(async () => {
      try {
        stored = new Map((await store.all()).map((entry) => [entry.clientId, entry]))
      } catch {
        // No storage: only what is in memory.
        stored ??= new Map()
      }
      for (const clientId of settledEarly) if (stored.has(clientId)) save(clientId, null)
      settledEarly.clear()
      update()
    })
    return queue
  }

  function save(clientId: string, entry: PendingMessage | null): void {
    ahead.set(clientId, entry)
    queue = queue.then(async () => {
      // Changed again meanwhile, or sent by another tab.
      if (ahead.get(clientId) !== entry) return
      try {
        await (entry ? store.put(entry) : store.delete(clientId))
      } catch {
        return
      }
      const now = new Map(stored)
      if (entry) now.set(clientId, entry)
      else now.delete(clientId)
      stored = now
      if (ahead.get(clientId) === entry) ahead.delete(clientId)
    })
  }

  return {
    /** All of them, oldest first. */
    all: () => entries,
    find: (clientId: string) => entries.find((entry) => entry.clientId === clientId),
    put: (entry: PendingMessage) => save(entry.clientId, entry),
    remove: (clientId: string) => save(clientId, null),
    /** Another tab has sent it: this tab's pending change of it is out of date. */
    drop: (clientId: string) => ahead.delete(clientId),
    /** Removes messages that the store turns out to have when it is first read. */
    removeOnceRead(clientIds: readonly string[]): void {
      if (!stored) for (const clientId of clientIds) settledEarly.add(clientId)
    },
    update,
    refresh,
    /** Resolves when everything so far is stored, or can only be kept in memory. */
    written: () => queue,
    /** Is something in memory only? */
    atRisk: () => [...ahead.values()].some((entry) => entry !== null)
  }
}
