import type { QueryClient } from '@tanstack/react-query'
import type { Bootstrap } from '../site/site.tsx'
import { startOutbox } from '../outbox/browser-outbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import type { EventPayload } from '../../shared/api/events.ts'
import { keepFocus } from '../feedback/keep-focus.ts'
import { showLiveMatch, startAutoLike } from '../likes/start-like-modals.ts'
import { startInstall } from '../install/start-install.ts'
import { startLive } from '../live/live.ts'
import { startOfflinePage } from '../push/offline-page.ts'
import { startPush } from '../push/start-push.ts'
import { startAppBadge } from '../session/app-badge.ts'
import { startHeartbeat } from '../session/heartbeat.ts'
import { startMemberWatch } from '../session/member-watch.ts'
import { startPageHidden } from '../session/page-hidden.ts'
import { startPolling } from '../session/polling.ts'
import { onSessionOver } from '../session/session-end.ts'

/**
 * Starts everything that runs while a member has a page open.
 * @param focused what had the focus last
 */
export function startSession(
  queryClient: QueryClient,
  { tenant, eventNumber, now }: Pick<Bootstrap, 'tenant' | 'eventNumber' | 'now'>,
  focused: Element | null
): void {
  startMemberWatch(queryClient)
  keepFocus(focused)
  // Nothing new happens on a closed brand.
  if (tenant.closed) return
  onSessionOver(startPolling(queryClient))
  startLive(queryClient, eventNumber, {
    onEvent(type, data) {
      if (type === 'match') void showLiveMatch(queryClient, (JSON.parse(data) as EventPayload<'match'>).profile_id)
    },
    // The server may have been unreachable although the device stayed online.
    onOpen: () => useOutbox.getState()?.connectionChanged()
  })
  startOutbox(queryClient)
  startAppBadge(queryClient)
  startPageHidden()
  onSessionOver(startHeartbeat())
  startPush(queryClient, tenant.push_public_key)
  startAutoLike(queryClient, { tenant, now })
  onSessionOver(startInstall({ tenant, now }))
  void startOfflinePage(tenant.language)
}
