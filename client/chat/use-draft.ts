import { useEffect, useState } from 'react'
import { useMember } from '../session/use-member.ts'
import { DRAFT_PREFIX } from '../session/device-keys.ts'

/**
 * The text being written to a member, kept for this tab: it survives a reload, or a visit to the profile and back.
 * @param first the initial text
 */
export function useDraft(member: string, first: string | null): readonly [string, (text: string) => void] {
  const { user } = useMember()
  const key = user ? `${DRAFT_PREFIX}${user.id}:${member}` : null
  const [text, setText] = useState('')

  // After the first render, which must match the server's. Text typed before that wins.
  useEffect(() => {
    let kept = first
    try {
      kept = (key && sessionStorage.getItem(key)) || first
    } catch {
      // Then nothing is stored there.
    }
    if (kept) setText((current) => current || kept)
  }, [key, first])

  function change(next: string): void {
    setText(next)
    if (!key) return
    try {
      if (next) sessionStorage.setItem(key, next)
      else sessionStorage.removeItem(key)
    } catch {
      // Then it lasts as long as the page.
    }
  }

  return [text, change]
}
