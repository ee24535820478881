/** Prefixes of the storage keys for what a member has written: pending messages (`localStorage`), drafts (`sessionStorage`). */
export const OUTBOX_PREFIX = 'outbox:'
export const DRAFT_PREFIX = 'draft:'

/** Deletes everything a member has written from a device that they log out from. */
export function forgetWritten(): void {
  try {
    forget(localStorage, OUTBOX_PREFIX)
    forget(sessionStorage, DRAFT_PREFIX)
  } catch {
    // Storage is turned off: nothing is stored there.
  }
}

function forget(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
