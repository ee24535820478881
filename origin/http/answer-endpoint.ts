import type { Endpoint } from '../../shared/api/endpoint.ts'
import type { EdgeFacts } from '../../shared/auth/edge-signature.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { Deps } from '../deps.ts'
import { answerHeaders } from './answer.ts'
import { admit, callerFor, callOf, findCaller, noteActivity, paramsOf, siteOf, type Caller } from './caller.ts'
import { checkCsrf, checkExpectedMember } from './check-csrf.ts'
import { checkSignature } from './check-signature.ts'
import { entityTag, isFresh } from './entity-tag.ts'
import { streamerOf } from './handlers.ts'
import type { Limits } from './rate-limits.ts'
import { parseInput, readBody, readQuery, readSigned } from './read-request.ts'
import { notFound } from './http-error.ts'
import { runEndpoint, type Call } from './run-endpoint.ts'
import { withUpload } from './with-upload.ts'

/** A request for an endpoint, signed by the edge. */
export interface EndpointRequest {
  endpoint: Endpoint
  request: Request
  facts: EdgeFacts
}

/**
 * Answers one endpoint of the contract: finds site and caller, checks permissions, parses the input, runs the handler. Throws HttpErrors; the headers
 * they are sent with are in `headers`, which is filled on the way.
 */
export async function answerEndpoint(
  deps: Deps,
  limits: Limits,
  { endpoint, request, facts }: EndpointRequest,
  headers: Headers
): Promise<Response> {
  const tenant = siteFor(deps, endpoint, facts)
  for (const [name, value] of answerHeaders(tenant)) headers.set(name, value)
  checkCsrf(endpoint, request.headers)
  await checkSignature(deps, endpoint, request)
  const caller = callerFor(endpoint, await findCaller(deps, tenant, { facts, headers: request.headers, signal: request.signal }))
  const url = new URL(request.url)
  await admit(limits, endpoint, caller, url)
  if (caller.session) checkExpectedMember(caller.session.viewer, url, request.headers)

  const query = parseInput(endpoint.query, readQuery(url), paramsOf(caller))
  const answer = (body: unknown) => answerCall(caller, callOf(deps, limits, caller, endpoint, { query, body }), request, headers)
  if (endpoint.takes.kind === 'file') return await withUpload(request, caller.who, endpoint.takes, answer)
  const { body: schema, takes } = endpoint
  const received = schema && (takes.kind === 'signed' ? await readSigned(request, takes.header) : await readBody(request, takes.kind))
  return await answer(schema && parseInput(schema, received, paramsOf(caller)))
}

async function answerCall(caller: Caller, call: Call, request: Request, headers: Headers): Promise<Response> {
  const { endpoint, deps } = call
  const { tenant, session } = caller
  if (tenant && session) {
    await noteActivity(deps, { ...caller, tenant, session }, [endpoint], headers)
    if (endpoint.answer !== 'json') {
      const listener = { deps, tenant, viewer: session.viewer, sessionHash: session.hash }
      return withCookies(streamerOf(endpoint.name)(listener, request), headers)
    }
  }
  const tag = entityTag(endpoint, { tenant, viewer: call.viewer, facts: call.facts, query: call.query }, deps)
  if (tag !== null && isFresh(tag, request.headers.get('if-none-match'))) return notModified(tag, headers)
  const { text, cookies } = await runEndpoint(call, request.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (tag !== null) markTagged(tag, headers)
  return new Response(text, { headers })
}

/** The site of the request; null for the edge's own queries. Throws `not_found` for an unknown host and for the wrong caller. */
function siteFor(deps: Deps, endpoint: Endpoint, facts: EdgeFacts): TenantRecord | null {
  if (endpoint.caller !== 'edge') return siteOf(deps, facts)
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

/** Cached only by the browser, and revalidated every time. */
function markTagged(tag: string, headers: Headers): void {
  headers.set('etag', tag)
  headers.set('cache-control', 'private, no-cache')
}
