import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { write } from '../api/call.ts'
import { useMember } from '../session/use-member.ts'
import { seeLike } from './liked.ts'

const subscribe = (changed: () => void) => focusManager.subscribe(changed)

/**
 * Tells the server that the member has seen someone's profile: each time it was loaded, at `seenAt` (0: not yet), so that a new like counts as seen,
 * too. A page in the background is seen once it is in front: live events refetch it there as well. Visitors and one's own profile don't count as visits.
 */
export function useVisit(id: string, seenAt: number): void {
  const queryClient = useQueryClient()
  const me = useMember().user?.id
  const isVisible = useSyncExternalStore(
    subscribe,
    () => focusManager.isFocused(),
    () => false
  )
  const told = useRef('')
  useEffect(() => {
    const visit = `${id} ${seenAt}`
    if (me === undefined || me === id || seenAt === 0 || !isVisible || told.current === visit) return
    told.current = visit
    seeLike(queryClient, id)
    // Nothing on the page waits for it, and it has already been retried.
    write('visitMember', { id }).catch(() => {})
  }, [me, id, seenAt, isVisible, queryClient])
}
