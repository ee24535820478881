import type { QueryClient } from '@tanstack/react-query'
import { allUnseen } from '../../shared/rules/news.ts'
import { clearAppBadge } from './clear-app-badge.ts'
import { isSessionOver } from './session-end.ts'
import { knownUser } from './when-user.ts'

/** Keeps the badge of an installed app at the number of everything unseen, as the server counts it; none at 0. */
export function startAppBadge(queryClient: QueryClient): void {
  if (!('setAppBadge' in navigator)) return
  let shown: number | null = null
  const show = () => {
    if (isSessionOver()) return
    const user = knownUser(queryClient)
    if (!user) return
    const count = allUnseen(user)
    if (count === shown) return
    shown = count
    // Rejected if the app isn't installed; then there is no badge to update.
    if (count > 0) void navigator.setAppBadge(count).catch(() => {})
    else void clearAppBadge()
  }
  show()
  queryClient.getQueryCache().subscribe(show)
}
