import { writeCookie } from '../session/write-cookie.ts'

/** Prefixes of the storage keys for banners that a member has closed for good; `:<user id>` follows. The value is ms since 1970. */
export type Dismissed = 'hide_enrich_alert' | 'hide_push_alert' | 'hide_disabled_notifications_alert' | 'hide_time_bonus_modal'

const listeners = new Set<() => void>()
/** Used where storage is turned off. */
const here = new Set<string>()

/** Enough for a few members who share a device; cookies are sent with every request. */
const MOST_IN_COOKIE = 8

/** The key in storage and in the cookie. `member` is a public id. */
export const noticeOf = (what: Dismissed | 'push', member: string) => `${what}:${member}`

/** Has this member closed it, here or in another tab? */
export function isDismissed(what: Dismissed, member: string): boolean {
  const name = noticeOf(what, member)
  try {
    return here.has(name) || Number(localStorage.getItem(name)) > 0
  } catch {
    return false
  }
}

/** Stores on this device that the member has closed it, and when. */
export function dismiss(what: Dismissed, member: string): void {
  const name = noticeOf(what, member)
  try {
    localStorage.setItem(name, String(Date.now()))
  } catch {
    // It stays closed only while this page is open.
    here.add(name)
  }
  for (const tell of listeners) tell()
}

/** Mirrors in a cookie what only this device knows, so that the HTML of the next page already has the right banners. */
export function mirrorNotice(name: string, there: boolean): void {
  const known = /(?:^|; )notices=([^;]*)/.exec(document.cookie)?.[1]?.split('~') ?? []
  if (known.includes(name) === there) return
  const others = known.filter((one) => one !== name)
  const names = (there ? [...others, name] : others).slice(-MOST_IN_COOKIE).join('~')
  writeCookie('notices', names)
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
