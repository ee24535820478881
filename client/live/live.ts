import type { QueryClient } from '@tanstack/react-query'
import { ENDPOINT_FACTS } from '../api/endpoint-facts.ts'
import type { EventType } from '../../shared/api/events.ts'
import { queryOf } from '../api/queries.ts'
import { isSessionOver, onSessionOver } from '../session/session-end.ts'
import { whenUser } from '../session/when-user.ts'
import { applyEvent, resync } from './apply-event.ts'
import { openEventStream } from './event-stream.ts'
import { shareStream } from './shared-stream.ts'

interface LiveHandlers {
  onEvent?: (type: EventType, data: string) => void
  onOpen?: () => void
}

/**
 * Live events of the member, from one stream per browser, applied to the page's cache. While the page is in the browser's back/forward cache, the
 * stream is closed.
 * @param known number of the event up to which the page is up to date: the stream begins after it
 * @param handlers `onEvent` gets every event after it was applied; `onOpen` is called when the server can be reached (again), in the tab with the stream
 */
export function startLive(queryClient: QueryClient, known: number | null, { onEvent, onOpen = () => {} }: LiveHandlers = {}): void {
  whenUser(queryClient, (user) => {
    let live = start(user.id, known)
    addEventListener('online', () => live.retryNow())
    document.addEventListener('visibilitychange', () => live.checkLeader())
    addEventListener('pagehide', () => live.stop())
    onSessionOver(() => live.stop())
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || isSessionOver()) return
      live = start(user.id, null)
      resync(queryClient)
    })
  })

  function start(userId: string, from: number | null) {
    // The name contains the member's id: another account on this device has its own stream.
    const name = `live:${userId}`
    const address = (after: number | null) =>
      `${ENDPOINT_FACTS.streamEvents.path}?${new URLSearchParams({ expected_member: userId, ...(after !== null && { after: String(after) }) })}`
    const able = 'locks' in navigator && typeof BroadcastChannel === 'function'
    return shareStream({
      sharing: able ? { locks: navigator.locks, name, openChannel: () => new BroadcastChannel(name) } : null,
      known: from,
      open: ({ after, ...handlers }) =>
        openEventStream({
          ...handlers,
          onOpen,
          // A stream doesn't say why it was refused; refetching the member does.
          onRefused: () => void queryClient.invalidateQueries({ queryKey: queryOf('getUser').queryKey }),
          create: () => new EventSource(address(after()))
        }),
      onEvent({ type, data }) {
        applyEvent(queryClient, type, data)
        onEvent?.(type, data)
      },
      onGap: () => resync(queryClient),
      visible: () => document.visibilityState === 'visible'
    })
  }
}
