import type { RefusedForm } from '../../client/site/site.tsx'
import { isRenewalDue } from '../../shared/auth/session-token.ts'
import { href, type RouteMatch } from '../../shared/routes/match.ts'
import { routeQueries } from '../../shared/routes/queries.ts'
import { isGone } from '../../shared/tenants/offering.ts'
import type { VisitorContext } from '../request-context.ts'
import { visitorCookies } from '../visitor/visitor-cookies.ts'
import { runQueries, NO_ANSWERS, type Answers } from './answers.ts'
import { bootSkeleton } from './boot.ts'
import { brandOf } from './brand.ts'
import { encode, pageParts, wholePage, withCookies } from './compose.ts'
import { endForReader } from './error-page.ts'
import { NOT_FOUND, pageKeyOf } from './page-key.ts'
import { memberPreview } from './preview.ts'
import { redirect } from './redirect.ts'

const readerOf = ({ session, record }: VisitorContext['visitor']) => ({ member: session !== null, tenant: record.settings })

type PageContext = Pick<VisitorContext, 'url' | 'visitor' | 'deps'>

/** Fetches everything that a page shows; a page that isn't found only has the frame. */
export async function queryForPage({ request, url, visitor, deps }: VisitorContext, match: RouteMatch | null): Promise<Answers> {
  const queries = routeQueries(match?.route.key ?? NOT_FOUND, match?.params ?? {}, url.searchParams, readerOf(visitor))
  return await runQueries(queries, visitor, deps, request.signal)
}

/**
 * A page with a session or with members in it: never cached. It is sent in one piece if the answers are there soon; otherwise its head is sent while
 * the origin is answering.
 * @param given the answers, if they are already known
 */
export async function livePage(context: VisitorContext, match: RouteMatch | null, given: Answers | null = null): Promise<Response> {
  const { request, url, visitor, deps } = context
  const key = pageKeyOf(visitor, match, url.searchParams, deps.now())
  const brand = await brandOf(visitor.record, visitor.https)
  const headers = withCookies(
    { ...brand.headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
    visitorCookies(visitor)
  )
  if (match?.route.indexing !== 'index' || isGone(visitor.record.settings)) headers.set('x-robots-tag', 'noindex')
  if (match?.route.secretAddress) headers.set('referrer-policy', 'no-referrer')
  // Without a body no queries are needed.
  if (request.method === 'HEAD') return new Response(null, { status: match ? 200 : 404, headers })
  const asked = given ? Promise.resolve(given) : queryForPage(context, match)
  const known = given ?? (await (waits(context, match) ? asked : deps.origin.soon?.(asked)))
  const instead = known && match?.route.replacedBy?.(match.params, known.notFound ? null : known.answered)
  if (instead) return redirect(href(instead), visitor, 302, known.cookies)
  for (const value of known?.cookies ?? []) headers.append('set-cookie', value)
  const missing = known?.notFound || (known && match?.route.isMissing?.(known.answered))
  const found = missing ? null : match
  const page = { key, address: url.pathname + url.search, match: found, visitor, deps, now: deps.now().toISOString() }
  const { head, rest } = await pageParts(page, known && memberPreview(known, visitor.record))
  const answer = { status: found ? 200 : 404, headers }
  if (known) return new Response(encode(head + (await rest(missing ? NO_ANSWERS : known, null)), deps), answer)
  const begin = head + bootSkeleton(match?.route.layout ?? 'default', visitor.record.settings.name)
  const restOrError = async () => {
    try {
      return await rest(await asked, null)
    } catch (error) {
      deps.log({ level: 'error', id: visitor.requestId, error: String(error) })
      return await endForReader(visitor)
    }
  }
  return new Response(inTwo(begin, restOrError, deps), answer)
}

/** Sends what is known, and the rest as soon as it is. */
function inTwo(begin: string, rest: () => Promise<string>, deps: VisitorContext['deps']): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const write = async () => {
    const writer = writable.getWriter()
    try {
      await writer.write(encode(begin, deps))
      await writer.write(encode(await rest(), deps))
      await writer.close()
    } catch (error) {
      // Otherwise the reader has disconnected, which is not a failure.
      await writer.abort(error).catch(() => {})
    }
  }
  deps.waitUntil(write())
  return readable
}

/**
 * Does the page need the answers before its head can be sent? The preview of a shared link is in the head, "not found" in the status, and the cookie
 * of a renewed session, once a day, in the headers.
 */
function waits({ visitor, deps }: VisitorContext, match: RouteMatch | null): boolean {
  if (visitor.session !== null && isRenewalDue(visitor.session, deps.now().getTime())) return true
  return match?.route.waits === 'everyone' || (match?.route.waits === 'visitors' && visitor.session === null)
}

/** The same page again with what was typed into its form and why it was refused. */
export async function refusedPage(
  { url, visitor, deps }: PageContext,
  match: RouteMatch,
  form: RefusedForm,
  status: number
): Promise<Response> {
  const key = pageKeyOf(visitor, match, url.searchParams, deps.now())
  const queries = routeQueries(key.route, key.params, url.searchParams, readerOf(visitor))
  const answers = await runQueries(queries, visitor, deps, AbortSignal.timeout(5_000))
  const html = await wholePage({
    key,
    address: url.pathname + url.search,
    match,
    visitor,
    deps,
    answers: { ...answers, notFound: false },
    form,
    now: deps.now().toISOString()
  })
  const brand = await brandOf(visitor.record, visitor.https)
  const headers = {
    ...brand.headers,
    ...(match.route.secretAddress && { 'referrer-policy': 'no-referrer' }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store'
  }
  return new Response(html, { status, headers: withCookies(headers, answers.cookies) })
}
