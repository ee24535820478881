import { QUOTAS, type Entry } from '../../shared/api/entry.ts'
import { EVENT_NUMBER } from '../../shared/api/events.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import { isLocale } from '../../shared/i18n/locales.ts'
import { addressRange, addressRanges } from '../../shared/rules/addresses.ts'
import { poolOf, type TenantRecord } from '../../shared/tenants/schema.ts'
import { findSession, renewSession, type Session } from '../accounts/sessions.ts'
import type { Deps } from '../deps.ts'
import { touchMember } from '../members/presence.ts'
import { answerHeaders } from './answer.ts'
import { checkMarks, checkMember } from './check-marks.ts'
import { checkSignature } from './check-signature.ts'
import { isUnavailable } from './failures.ts'
import { streamerOf } from './handlers.ts'
import { entityTag, isFresh } from './entity-tag.ts'
import type { Limits } from './rate-limits.ts'
import { parseInput, readBody, readQuery } from './read-request.ts'
import { notFound, Refusal } from './refusal.ts'
import { runEntry, type Call } from './run-entry.ts'
import { withUpload } from './with-upload.ts'

/** A request for an entry, signed by the edge. */
export interface EntryRequest {
  entry: Entry
  request: Request
  facts: EdgeFacts
}

/**
 * Answers one endpoint of the contract: which site, which caller, are they allowed, what do they want, do it. Throws refusals; the
 * headers they go out with are in `headers`, which is filled on the way.
 */
export async function answerEntry(
  deps: Deps,
  limits: Limits,
  { entry, request, facts }: EntryRequest,
  headers: Headers
): Promise<Response> {
  const now = deps.now()
  const tenant = siteOf(deps, entry, facts)
  for (const [name, value] of answerHeaders(tenant)) headers.set(name, value)
  checkMarks(entry, request.headers)
  await checkSignature(deps, entry, request)
  const session = tenant && (await findSession(deps, tenant, request.headers.get('cookie'), now))
  const who = session ? session.viewer.public_id : addressRange(facts.ip)
  if (tenant) await limits.requests(entry.limit, session ? [{ range: who, lines: 1 }] : addressRanges(facts.ip))
  if (entry.audience === 'member' && !session) throw new Refusal('authentication_required')
  const url = new URL(request.url)
  if (session) checkMember(session.viewer, url, request.headers)

  const params = { min_age: tenant?.settings.min_age ?? 18 }
  const query = parseInput(entry.query, readQuery(url), params)
  const count: Call['count'] = (things) => {
    if (tenant && entry.quota) limits.distinct[entry.quota](who, things, tenant.settings[QUOTAS[entry.quota]])
  }
  const answer = (body: unknown) => answerCall(deps, { entry, request, facts, tenant, session, query, body, now, count }, headers)
  if (entry.takes.kind === 'file') return await withUpload(request, who, entry.takes, answer)
  return await answer(entry.body && parseInput(entry.body, await readBody(request, entry.takes.kind), params))
}

/** What is known of a request once it is read. */
interface ReadCall extends EntryRequest {
  tenant: TenantRecord | null
  session: Session | null
  query: unknown
  body: unknown
  now: Date
  count: Call['count']
}

async function answerCall(
  deps: Deps,
  { entry, request, facts, tenant, session, query, body, now, count }: ReadCall,
  headers: Headers
): Promise<Response> {
  if (tenant && session) {
    const renewed = await noteVisit(deps, { entry, tenant, session, now })
    if (renewed !== null) headers.append('set-cookie', renewed)
    headers.set(EVENT_NUMBER, String(session.viewer.event_counter))
    if (entry.answer !== 'json') {
      const listener = { deps, tenant, viewer: session.viewer, sessionHash: session.hash }
      return withCookies(streamerOf(entry.name)(listener, request), headers)
    }
  }
  const tag = entityTag(entry, { tenant, viewer: session?.viewer ?? null, query }, deps)
  if (tag !== null && isFresh(tag, request.headers.get('if-none-match'))) return notModified(tag, headers)
  const call: Call = {
    entry,
    deps,
    // Entries of the edge are the only ones without a tenant, and their handlers are given none (EdgeContext).
    tenant: tenant as TenantRecord,
    pool: tenant ? poolOf(tenant.settings) : '',
    viewer: session?.viewer ?? null,
    count,
    cookies: request.headers.get('cookie') ?? '',
    sessionHash: session?.hash ?? null,
    query,
    body,
    now,
    facts,
    userAgent: request.headers.get('user-agent') ?? '',
    gone: request.signal,
    language: isLocale(facts.language) ? facts.language : (tenant?.settings.domain_language ?? 'en')
  }
  const { text, cookies } = await runEntry(call, request.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (tag !== null) markTagged(tag, headers)
  return new Response(text, { headers })
}

/**
 * Stores that the member is here, and gives the session's new cookie where one is due. Where nothing can be stored, on a full disk,
 * what was asked for is answered all the same.
 */
async function noteVisit(
  deps: Deps,
  { entry, tenant, session, now }: { entry: Entry; tenant: TenantRecord; session: Session; now: Date }
): Promise<string | null> {
  try {
    if (isActivity(entry)) await touchMember(deps.db, session.viewer, now)
    return await renewSession(deps, tenant, session, now)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return null
  }
}

/** The minute's questions, the stream and beacons come from a tab that nobody looks at, too. */
function isActivity(entry: Entry): boolean {
  return !entry.polled && entry.answer !== 'events' && entry.caller !== 'beacon'
}

/** The site of the request; null for the edge's own questions. Throws `not_found` for an unknown host and for the wrong caller. */
function siteOf(deps: Deps, entry: Entry, facts: EdgeFacts): TenantRecord | null {
  if (entry.caller === 'edge') {
    if (facts.host !== '') throw notFound()
    return null
  }
  const tenant = facts.host === '' ? null : deps.tenants.find(facts.host)
  if (!tenant) throw notFound()
  return tenant
}

function withCookies(answer: Response, headers: Headers): Response {
  for (const cookie of headers.getSetCookie()) answer.headers.append('set-cookie', cookie)
  return answer
}

function notModified(tag: string, headers: Headers): Response {
  markTagged(tag, headers)
  headers.delete('content-type')
  return new Response(null, { status: 304, headers })
}

/** Cached by the browser alone, and revalidated every time. */
function markTagged(tag: string, headers: Headers): void {
  headers.set('etag', tag)
  headers.set('cache-control', 'private, no-cache')
}
