import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../shared/api/user.ts'
import { queryOf } from '../api/queries.ts'

/** Calls once with the member as soon as the page knows who that is: mostly at once, else when the polling has asked. */
export function whenUser(queryClient: QueryClient, use: (user: User) => void): void {
  const known = () => queryClient.getQueryData(queryOf('getUser').queryKey)?.user
  const now = known()
  if (now) return use(now)
  const leave = queryClient.getQueryCache().subscribe(() => {
    const user = known()
    if (!user) return
    leave()
    use(user)
  })
}
