import type { QueryClient } from '@tanstack/react-query'
import { POLLED_QUERIES } from '../../shared/routes/queries.ts'
import { queryOf } from '../api/queries.ts'
import { usePush } from '../state/push.ts'

/** User, chats and likes are refreshed every 60 s, or 300 s with push, first 5 s after the page has loaded. In ms. */
const FIRST = 5_000
const EVERY = 60_000
const EVERY_WITH_PUSH = 300_000

/** Starts the polling; returns a function that stops it. Pauses while offline; a page that becomes visible again polls at once. */
export function startPolling(queryClient: QueryClient): () => void {
  const refresh = () => {
    if (!navigator.onLine) return
    // Includes queries that this page doesn't show: the next one will, and finds them cached.
    for (const { endpoint } of POLLED_QUERIES) void queryClient.fetchQuery({ ...queryOf(endpoint), staleTime: 0 }).catch(() => {})
  }
  let timer = setTimeout(function again() {
    refresh()
    timer = setTimeout(again, usePush.getState().isSubscribed ? EVERY_WITH_PUSH : EVERY)
  }, FIRST)
  const onVisible = () => {
    if (document.visibilityState === 'visible') refresh()
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
