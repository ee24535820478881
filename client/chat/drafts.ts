import { DRAFT_PREFIX } from '../session/device-keys.ts'

const listeners = new Set<() => void>()

const keyOf = (user: string, member: string) => `${DRAFT_PREFIX}${user}:${member}`

/** What `user` has begun to write to `member` in this tab; null if nothing. */
export function readDraft(user: string, member: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(user, member)) || null
  } catch {
    // Storage is turned off: then it lasts as long as the page.
    return null
  }
}

/** Keeps what `user` has begun to write to `member`, or forgets it when it is empty. */
export function writeDraft(user: string, member: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(keyOf(user, member), text)
    else sessionStorage.removeItem(keyOf(user, member))
  } catch {
    // The same.
  }
  for (const listener of listeners) listener()
}

/** Calls the listener when a draft changes. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
