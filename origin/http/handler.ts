import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Contract, EntryName } from '../../shared/api/contract.ts'
import type { EntryBody, EntryOutput, EntryQuery } from '../../shared/api/entry.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Tables } from '../db/tables.ts'
import type { MembersTable } from '../db/tables/members.ts'
import type { Deps } from '../deps.ts'

export type Db = Kysely<Tables> | Transaction<Tables>

/** The member who asks: a live session of this tenant, neither banned nor deleted. */
export type Viewer = Selectable<MembersTable>

/** What a handler gets. In a write, `db` is the transaction of the whole call: it is run again on a deadlock, so no effect outside it. */
export interface Context<N extends EntryName> {
  db: Db
  deps: Deps
  tenant: TenantRecord
  /** Pool of the tenant: every query over members is bound to it. */
  pool: string
  /** Null only for entries with audience 'anyone'. */
  viewer: Viewer | null
  query: EntryQuery<Contract[N]>
  body: EntryBody<Contract[N]>
  /** Business time. */
  now: Date
  facts: EdgeFacts
  language: Locale
  /** What the browser calls itself; empty where it says nothing. */
  userAgent: string
  /** Counts a profile that is opened; throws `too_many_requests` beyond what the site lets one caller open an hour. */
  countProfile(publicId: string): void
  /** Counts members, by row number, that are about to be shown on cards; throws the same beyond what one caller is shown an hour. */
  countCards(members: readonly number[]): void
  /** The origin's own cookies as the browser sent them; empty without any. */
  cookies: string
  /** Hash of the session in use, to end it; null without one. */
  sessionHash: Buffer | null
  /** The `Idempotency-Key` of entries that need one, else empty. */
  idempotencyKey: string
  /** Aborts when whoever asks is gone: nobody reads the answer then. */
  gone: AbortSignal
  setCookie(value: string): void
  /** Runs after the commit (never on a rollback): wake subscribers, start a job. */
  afterCommit(effect: () => void): void
}

export type MemberContext<N extends EntryName> = Context<N> & { viewer: Viewer }

/** The edge's own questions come without a tenant. */
type EdgeContext<N extends EntryName> = Pick<Context<N>, 'db' | 'deps' | 'query' | 'facts'>

type ContextOf<N extends EntryName> = Contract[N]['caller'] extends 'edge'
  ? EdgeContext<N>
  : Contract[N]['audience'] extends 'member'
    ? MemberContext<N>
    : Context<N>

/** One operation: load, authorize, do, present. Refusals are thrown as `Refusal` (origin/http/refusal.ts). */
export type Handler<N extends EntryName> = (context: ContextOf<N>) => Promise<EntryOutput<Contract[N]>>

/**
 * A write with slow work that must not hold a transaction, such as hashing a password: `prepare` runs once, before it, and
 * returns the handler that runs in it. In `prepare`, `db` is no transaction.
 */
export interface PreparedHandler<N extends EntryName> {
  prepare(context: ContextOf<N>): Promise<Handler<N>>
  /** Real ms the answer takes at least, where its time would tell what it must not say. */
  atLeast?: number
}
