/** Beginnings of the storage keys that hold what a member has written: pending messages (`localStorage`), drafts (`sessionStorage`). */
export const OUTBOX_PREFIX = 'outbox:'
export const DRAFT_PREFIX = 'draft:'

/** Nothing a member has written stays on a device that they log out from. */
export function forgetWritten(): void {
  try {
    forget(localStorage, OUTBOX_PREFIX)
    forget(sessionStorage, DRAFT_PREFIX)
  } catch {
    // Storage is switched off: nothing is kept there.
  }
}

function forget(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
