import * as v from 'valibot'
import { contract } from './endpoint.ts'
import { NoBody, PublicId } from './values.ts'

export const eventStream = contract({
  streamEvents: {
    method: 'GET',
    path: '/api/events.php',
    summary: 'Server-sent events of the member after `after`, resumed by Last-Event-ID; without both from now on.',
    audience: 'member',
    answer: 'events',
    // An `EventSource` can't set headers: the member it is for, and where it begins, are in the address.
    query: v.strictObject({
      expected_member: v.optional(PublicId),
      after: v.optional(v.pipe(v.string('invalid'), v.regex(/^\d{1,15}$/, 'invalid')))
    }),
    body: NoBody,
    output: v.strictObject({})
  }
})
