import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../shared/api/user.ts'
import { queryOf } from '../api/queries.ts'

/** Calls back once with the member as soon as they are known: usually at once, otherwise after the first poll. */
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
