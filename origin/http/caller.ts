import { IN_BACKGROUND, QUOTAS, type Endpoint } from '../../shared/api/endpoint.ts'
import { EVENT_NUMBER } from '../../shared/api/events.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { isLocale } from '../../shared/i18n/locales.ts'
import { addressRange, addressRanges } from '../../shared/rules/addresses.ts'
import { isGone } from '../../shared/tenants/offering.ts'
import { poolOf, type TenantRecord } from '../../shared/tenants/schema.ts'
import { findSession, renewSession, type Session } from '../accounts/sessions/sessions.ts'
import type { Deps } from '../deps.ts'
import { touchMember } from '../members/presence.ts'
import { isUnavailable } from './failures.ts'
import type { Limits } from './rate-limits.ts'
import { notFound, HttpError } from './http-error.ts'
import type { Call } from './run-endpoint.ts'

/** The caller, determined once per request, however many endpoints it calls. */
export interface Caller {
  facts: EdgeFacts
  /** Null for the edge's own queries. */
  tenant: TenantRecord | null
  session: Session | null
  /** The limited session of a suspended or banned member. */
  limited: Session | null
  /** The subject of turns: the member, or a visitor's connection. */
  who: string
  cookies: string
  userAgent: string
  /** Whether the page that calls isn't in front. */
  inBackground: boolean
  /** Aborts when the answer is no longer awaited. */
  gone: AbortSignal
}

type CallerRequest = { facts: EdgeFacts; headers: Headers; signal: AbortSignal }

/** Determines the caller on a site. */
export async function findCaller(deps: Deps, tenant: TenantRecord | null, { facts, headers, signal }: CallerRequest): Promise<Caller> {
  const now = deps.now()
  const cookies = headers.get('cookie') ?? ''
  const session = tenant && (await findSession(deps, tenant, cookies, now))
  const limited = tenant && !session ? await findSession(deps, tenant, cookies, now, true) : null
  const who = session ? session.viewer.public_id : addressRange(facts.ip)
  const userAgent = headers.get('user-agent') ?? ''
  const inBackground = headers.get(IN_BACKGROUND) === '1'
  return { facts, tenant, session, limited, who, cookies, userAgent, inBackground, gone: signal }
}

/** The site of a request. Throws `not_found` for an unknown host. */
export function siteOf(deps: Deps, { host }: EdgeFacts): TenantRecord {
  const tenant = host === '' ? null : deps.tenants.find(host)
  if (!tenant) throw notFound()
  return tenant
}

/** The caller as an endpoint sees them: a limited session counts only where it is accepted. */
export function callerFor(endpoint: Endpoint, caller: Caller): Caller {
  return endpoint.restricted ? { ...caller, session: caller.session ?? caller.limited } : caller
}

/** What a caller's requests count against, the narrowest first: the member, or a visitor's connection and network. */
const countedAs = ({ session, who, facts }: Caller) => (session ? [{ range: who, lines: 1 }] : addressRanges(facts.ip))

/** An attempt that needs no session counts against the address as well: an account must not lift the limits on new accounts, passwords and mails. */
const rangesFor = (endpoint: Endpoint, caller: Caller) =>
  caller.session && endpoint.audience === 'anyone' && endpoint.limit === 'attempt'
    ? [...countedAs(caller), ...addressRanges(caller.facts.ip)]
    : countedAs(caller)

/** Throws if the brand has closed, the caller has exceeded a rate limit, or has no session for an endpoint that needs one. */
export async function admit(limits: Limits, endpoint: Endpoint, caller: Caller, { searchParams: query }: URL): Promise<void> {
  const { tenant, session } = caller
  if (tenant && isGone(tenant.settings) && !endpoint.whileClosed) throw new HttpError('site_closed')
  const guesses = session !== null && endpoint.guess !== '' && query.has(endpoint.guess)
  if (tenant) await limits.requests(guesses ? 'attempt' : endpoint.limit, rangesFor(endpoint, caller))
  if (endpoint.audience === 'member' && !session) throw new HttpError('authentication_required')
}

/**
 * Stores that the member is here if one of the endpoints is a sign of activity, and adds the number of their newest event and, if it is due, the
 * session's new cookie to the headers. If nothing can be stored (a full disk), the request is answered all the same.
 */
export async function noteActivity(
  deps: Deps,
  { tenant, session, inBackground }: Caller & { tenant: TenantRecord; session: Session },
  endpoints: readonly Endpoint[],
  headers: Headers
): Promise<void> {
  // A banned member isn't shown anywhere, and a limited session isn't renewed.
  if (session.limited) return
  const now = deps.now()
  headers.set(EVENT_NUMBER, String(session.viewer.event_counter))
  try {
    if (!inBackground && endpoints.some(isActivity)) await touchMember(deps.db, session.viewer, now)
    const renewed = await renewSession(deps, tenant, session, now)
    if (renewed !== null) headers.append('set-cookie', renewed)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

/** Polls, the stream and beacons come from tabs that no one is looking at, too. */
function isActivity(endpoint: Endpoint): boolean {
  return !endpoint.polled && endpoint.answer !== 'events' && endpoint.caller !== 'beacon'
}

/** A caller's call of an endpoint, now: reading its body may have taken minutes. */
export function callOf(
  deps: Deps,
  limits: Limits,
  caller: Caller,
  endpoint: Endpoint,
  { query, body }: Pick<Call, 'query' | 'body'>
): Call {
  const { facts, tenant, session, cookies, userAgent, gone } = caller
  return {
    endpoint,
    deps,
    // Only endpoints for the edge have no tenant, and their handlers don't get one (EdgeContext).
    tenant: tenant as TenantRecord,
    pool: tenant ? poolOf(tenant.settings) : '',
    viewer: session?.viewer ?? null,
    count(things) {
      if (tenant && endpoint.quota) limits.distinct[endpoint.quota](countedAs(caller), things, tenant.settings[QUOTAS[endpoint.quota]])
    },
    cookies,
    sessionHash: session?.hash ?? null,
    query,
    body,
    now: deps.now(),
    facts,
    userAgent,
    gone,
    language: isLocale(facts.language) ? facts.language : (tenant?.settings.domain_language ?? 'en')
  }
}

/** What schemas need to know about a site. */
export const paramsOf = ({ tenant }: Caller) => ({ min_age: tenant?.settings.min_age ?? 18 })
