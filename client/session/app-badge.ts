import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { clearAppBadge } from './clear-app-badge.ts'
import { isSessionOver } from './session-end.ts'

/** Keeps the badge of an installed app at unread messages plus new likes, as the server counts them; none at 0. */
export function startAppBadge(queryClient: QueryClient): void {
  if (!('setAppBadge' in navigator)) return
  let shown: number | null = null
  const show = () => {
    if (isSessionOver()) return
    const user = queryClient.getQueryData(queryOf('getUser').queryKey)?.user
    if (!user) return
    const count = user.num_unread_messages + user.num_new_likes
    if (count === shown) return
    shown = count
    // Rejected if the app isn't installed; then there is no badge to update.
    if (count > 0) void navigator.setAppBadge(count).catch(() => {})
    else void clearAppBadge()
  }
  show()
  queryClient.getQueryCache().subscribe(show)
}
