/** Prefixes of the storage keys for banners that a member has closed for good; `:<user id>` follows. The value is ms since 1970. */
type Dismissed = 'hide_enrich_alert' | 'hide_push_alert' | 'hide_disabled_notifications_alert'

const listeners = new Set<() => void>()
/** Used where storage is turned off. */
const here = new Set<string>()

const nameOf = (what: Dismissed, member: string) => `${what}:${member}`

/** Has this member closed it, here or in another tab? `member` is a public id. */
export function isDismissed(what: Dismissed, member: string): boolean {
  const name = nameOf(what, member)
  try {
    return here.has(name) || Number(localStorage.getItem(name)) > 0
  } catch {
    return false
  }
}

/** Stores on this device that the member has closed it, and when. */
export function dismiss(what: Dismissed, member: string): void {
  const name = nameOf(what, member)
  here.add(name)
  try {
    localStorage.setItem(name, String(Date.now()))
  } catch {
    // No storage: it stays closed only while this page is open.
  }
  for (const tell of listeners) tell()
}

/** Calls back when a banner is closed, also in another tab; returns a function that unsubscribes. */
export function onDismissed(tell: () => void): () => void {
  listeners.add(tell)
  window.addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    window.removeEventListener('storage', tell)
  }
}
