import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUser } from '../session/use-user.ts'
import { draftKey, onDrafts, readDraft, writeDraft } from './drafts.ts'

interface Draft {
  text: string
  change: (text: string) => void
  /**
   * The text was sent: it is cleared, and on this device removed only once its message is `stored` there, so that one of the two survives whenever
   * the page ends.
   */
  sent: (stored: Promise<void>) => Promise<void>
}

/**
 * The text being written to a member, kept on this device until it is sent: the same in every tab.
 * @param first the initial text
 */
export function useDraft(member: string, first: string | null): Draft {
  const user = useUser()?.id
  const [text, setText] = useState('')

  // After the first render, which must match the server's. Text typed before that wins.
  useEffect(() => {
    const kept = (user !== undefined && readDraft(user, member)) || first
    if (kept) setText((current) => current || kept)
  }, [user, member, first])

  // Only what other tabs write: typing here must not wait for the storage.
  useEffect(() => {
    if (user === undefined) return
    const takeOver = ({ key, newValue }: StorageEvent) => key === draftKey(user, member) && setText(newValue ?? '')
    window.addEventListener('storage', takeOver)
    return () => window.removeEventListener('storage', takeOver)
  }, [user, member])

  function change(next: string): void {
    setText(next)
    if (user !== undefined) writeDraft(user, member, next)
  }

  async function sent(stored: Promise<void>): Promise<void> {
    setText('')
    await stored
    // A text begun meanwhile stays.
    if (user !== undefined && readDraft(user, member) === text) writeDraft(user, member, '')
  }

  return { text, change, sent }
}

/** The beginning of a message to a member, for the list of conversations. */
export function useBegun(member: string | null): string | null {
  const user = useUser()?.id
  return useSyncExternalStore(
    onDrafts,
    () => (user !== undefined && member !== null ? readDraft(user, member) : null),
    () => null
  )
}
