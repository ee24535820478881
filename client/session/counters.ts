import type { QueryClient } from '@tanstack/react-query'
import type { Counter } from '../../shared/rules/news.ts'
import { queryOf } from '../api/queries.ts'

/** Updates a counter of the navigation at once after an action, before the server's next count. */
export function moveCounter(queryClient: QueryClient, counter: Counter, by: number): void {
  if (by === 0) return
  queryClient.setQueryData(queryOf('getUser').queryKey, (answer) => {
    if (!answer) return answer
    return { ...answer, user: { ...answer.user, [counter]: Math.max(0, answer.user[counter] + by) } }
  })
}
