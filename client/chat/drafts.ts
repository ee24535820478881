import { CHAT_DRAFT_PREFIX } from '../session/device-keys.ts'

const listeners = new Set<() => void>()

/** Where what `user` has begun to write to `member` is kept. */
export function draftKey(user: string, member: string): string {
  return `${CHAT_DRAFT_PREFIX}${user}:${member}`
}

/** What `user` has begun to write to `member` on this device; null if nothing. */
export function readDraft(user: string, member: string): string | null {
  try {
    return localStorage.getItem(draftKey(user, member)) || null
  } catch {
    // Storage is turned off: then it lasts as long as the page.
    return null
  }
}

/** Keeps what `user` has begun to write to `member`, or forgets it when it is empty. */
export function writeDraft(user: string, member: string, text: string): void {
  try {
    if (text) localStorage.setItem(draftKey(user, member), text)
    else localStorage.removeItem(draftKey(user, member))
  } catch {
    // The same.
  }
  for (const listener of listeners) listener()
}

/** Calls the listener when a draft changes, here or in another tab. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
