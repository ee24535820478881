import { eventStream } from '../../shared/api/event-stream.ts'
import { implement } from '../http/handler.ts'
import { streamEvents } from './stream.ts'

export const handlers = implement(eventStream, {
  /** The member's events after the `Last-Event-ID`, which a browser sends once it has received an event, otherwise after the id in the address. */
  streamEvents: ({ deps, tenant, viewer, sessionHash }, request) =>
    streamEvents(deps, {
      viewer,
      sessionHash,
      tenant: tenant.settings.id,
      lastEventId: request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after'),
      signal: request.signal
    })
})
