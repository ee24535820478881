/** Beginnings of the storage keys of what a member has closed for good; `:<user id>` follows. The value is ms since 1970. */
type Dismissed = 'hide_enrich_alert' | 'hide_push_alert' | 'hide_disabled_notifications_alert'

const listeners = new Set<() => void>()
/** Holds where storage is switched off. */
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

/** Keeps on this device that the member has closed it, and when. */
export function dismiss(what: Dismissed, member: string): void {
  const name = nameOf(what, member)
  here.add(name)
  try {
    localStorage.setItem(name, String(Date.now()))
  } catch {
    // Then it stays closed as long as this page is open.
  }
  for (const tell of listeners) tell()
}

/** Calls back when something was closed, in another tab too; returns what ends it. */
export function onDismissed(tell: () => void): () => void {
  listeners.add(tell)
  window.addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    window.removeEventListener('storage', tell)
  }
}
