import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import type { User } from '../../shared/api/user.ts'
import { useSite } from '../site/site.tsx'

export interface MemberState {
  /** Null while unknown: no session, or not loaded yet. */
  user: User | null
  /** Null while unknown, as with `user`. */
  unreadMessages: number | null
  newLikes: number | null
}

/** What the frame of every page shows of the logged-in member; fetches nothing for visitors. */
export function useMember(): MemberState {
  const { member } = useSite()
  const user = useQuery({ ...queryOf('getUser'), enabled: member }).data?.user ?? null
  return { user, unreadMessages: user?.num_unread_messages ?? null, newLikes: user?.num_new_likes ?? null }
}
