import { LOGGED_OUT, tellTabs } from './session-channel.ts'

/** Where pending messages are: in an IndexedDB, or under `localStorage` keys of an earlier version. */
export const OUTBOX_DATABASE = 'outbox'
export const OUTBOX_PREFIX = 'outbox:'
/** Prefix of the `localStorage` keys of unsent messages. */
export const CHAT_DRAFT_PREFIX = 'chat_draft:'
/** Prefix of the `sessionStorage` keys of other drafts. */
export const DRAFT_PREFIX = 'draft:'

/** Deletes everything a member has written from a device that they log out from, in its other tabs too. */
export function forgetWritten(): void {
  tellTabs(LOGGED_OUT)
  forgetDrafts()
  try {
    forget(localStorage, OUTBOX_PREFIX)
    forget(localStorage, CHAT_DRAFT_PREFIX)
    indexedDB.deleteDatabase(OUTBOX_DATABASE)
  } catch {
    // Storage is turned off: nothing is stored there.
  }
}

/** Deletes what this tab alone keeps of that: the storage of another one is out of reach. */
export function forgetDrafts(): void {
  try {
    forget(sessionStorage, DRAFT_PREFIX)
  } catch {
    // Storage is turned off.
  }
}

function forget(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
