import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How an entry is called. 'script': our own script, with `X-Client-Request: 1` where it writes (or where `header` says so).
 * 'beacon': `sendBeacon`, which cannot set headers, same origin suffices. 'webhook': another service, which signs the body.
 * 'edge': the edge itself; browsers get 404.
 */
export type Caller = 'script' | 'beacon' | 'webhook' | 'edge'

/**
 * Header with the public id of the member a page is for. Another tab may have logged in as somebody else since: then the call is
 * refused (`member_changed`) and nobody acts under another name.
 */
export const EXPECTED_MEMBER = 'x-expected-member'

/** Who is answered. 'member': a live session of an account that is neither banned nor deleted. */
export type Audience = 'anyone' | 'member'

/** Requests a minute for one member or, logged out, one address. */
export const LIMITS = { read: 600, search: 240, write: 120, attempt: 20, beacon: 120, upload: 60 } as const

/** How long the edge waits for the answer to a file once its last byte has passed, in ms: whoever is not answered by then has none. */
export const UPLOAD_ANSWER = 30_000

/** A body that is a file, sent as it is. */
export interface Upload {
  /** Content types that are taken. */
  types: readonly string[]
  maxBytes: number
}

/** Content types of the answers there are. */
export const ANSWER_TYPES = { json: 'application/json', events: 'text/event-stream', zip: 'application/zip' } as const

/** One operation of the API: the origin mounts it, the client calls it, the edge lets it through, OpenAPI is printed from it. */
export interface Entry<
  Query extends GenericSchema = GenericSchema,
  Body extends GenericSchema | undefined = GenericSchema | undefined,
  Output extends GenericSchema = GenericSchema,
  Who extends Audience = Audience,
  How extends Caller = Caller
> {
  name: string
  method: Method
  path: `/api/${string}`
  /** Name in the query that tells this entry from another one of the same method and path, as in `user.php?push=1`; else empty. */
  when: string
  caller: How
  audience: Who
  summary: string
  query: Query
  body: Body
  output: Output
  errors: readonly ErrorCode[]
  limit: keyof typeof LIMITS
  /** 'key': the call needs `Idempotency-Key`; its answer is kept 48 h with the effect. 'natural': doing it twice is doing it once. */
  idempotency: 'none' | 'natural' | 'key'
  /** Changes something, whatever the method: runs in a transaction and never for a page of another site. */
  changes: boolean
  /** Needs `X-Client-Request: 1`: every write of the script, and reads that say so. */
  header: boolean
  /** What a success answers: JSON of `output`, or bytes for as long as they take. */
  answer: keyof typeof ANSWER_TYPES
  /** The body is a file, not JSON. */
  upload: Upload | null
}

export type EntryInput<E extends Entry> = {
  query: InferInput<E['query']>
  body: E['body'] extends GenericSchema ? InferInput<E['body']> : undefined
}
export type EntryQuery<E extends Entry> = InferOutput<E['query']>
export type EntryBody<E extends Entry> = E['body'] extends GenericSchema ? InferOutput<E['body']> : undefined
export type EntryOutput<E extends Entry> = InferOutput<E['output']>

interface Definition<
  Q extends GenericSchema,
  B extends GenericSchema | undefined,
  O extends GenericSchema,
  W extends Audience,
  H extends Caller
> {
  name: string
  method: Method
  path: `/api/${string}`
  when?: string
  summary: string
  audience: W
  caller?: H
  query: Q
  body: B
  output: O
  errors?: readonly ErrorCode[]
  limit?: keyof typeof LIMITS
  idempotency?: 'none' | 'natural' | 'key'
  changes?: boolean
  header?: boolean
  answer?: keyof typeof ANSWER_TYPES
  upload?: Upload
}

/** Fills in what most entries share: reads by script without a header, writes with one. An entry nobody imports leaves the bundle. */
// @__NO_SIDE_EFFECTS__
export function entry<
  Q extends GenericSchema,
  B extends GenericSchema | undefined,
  O extends GenericSchema,
  W extends Audience,
  H extends Caller = 'script'
>(definition: Definition<Q, B, O, W, H>): Entry<Q, B, O, W, H> {
  const reads = definition.method === 'GET'
  const caller = definition.caller ?? ('script' as H)
  return {
    when: '',
    errors: [],
    limit: reads ? 'read' : 'write',
    idempotency: reads ? 'natural' : 'none',
    changes: !reads,
    header: !reads && caller === 'script',
    answer: 'json',
    upload: null,
    ...definition,
    caller
  }
}

/** Path of an entry with the name in the query that it is picked by. */
export function addressOf({ path, when }: Pick<Entry, 'path' | 'when'>): string {
  return when === '' ? path : `${path}?${when}=1`
}
