import type { RouteMatch } from '../../shared/routes/match.ts'
import { SPECULATION_PATH } from '../files/speculation.ts'
import type { EdgeDeps } from '../deps.ts'
import { stampOf, type VisitorContext } from '../request-context.ts'
import { visitorCookies } from '../visitor/visitor-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { NO_ANSWERS } from './answers.ts'
import { brandOf } from './brand.ts'
import { encode, wholePage, withCookies } from './compose.ts'
import { cachedAnswer } from './cached-answer.ts'
import { etagOf, type CachedPage } from './page-cache.ts'
import { pageKeyOf, textOfKey, urlOfKey, type PageKey } from './page-key.ts'

/** How long a page made from the build's copy of the settings is cached, in ms: the origin may send newer settings at any moment. */
const UNSURE = 10_000

/** A visitor's page from the cache; a missing one is rendered and cached. */
export async function cachedPage(context: VisitorContext, match: RouteMatch | null): Promise<Response> {
  const { request, url, visitor, deps, pages, outcome } = context
  const key = pageKeyOf(visitor, match, url.searchParams, deps.now())
  const text = textOfKey(key)
  let page = pages.get(text, deps.realNow())
  outcome.cache = page ? 'hit' : 'miss'
  if (!page) {
    page = await fillPage(key, match, visitor, deps, pages.keeps)
    pages.set(text, page)
  }
  const cookies = visitorCookies(visitor)
  const wishes = { encodings: request.headers.get('accept-encoding') ?? '', known: request.headers.get('if-none-match') ?? '' }
  const { status, headers, body } = cachedAnswer(page, wishes, stampOf(context, deps.realNow()), cookies.length > 0)
  outcome.stamped = true
  if (cookies.length === 0 && page.status === 200) outcome.key = text
  return new Response(request.method === 'HEAD' ? null : body, {
    status,
    // A plain object takes the server's fast path; only cookies need the slow one.
    headers: cookies.length === 0 ? Object.fromEntries(headers) : withCookies(headers, cookies)
  })
}

async function fillPage(
  key: PageKey,
  match: RouteMatch | null,
  visitor: Visitor,
  deps: EdgeDeps,
  compressed: boolean
): Promise<CachedPage> {
  const html = await wholePage({
    key,
    address: urlOfKey(key),
    match,
    visitor,
    deps,
    answers: NO_ANSWERS,
    form: null,
    now: `${key.day}T00:00:00.000Z`
  })
  const bytes = encode(html, deps)
  const smaller = compressed ? deps.compress?.(bytes) : undefined
  const brand = await brandOf(visitor.record, visitor.https)
  const etag = etagOf(bytes)
  return {
    until: deps.snapshot.includes(visitor.record) ? deps.realNow() + UNSURE : Number.POSITIVE_INFINITY,
    status: match ? 200 : 404,
    bytes,
    brotli: smaller?.brotli ?? null,
    gzip: smaller?.gzip ?? null,
    etag,
    used: deps.realNow(),
    headers: Object.entries({
      ...brand.headers,
      etag,
      'content-type': 'text/html; charset=utf-8',
      // The browser revalidates each time and gets a 304; no proxy in between may cache a page that depends on country and cookies.
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
      'speculation-rules': `"${SPECULATION_PATH}"`
    })
  }
}
