import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { write } from '../api/call.ts'
import { useMember } from '../session/use-member.ts'
import { seeLike } from './liked.ts'

/**
 * Tells the server that the member has seen someone's profile: each time it has come, at `seenAt` (0: not yet), so that a like that came meanwhile is
 * seen, too. Visitors and the own profile are no visit.
 */
export function useVisit(id: string, seenAt: number): void {
  const queryClient = useQueryClient()
  const me = useMember().user?.id
  useEffect(() => {
    if (me === undefined || me === id || seenAt === 0) return
    seeLike(queryClient, id)
    // Nothing on the page waits for it, and it has been tried again by itself.
    write('visitMember', { id }).catch(() => {})
  }, [me, id, seenAt, queryClient])
}
