import * as v from 'valibot'
import { entry } from './entry.ts'
import { Instant, NoBody, NoQuery, PublicId } from './values.ts'

/** A place where the member is logged in. `browser`, `system` and `country` are empty where they are not known. */
const Session = v.strictObject({
  id: PublicId,
  /** The one that asks. */
  current: v.boolean(),
  site: v.string(),
  browser: v.string(),
  system: v.string(),
  country: v.string(),
  created_at: Instant,
  /** Exact to a day. */
  used_at: Instant
})
export type Session = v.InferOutput<typeof Session>

const Sessions = v.strictObject({ sessions: v.array(Session) })

export const listSessions = entry({
  name: 'listSessions',
  method: 'GET',
  path: '/api/sessions.php',
  summary: 'Where the member is logged in, this session first.',
  audience: 'member',
  query: NoQuery,
  body: NoBody,
  output: Sessions
})

export const endSession = entry({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/sessions.php',
  summary: 'Log out one session by its id, or all others; the answer is the list that is left.',
  audience: 'member',
  idempotency: 'natural',
  query: NoQuery,
  body: v.strictObject({ id: v.union([PublicId, v.literal('others')], 'invalid') }),
  output: Sessions,
  errors: ['not_found']
})
