import { allowOf, ENDPOINTS, endpointsAt, pickEndpoint } from '../../shared/api/contract.ts'
import { BODY_LIMIT, EXPECTED_MEMBER, IN_BACKGROUND, type Endpoint } from '../../shared/api/endpoint.ts'
import type { EdgeDeps } from '../deps.ts'
import { API_HEADERS } from '../pages/security-headers.ts'
import { originCookies } from '../visitor/visitor-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { callOrigin, DEADLINES, factsOf } from './call-origin.ts'
import { OriginAway } from './breaker.ts'
import { endOn } from './end-stream.ts'
import { errorAnswer } from './error-answer.ts'
import { readBody } from './read-body.ts'
import { isSameOrigin } from './same-origin.ts'
import { translateSetCookies } from './set-cookies.ts'
import { uploadBody } from './upload-body.ts'

/** How long a file that was refused as too large is still read before the answer, in ms. */
const LAST_BYTES = 3_000

/** Headers of a browser's request that are passed to the origin; everything else, including forged edge headers, is dropped. */
const PASSED_ON = [
  'accept',
  'content-type',
  'content-encoding',
  'x-client-request',
  'idempotency-key',
  EXPECTED_MEMBER,
  IN_BACKGROUND,
  'last-event-id',
  'if-none-match',
  'sec-fetch-site',
  'user-agent',
  ...ENDPOINTS.flatMap(({ signature, takes }) => [
    ...(signature ? [signature.header] : []),
    ...(takes.kind === 'signed' ? [takes.header] : [])
  ])
]
/** Headers of the origin's answer that are passed to the browser, in addition to its cookies. */
const PASSED_BACK = [
  'content-type',
  'cache-control',
  'etag',
  'retry-after',
  'allow',
  'content-disposition',
  'content-security-policy',
  'x-accel-buffering'
]

/**
 * `/api/*`: only what is in the contract is forwarded to the origin, signed.
 * @param ending aborts when event streams have to end
 */
export async function proxyApi(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps, ending: AbortSignal): Promise<Response> {
  const endpoints = endpointsAt(url.pathname).filter((endpoint) => endpoint.caller !== 'edge')
  if (endpoints.length === 0) return errorAnswer('not_found')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const endpoint = pickEndpoint(endpoints, method, url.searchParams)
  if (!endpoint) return errorAnswer('method_not_allowed', { allow: allowOf(endpoints) })
  if (crossSite(request, url, endpoint)) return errorAnswer('cross_site')
  if (endpoint.takes.kind === 'file') return forwardUpload(request, url, visitor, deps, endpoint.takes.maxBytes)
  const answer = await forward(request, url, visitor, deps, DEADLINES[method === 'GET' ? 'read' : 'write'])
  if (endpoint.answer !== 'events' || !answer.ok || !answer.body) return answer
  return new Response(endOn(ending, answer.body), answer)
}

/**
 * Writes, and reads with side effects, must not come from another site's page. Our script proves itself by its header, which no foreign page can
 * send; a beacon can't, so it must say where it comes from.
 */
function crossSite(request: Request, url: URL, endpoint: Endpoint): boolean {
  if (!endpoint.changes) return false
  const same = isSameOrigin(request, url)
  return endpoint.caller === 'beacon' ? same !== true : same === false
}

/** Forwards a request to the origin under the same path. Also used for `/media/*` and, in local mode, `/__dev/*`. */
export async function forward(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps, deadline: number): Promise<Response> {
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await readBody(request, BODY_LIMIT)
  if (body === null) return errorAnswer('too_large')
  const ask = { ...callOf(request, url, visitor), deadline, signal: request.signal, ...(body ? { body } : {}) }
  try {
    return present(await callOnceOrTwice(deps, ask), visitor)
  } catch (error) {
    return failure(error)
  }
}

/** Streams a file to the origin while it is being received. A request without a body gets the origin's error. */
async function forwardUpload(request: Request, url: URL, visitor: Visitor, deps: EdgeDeps, limit: number): Promise<Response> {
  if (!request.body) return forward(request, url, visitor, deps, DEADLINES.write)
  const { stream, sent, signal, cut, close } = uploadBody(request.body, limit)
  if (Number(request.headers.get('content-length') ?? 0) > limit) {
    // Workers break a connection that isn't read to its end: a browser that is still sending would never read the answer.
    const read = stream.pipeTo(new WritableStream()).catch(() => {})
    await Promise.race([read, new Promise((resolve) => setTimeout(resolve, LAST_BYTES))])
    close()
    return errorAnswer('too_large')
  }
  const ask = { ...callOf(request, url, visitor), deadline: DEADLINES.upload, sent, body: stream }
  try {
    const answer = await callOrigin(deps, { ...ask, signal: AbortSignal.any([request.signal, signal]) })
    const why = cut()
    return why ? errorAnswer(why) : present(answer, visitor)
  } catch (error) {
    const why = cut()
    return why ? errorAnswer(why) : failure(error)
  } finally {
    close()
  }
}

/** The request to the origin: the parts that concern it. */
function callOf(request: Request, url: URL, visitor: Visitor) {
  const headers: Record<string, string> = {}
  for (const name of PASSED_ON) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  Object.assign(headers, originCookies(visitor))
  return { method: request.method, target: url.pathname + url.search, facts: factsOf(visitor), headers }
}

function failure(error: unknown): Response {
  if (error instanceof DOMException && error.name === 'TimeoutError') return errorAnswer('timeout', { 'retry-after': '2' })
  return errorAnswer('unavailable', { 'retry-after': error instanceof OriginAway ? String(error.retryAfter) : '2' })
}

/** A read that couldn't reach the origin is retried once; the browser's own retries must not multiply with ours. */
async function callOnceOrTwice(deps: EdgeDeps, ask: Parameters<typeof callOrigin>[1]): Promise<Response> {
  try {
    return await callOrigin(deps, ask)
  } catch (error) {
    const pointless = error instanceof OriginAway || (error instanceof DOMException && error.name === 'TimeoutError')
    if (ask.method !== 'GET' || pointless || ask.signal?.aborted) throw error
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100))
    return callOrigin(deps, ask)
  }
}

function present(answer: Response, visitor: Visitor): Response {
  const headers = new Headers(API_HEADERS)
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  // A redirect within the site.
  const location = answer.headers.get('location')
  if (answer.status === 303 && location?.startsWith('/')) headers.set('location', location)
  translateSetCookies(answer.headers, headers, visitor.https)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  return new Response(answer.body, { status: answer.status, headers })
}
