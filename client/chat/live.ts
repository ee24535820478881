import type { QueryClient } from '@tanstack/react-query'
import { ENTRY_FACTS } from '../api/entry-facts.ts'
import { isSessionOver, onSessionOver } from '../session/session-end.ts'
import { whenUser } from '../session/when-user.ts'
import { applyEvent, resync } from './apply-event.ts'
import { openEventStream } from './event-stream.ts'
import { shareStream } from './shared-stream.ts'

/**
 * Live events of the member, from one stream a browser, put into what the page knows. While the page rests in the browser's
 * back/forward cache the stream is closed.
 */
export function startLive(queryClient: QueryClient): void {
  whenUser(queryClient, (user) => {
    let live = start(user.id)
    addEventListener('online', () => live.retryNow())
    document.addEventListener('visibilitychange', () => live.checkLeader())
    addEventListener('pagehide', () => live.stop())
    onSessionOver(() => live.stop())
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || isSessionOver()) return
      live = start(user.id)
      resync(queryClient)
    })
  })

  function start(userId: string) {
    // A name with the member's id: another account on this device has a stream of its own.
    const name = `live:${userId}`
    const address = `${ENTRY_FACTS.streamEvents.path}?${new URLSearchParams({ expected_member: userId })}`
    const able = 'locks' in navigator && typeof BroadcastChannel === 'function'
    return shareStream({
      sharing: able ? { locks: navigator.locks, name, openChannel: () => new BroadcastChannel(name) } : null,
      open: (handlers) => openEventStream({ ...handlers, create: () => new EventSource(address) }),
      onEvent: ({ type, data }) => applyEvent(queryClient, type, data),
      onGap: () => resync(queryClient),
      visible: () => document.visibilityState === 'visible'
    })
  }
}
