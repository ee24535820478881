import { useEffect, useSyncExternalStore } from 'react'
import { useSite } from '../site/site.tsx'
import { dismiss, type Dismissed, isDismissed, mirrorNotice, noticeOf, onDismissed } from './dismissals.ts'

/** Whether the member has closed it, and a function that closes it for good. The server knows from the cookie. */
export function useDismissal(what: Dismissed, member: string): [boolean, () => void] {
  const { notices } = useSite()
  const name = noticeOf(what, member)
  const closed = useSyncExternalStore(
    onDismissed,
    () => isDismissed(what, member),
    () => notices.includes(name)
  )
  useEffect(() => mirrorNotice(name, closed), [name, closed])
  return [closed, () => dismiss(what, member)]
}
