import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../../shared/api/user.ts'
import { queryOf } from '../api/queries.ts'

/** The member, if the page has loaded them. */
export function knownUser(queryClient: QueryClient): User | undefined {
  return queryClient.getQueryData(queryOf('getUser').queryKey)?.user
}

/** Calls back once with the member as soon as they are known: usually at once, otherwise after the first poll. */
export function whenUser(queryClient: QueryClient, use: (user: User) => void): void {
  const now = knownUser(queryClient)
  if (now) return use(now)
  const leave = queryClient.getQueryCache().subscribe(() => {
    const user = knownUser(queryClient)
    if (!user) return
    leave()
    use(user)
  })
}
