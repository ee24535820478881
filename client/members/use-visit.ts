import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { write } from '../api/call.ts'
import { useUser } from '../session/use-user.ts'
import { useVisible } from '../state/visible.ts'
import { seeLike } from './liked.ts'

/**
 * Tells the server that the member has seen someone's profile: each time it was loaded, at `seenAt` (0: not yet), so that a new like counts as seen,
 * too. A page in the background is seen once it is in front. Visitors and one's own profile don't count as visits.
 */
export function useVisit(id: string, seenAt: number): void {
  const queryClient = useQueryClient()
  const me = useUser()?.id
  const isVisible = useVisible()
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
