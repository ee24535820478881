import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'

/** Updates the navigation's counters at once after an action, before the server's next count. */
export function moveCounters(queryClient: QueryClient, { unread = 0, likes = 0 }: { unread?: number; likes?: number }): void {
  if (unread === 0 && likes === 0) return
  queryClient.setQueryData(queryOf('getUser').queryKey, (answer) => {
    if (!answer) return answer
    const { num_unread_messages, num_new_likes } = answer.user
    const moved = {
      num_unread_messages: Math.max(0, num_unread_messages + unread),
      num_new_likes: Math.max(0, num_new_likes + likes)
    }
    return { ...answer, user: { ...answer.user, ...moved } }
  })
}
