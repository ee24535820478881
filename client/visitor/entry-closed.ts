import { writeCookie } from '../session/write-cookie.ts'

/** Storage key of the entry warning: when it was closed, in ms since 1970. A cookie tells the edge the same. */
const KEY = 'site_entry_closed'

const listeners = new Set<() => void>()
/** Used where storage is turned off. */
let closedHere = false

/** Has the entry warning been closed on this device? */
export function isEntryClosed(): boolean {
  try {
    return closedHere || Number(localStorage.getItem(KEY)) > 0
  } catch {
    return closedHere
  }
}

/** The reader has entered: never shown again on this device. */
export function closeEntry(): void {
  closedHere = true
  writeCookie('ew', '1')
  try {
    localStorage.setItem(KEY, String(Date.now()))
  } catch {
    // The cookie alone is enough.
  }
  for (const tell of listeners) tell()
}

/** The reader wants to see the warning again: deletes both and reloads the page. */
export function reopenEntry(): void {
  closedHere = false
  writeCookie('ew', '')
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
  location.reload()
}

/** Calls back when the warning is closed; returns a function that unsubscribes. */
export function onEntryClosed(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
