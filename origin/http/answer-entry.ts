import type { Entry } from '../../shared/api/entry.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import { answerHeaders } from './answer.ts'
import { admit, callOf, findCaller, noteVisit, paramsOf, siteOf, type Caller } from './caller.ts'
import { checkMarks, checkMember } from './check-marks.ts'
import { checkSignature } from './check-signature.ts'
import { entityTag, isFresh } from './entity-tag.ts'
import { streamerOf } from './handlers.ts'
import type { Limits } from './rate-limits.ts'
import { parseInput, readBody, readQuery } from './read-request.ts'
import { notFound } from './refusal.ts'
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
  const tenant = siteFor(deps, entry, facts)
  for (const [name, value] of answerHeaders(tenant)) headers.set(name, value)
  checkMarks(entry, request.headers)
  await checkSignature(deps, entry, request)
  const caller = await findCaller(deps, tenant, { facts, headers: request.headers, signal: request.signal })
  await admit(limits, entry, caller)
  const url = new URL(request.url)
  if (caller.session) checkMember(caller.session.viewer, url, request.headers)

  const query = parseInput(entry.query, readQuery(url), paramsOf(caller))
  const answer = (body: unknown) => answerCall(caller, callOf(deps, limits, caller, entry, { query, body }), request, headers)
  if (entry.takes.kind === 'file') return await withUpload(request, caller.who, entry.takes, answer)
  return await answer(entry.body && parseInput(entry.body, await readBody(request, entry.takes.kind), paramsOf(caller)))
}

async function answerCall(caller: Caller, call: Call, request: Request, headers: Headers): Promise<Response> {
  const { entry, deps } = call
  const { tenant, session } = caller
  if (tenant && session) {
    await noteVisit(deps, { ...caller, tenant, session }, [entry], headers)
    if (entry.answer !== 'json') {
      const listener = { deps, tenant, viewer: session.viewer, sessionHash: session.hash }
      return withCookies(streamerOf(entry.name)(listener, request), headers)
    }
  }
  const tag = entityTag(entry, { tenant, viewer: call.viewer, query: call.query }, deps)
  if (tag !== null && isFresh(tag, request.headers.get('if-none-match'))) return notModified(tag, headers)
  const { text, cookies } = await runEntry(call, request.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (tag !== null) markTagged(tag, headers)
  return new Response(text, { headers })
}

/** The site of the request; null for the edge's own questions. Throws `not_found` for an unknown host and for the wrong caller. */
function siteFor(deps: Deps, entry: Entry, facts: EdgeFacts): TenantRecord | null {
  if (entry.caller !== 'edge') return siteOf(deps, facts)
  if (facts.host !== '') throw notFound()
  return null
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
