import { useQuery } from '@tanstack/react-query'
import { ask } from '../api/questions.ts'
import type { User } from '../../shared/api/user.ts'
import { useSite } from '../site/site.tsx'

export interface MemberState {
  /** Null while it is not known: no session, or its answer is still coming. */
  user: User | null
  /** Null while they are not known, as with `user`. */
  unreadMessages: number | null
  newLikes: number | null
}

/** What the frame of every page shows of the member who is logged in; asks nothing for visitors. */
export function useMember(): MemberState {
  const { member } = useSite()
  const user = useQuery({ ...ask('getUser'), enabled: member })
  const chats = useQuery({ ...ask('listChats'), enabled: member })
  const likes = useQuery({ ...ask('listLikes'), enabled: member })
  return {
    user: user.data?.user ?? null,
    unreadMessages: chats.data?.total_unread ?? null,
    newLikes: likes.data?.total_new ?? null
  }
}
