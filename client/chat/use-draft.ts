import { useEffect, useState } from 'react'
import { useMember } from '../session/use-member.ts'
import { DRAFT_PREFIX } from '../session/device-keys.ts'

/**
 * What is being written to a member, kept for this tab: a reload, a way to the profile and back do not lose it.
 * @param first what stands there until something else is written
 */
export function useDraft(member: string, first: string | null): readonly [string, (text: string) => void] {
  const { user } = useMember()
  const key = user ? `${DRAFT_PREFIX}${user.id}:${member}` : null
  const [text, setText] = useState('')

  // After the first render, which must be the server's. What has been typed by then wins.
  useEffect(() => {
    let kept = first
    try {
      kept = (key && sessionStorage.getItem(key)) || first
    } catch {
      // Nothing is kept there, then.
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
      // It lives as long as the page.
    }
  }

  return [text, change]
}
