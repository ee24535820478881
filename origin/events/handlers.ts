import { eventStream } from '../../shared/api/event-stream.ts'
import { implement } from '../http/handler.ts'
import { streamEvents } from './stream.ts'

export const handlers = implement(eventStream, {
  /** The member's events: from the one after the `Last-Event-ID` on, which a browser knows once it has had one, else after the address's. */
  streamEvents: ({ deps, tenant, viewer, sessionHash }, request) =>
    streamEvents(deps, {
      viewer,
      sessionHash,
      tenant: tenant.settings.id,
      lastEventId: request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after'),
      signal: request.signal
    })
})
