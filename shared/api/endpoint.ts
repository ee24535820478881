import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Tenant } from '../tenants/schema.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How an endpoint is called. 'script': our own script, with `X-Client-Request: 1` for writes (or if `header` says so). 'beacon': `sendBeacon`, which
 * can't set headers; same origin suffices. 'webhook': another service, which proves itself: it signs the body (`signature`), or its handler checks the
 * call (`SignedBody`). 'edge': the edge itself; browsers get 404.
 */
export type Caller = 'script' | 'beacon' | 'webhook' | 'edge'

/**
 * Header with the public id of the member a page is for. Another tab may have logged in as someone else since: then the call is refused
 * (`member_changed`), so that a member never acts in someone else's name.
 */
export const EXPECTED_MEMBER = 'x-expected-member'

/** Header of calls from a page that isn't in front: live events make a page refetch what it shows, although no one may be looking. */
export const IN_BACKGROUND = 'x-in-background'

/** Who may call. 'member': a valid session of an account that is neither suspended, banned nor deleted, unless the endpoint is `restricted`. */
export type Audience = 'anyone' | 'member'

/** Requests per minute for one member or, without a session, one address. An attempt that needs no session counts for both. */
export const LIMITS = { read: 600, search: 240, write: 120, attempt: 20, beacon: 120, upload: 60, typing: 30 } as const

/** Different things shown to one caller per hour, and the site's setting that says how many. */
export const QUOTAS = {
  /** Profiles opened, by public id. */
  profiles: 'distinct_profiles_per_hour',
  /** Members on cards of a search or as suggestions, by row number. */
  cards: 'distinct_cards_per_hour'
} as const satisfies Record<string, keyof Tenant>

export type QuotaName = keyof typeof QUOTAS

/** Maximum length of JSON bodies and forms in bytes. */
export const BODY_LIMIT = 64 * 1024

/** How long the edge waits for the answer to an upload after its last byte, in ms: later answers are discarded. */
export const UPLOAD_ANSWER = 30_000

/** A body that is a file, sent unencoded. */
export interface FileBody {
  kind: 'file'
  /** Accepted content types. */
  types: readonly string[]
  maxBytes: number
}

/**
 * A body that only its handler can check, since each sender signs in its own way: it's passed on as it arrived, as text with its type and the header
 * that signs it (`{ text, content_type, signature }`).
 */
export interface SignedBody {
  kind: 'signed'
  /** The header that may contain the signature. */
  header: string
}

/** How a body is sent: as JSON, as the fields of a form (`application/x-www-form-urlencoded`), as a file, or in the sender's own format. */
export type BodyKind = { kind: 'json' } | { kind: 'form' } | FileBody | SignedBody

/** Content types of bodies with a schema. */
export const BODY_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

/**
 * Another service's signature on the body of its call (shared/auth/body-signature.ts). In addition to the edge's signature, which every request has.
 */
export interface BodySignature {
  /** The header that contains it. */
  header: string
  /** What it is for; part of the signed text. */
  purpose: string
  /** The origin's secret that it is made with. */
  secret: 'mailEvents'
}

/** What changes the tag of an answer. 'member': their events, where they buy, and the settings; 'tenant': the requested settings; 'tenants': any settings. */
export type Etag = 'none' | 'member' | 'tenant' | 'tenants'

/** Content types of answers. */
export const ANSWER_TYPES = { json: 'application/json', events: 'text/event-stream', zip: 'application/zip' } as const

type AnswerType = keyof typeof ANSWER_TYPES

/** One operation of the API: the origin mounts it, the client calls it, the edge lets it through, OpenAPI is generated from it. */
export interface Endpoint<
  Query extends GenericSchema = GenericSchema,
  Body extends GenericSchema | undefined = GenericSchema | undefined,
  Output extends GenericSchema = GenericSchema,
  Who extends Audience = Audience,
  How extends Caller = Caller,
  Answer extends AnswerType = AnswerType,
  Quota extends QuotaName | null = QuotaName | null
