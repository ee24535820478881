import type { Kysely, Transaction } from 'kysely'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { Endpoint, EndpointBody, EndpointOutput, EndpointQuery } from '../../shared/api/endpoint.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Tables } from '../db/tables.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Deps } from '../deps.ts'

export type Db = Kysely<Tables> | Transaction<Tables>

/** The calling member: has a valid session of this tenant and is neither banned nor deleted. */
export type Viewer = MemberRow & {
  /** Number of their newest event. */
  event_counter: number
  last_seen_at: Date
}

/** What a handler gets. In a write, `db` is the transaction of the whole call: it is run again on a deadlock, so it must have no effects outside. */
export interface AnyContext {
  db: Db
  deps: Deps
  tenant: TenantRecord
  /** Pool of the tenant: every query over members is bound to it. */
  pool: string
  /** Null only for endpoints with audience 'anyone'. */
  viewer: Viewer | null
  query: unknown
  body: unknown
  /** Business time. */
  now: Date
  facts: EdgeFacts
  language: Locale
  /** The `User-Agent` header; empty if missing. */
  userAgent: string
  /** Counts what is about to be shown against the endpoint's quota; throws `too_many_requests` beyond what the site shows one caller per hour. */
  count(things: readonly (string | number)[]): void
  /** The origin's own cookies as the browser sent them; empty without any. */
  cookies: string
  /** Hash of the session in use, to end it; null without one. */
  sessionHash: Buffer | null
  /** The `Idempotency-Key` of endpoints that need one, otherwise empty. */
  idempotencyKey: string
  /** Aborts when the caller is gone and won't read the answer. */
  gone: AbortSignal
  setCookie(value: string): void
  /** Runs after the commit (never on a rollback): wake subscribers, start a job. */
  afterCommit(effect: () => void): void
}

/** The same for one endpoint. */
export type Context<N extends EndpointName> = Omit<AnyContext, 'query' | 'body' | 'count'> & {
  query: EndpointQuery<Contract[N]>
  body: EndpointBody<Contract[N]>
} & (Contract[N]['quota'] extends null ? unknown : Pick<AnyContext, 'count'>)

export type MemberContext<N extends EndpointName> = Context<N> & { viewer: Viewer }

/** The edge's own queries have no tenant. */
type EdgeContext<N extends EndpointName> = Pick<Context<N>, 'db' | 'deps' | 'query' | 'facts'>

type ContextOf<N extends EndpointName> = Contract[N]['caller'] extends 'edge'
  ? EdgeContext<N>
  : Contract[N]['audience'] extends 'member'
    ? MemberContext<N>
    : Context<N>

/** One operation: load, authorize, do, present. HttpErrors are thrown as `HttpError` (origin/http/http-error.ts). */
export type Handler<N extends EndpointName> = (context: ContextOf<N>) => Promise<EndpointOutput<Contract[N]>>

/**
 * A write with slow work that must not hold a transaction, such as hashing a password: `prepare` runs once, before it, and returns the handler that
 * runs in it. In `prepare`, `db` is not a transaction.
 */
export interface PreparedHandler<N extends EndpointName> {
  prepare(context: ContextOf<N>): Promise<Handler<N>>
  /** Minimum duration of the answer in real ms, if its timing would reveal what it must not say. */
  atLeast?: number
  /** `prepare` waits for another server: it uses no processor time, so it must not take the turns of work that does. */
  calls?: true
}

/**
 * A write that is one statement or one batch (origin/db/together.ts), and so a transaction of its own: its `db` is not one, and `atOnce` otherwise
 * only reads. It is run again on a deadlock.
 */
export interface AtOnceHandler<N extends EndpointName> {
  atOnce: Handler<N>
}

/** Answers an endpoint whose answer isn't JSON but a stream of bytes, for a member with a session. */
export type StreamHandler = (
  context: Pick<AnyContext, 'deps' | 'tenant'> & { viewer: Viewer; sessionHash: Buffer },
  request: Request
) => Response

type HandlerOf<N extends EndpointName> = Contract[N]['answer'] extends 'json'
  ? Handler<N> | PreparedHandler<N> | AtOnceHandler<N>
  : StreamHandler

export type Handlers<N extends EndpointName> = { readonly [Name in N]: HandlerOf<Name> }

/** The handlers for a part of the contract; a missing one is a type error. */
export function implement<Part extends { readonly [N in EndpointName]?: Endpoint }>(
  _part: Part,
  handlers: Handlers<keyof Part & EndpointName>
): Handlers<keyof Part & EndpointName> {
  return handlers
}

/** A handler as its caller sees it: `implement` has checked that it fits its endpoint. */
export type AnyHandler = (context: AnyContext) => Promise<unknown>
export type AnyAtOnceHandler = { atOnce: AnyHandler }
export type AnyPreparedHandler = { prepare(context: AnyContext): Promise<AnyHandler>; atLeast?: number; calls?: true }
