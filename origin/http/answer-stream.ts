import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Session } from '../accounts/sessions.ts'
import type { Deps } from '../deps.ts'
import { streamEvents } from '../events/stream.ts'

/** Answers an entry whose answer is no JSON but bytes as they come, for a member with a session. */
export type StreamHandler = (deps: Deps, listener: { tenant: TenantRecord; session: Session }, request: Request) => Response

/** The member's events: from the one after the `Last-Event-ID` on, which a browser knows once it has had one, else after the address's. */
export const answerStream: StreamHandler = (deps, { tenant, session }, request) =>
  streamEvents(deps, {
    viewer: session.viewer,
    sessionHash: session.hash,
    tenant: tenant.settings.id,
    lastEventId: request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after'),
    signal: request.signal
  })