> {
  name: string
  method: Method
  path: `/api/${string}`
  /** Query parameter that distinguishes this endpoint from another one with the same method and path, as in `user.php?push=1`; otherwise empty. */
  when: string
  caller: How
  audience: Who
  summary: string
  query: Query
  body: Body
  /** How the body is sent, if there is one. */
  takes: BodyKind
  signature: BodySignature | null
  output: Output
  errors: readonly ErrorCode[]
  limit: keyof typeof LIMITS
  /** Query parameter by which a member could guess what is not theirs: a call that has it counts as an attempt. Empty: none. */
  guess: string
  /** What the handler counts with `count`: beyond the quota the caller is refused. */
  quota: Quota
  /** 'key': the call needs `Idempotency-Key`; its answer is stored for 48 h along with the effect. 'natural': idempotent by itself. */
  idempotency: 'none' | 'natural' | 'key'
  /** Changes something, whatever the method: runs in a transaction, and never for a page of another site. */
  changes: boolean
  /** Needs `X-Client-Request: 1`: every write of the script, and reads that say so. */
  header: boolean
  /** The body of a success: JSON of `output`, or a stream of bytes. */
  answer: Answer
  etag: Etag
  /** Also for a suspended or banned member, who has a limited session. */
  restricted: boolean
  /** Stays open on a closed brand (`gone` or `paused`): members keep their rights there, and a payment provider can still report. */
  whileClosed: boolean
  /** Open pages poll it every minute, even in the background, so a call isn't a sign that the member is here. */
  polled: boolean
  /** The answer does not change while a page is open: it is loaded once. */
  constant: boolean
}

export type EndpointInput<E extends Endpoint> = {
  query: InferInput<E['query']>
  body: E['body'] extends GenericSchema ? InferInput<E['body']> : undefined
}
export type EndpointQuery<E extends Endpoint> = InferOutput<E['query']>
export type EndpointBody<E extends Endpoint> = E['body'] extends GenericSchema ? InferOutput<E['body']> : undefined
export type EndpointOutput<E extends Endpoint> = InferOutput<E['output']>

/** An endpoint as written in the contract: `contract` fills in the defaults. */
type Definition = Pick<Endpoint, 'method' | 'path' | 'summary' | 'audience' | 'query' | 'body' | 'output'> & Partial<Omit<Endpoint, 'name'>>

type Fact<D, Name extends string, Otherwise> = D extends { [N in Name]: infer Value } ? Value : Otherwise

type Defined<D extends Definition> = Endpoint<
  D['query'],
  D['body'],
  D['output'],
  D['audience'],
  D extends { signature: BodySignature } ? 'webhook' : Fact<D, 'caller', 'script'>,
  Fact<D, 'answer', 'json'>,
  Fact<D, 'quota', null>
>

/**
 * The part of the contract about one noun: endpoints by name. Fills in the defaults: reads by script without a header, writes with one. Parts that
 * are never imported are left out of the bundle.
 */
// @__NO_SIDE_EFFECTS__
export function contract<const D extends Record<string, Definition>>(definitions: D): { readonly [N in keyof D]: Defined<D[N]> } {
  const endpoints = Object.entries(definitions).map(([name, definition]) => [name, complete(name, definition)])
  return Object.fromEntries(endpoints) as { readonly [N in keyof D]: Defined<D[N]> }
}

function complete(name: string, definition: Definition): Endpoint {
  const reads = definition.method === 'GET'
  const caller = definition.signature ? 'webhook' : (definition.caller ?? 'script')
  const polled = definition.polled ?? false
  return {
    when: '',
    errors: [],
    takes: { kind: 'json' },
    signature: null,
    limit: reads ? 'read' : 'write',
    guess: '',
    quota: null,
    idempotency: reads ? 'natural' : 'none',
    changes: !reads,
    header: !reads && caller === 'script',
    answer: 'json',
    etag: polled ? 'member' : 'none',
    constant: false,
    restricted: false,
    whileClosed: false,
    ...definition,
    name,
    caller,
    polled
  }
}

/** Path of an endpoint, with the query parameter that selects it. */
export function addressOf({ path, when }: Pick<Endpoint, 'path' | 'when'>): string {
  return when === '' ? path : `${path}?${when}=1`
}
