import { keptSeconds } from '../../shared/rules/retention.ts'

/** Storage key of the entry warning: ms since 1970 when it was closed. The cookie tells the edge the same. */
const KEY = 'site_entry_closed'
const YEAR = keptSeconds('cookie')

const listeners = new Set<() => void>()
/** Holds where storage is switched off. */
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
    // The cookie alone does.
  }
  for (const tell of listeners) tell()
}

/** The reader wants to see the warning again: forgets, and reloads the page. */
export function reopenEntry(): void {
  closedHere = false
  setCookie('', 0)
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
  location.reload()
}

/** Calls back when the warning is closed; returns what ends it. */
export function onEntryClosed(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
