import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMember } from '../session/use-member.ts'
import { onDrafts, readDraft, writeDraft } from './drafts.ts'

/**
 * The text being written to a member, kept for this tab: it survives a reload, or a visit to the profile and back.
 * @param first the initial text
 */
export function useDraft(member: string, first: string | null): readonly [string, (text: string) => void] {
  const user = useMember().user?.id
  const [text, setText] = useState('')

  // After the first render, which must match the server's. Text typed before that wins.
  useEffect(() => {
    const kept = (user !== undefined && readDraft(user, member)) || first
    if (kept) setText((current) => current || kept)
  }, [user, member, first])

  function change(next: string): void {
    setText(next)
    if (user !== undefined) writeDraft(user, member, next)
  }

  return [text, change]
}

/** The beginning of a message to a member, for the list of conversations. */
export function useBegun(member: string | null): string | null {
  const user = useMember().user?.id
  return useSyncExternalStore(
    onDrafts,
    () => (user !== undefined && member !== null ? readDraft(user, member) : null),
    () => null
  )
}
