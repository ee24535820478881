import { keptSeconds } from '../../shared/rules/retention.ts'

/** Storage key of the entry warning: when it was closed, in ms since 1970. A cookie tells the edge the same. */
const KEY = 'site_entry_closed'
const YEAR = keptSeconds('cookie')

const listeners = new Set<() => void>()
/** Used where storage is turned off. */
let closedHere = false

function setCookie(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `ew=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
}

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
  setCookie('1', YEAR)
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
  setCookie('', 0)
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
