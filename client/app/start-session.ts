import type { QueryClient } from '@tanstack/react-query'
import type { Bootstrap } from '../site/site.tsx'
import { startOutbox } from '../chat/browser-outbox.ts'
import { startLive } from '../live/live.ts'
import { startPush } from '../push/start-push.ts'
import { startAppBadge } from '../session/app-badge.ts'
import { startMemberWatch } from '../session/member-watch.ts'
import { startPageHidden } from '../session/page-hidden.ts'
import { startPolling } from '../session/polling.ts'
import { onSessionOver } from '../session/session-end.ts'

/**
 * Starts what runs as long as a member has a page open: watching for another log-in, the specified polling, the live events, the outbox, the app's
 * badge, the page-hidden call, and push.
 */
export function startSession(queryClient: QueryClient, { tenant, eventNumber }: Pick<Bootstrap, 'tenant' | 'eventNumber'>): void {
  startMemberWatch(queryClient)
  onSessionOver(startPolling(queryClient))
  startLive(queryClient, eventNumber)
  startOutbox(queryClient)
  startAppBadge(queryClient)
  startPageHidden()
  startPush(queryClient, tenant.push_public_key)
}
