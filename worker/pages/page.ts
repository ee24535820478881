import { href, matchRoute, safeNext, type RouteMatch } from '../../shared/routes/match.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EntryOutput } from '../../shared/api/entry.ts'
import { apiQuery } from '../../shared/api/api-query.ts'
import { routeQueries } from '../../shared/routes/queries.ts'
import type { RefusedForm } from '../../client/site/site.tsx'
import type { PageState } from '../../client/app/read-page.ts'
import { SPECULATION_PATH } from '../files/speculation.ts'
import type { EdgeDeps } from '../deps.ts'
import { visitorCookies } from '../visitor/visitor-cookies.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { askQuestions, type Answers } from './answers.ts'
import { bootSkeleton } from './boot.ts'
import { brandOf } from './brand.ts'
import { documentHead, documentTail, settingsFor } from './document.ts'
import { keptAnswer } from './kept-answer.ts'
import { etagOf, type Header, type KeptPage, type PageCache } from './page-cache.ts'
import { NOT_FOUND, pageKeyOf, textOfKey, urlOfKey, type PageKey } from './page-key.ts'
import { memberPreview, type Preview } from './preview.ts'
import { renderContent, translatorFor } from './render.tsx'

const encoder = new TextEncoder()
const encode = (text: string, deps: EdgeDeps) => deps.encode?.(text) ?? encoder.encode(text)
/** A page made from the build's copy of the settings is kept this long, in ms: the origin may say something else any moment. */
const UNSURE = 10_000

const NO_ANSWERS: Answers = { answered: [], notFound: false, sessionOver: false, originAway: false, eventNumber: null }

/** What the log says of a page. */
export interface PageAnswer {
  response: Response
  route: string
  cache: 'hit' | 'miss' | 'bypass'
  /** The request's own headers (id, timing) are in it already. */
  stamped?: true
  /** Key of the kept page, where the answer is that page and nothing else. */
  key?: string
}

/** Headers of this one request. */
export type Stamp = () => Header[]

/** `GET` of a page: redirect, kept page, or one rendered now. */
export async function servePage(
  request: Request,
  url: URL,
  visitor: Visitor,
  pages: PageCache,
  deps: EdgeDeps,
  stamp: Stamp
): Promise<PageAnswer> {
  const match = matchRoute(url.pathname)
  if (request.method !== 'HEAD' && match?.route.access === 'visitor' && visitor.session && (await isOver(visitor, deps, request.signal))) {
    return servePage(request, url, { ...visitor, session: null, staleSession: true }, pages, deps, stamp)
  }
  const guard = guardOf(match, url, visitor) ?? (await movesOn(match, url, visitor, deps, request.signal))
  if (guard) return { response: redirect(guard, visitor, 302), route: match?.route.key ?? '', cache: 'bypass' }
  const route = match?.route.key ?? NOT_FOUND
  if (!visitor.session && (match?.route.cache ?? 'shell') === 'shell') {
    return keptPage(request, url, withoutSlug(match), withSlug(visitor, match), pages, deps, stamp)
  }
  return { response: await streamedPage(request, url, match, visitor, deps), route, cache: 'bypass' }
}

/** Marketing's slug belongs to the visit, not to the page: however many there are, a lander is kept once. */
function withoutSlug(match: RouteMatch | null): RouteMatch | null {
  if (!match?.params.slug) return match
  const { slug: _slug, ...params } = match.params
  return { ...match, params }
}

/** The slug travels on as `sub3`, unless the link has one of its own (O-9). */
function withSlug(visitor: Visitor, match: RouteMatch | null): Visitor {
  const slug = match?.params.slug
  if (!slug || visitor.tracking?.sub3) return visitor
  return { ...visitor, tracking: { ...visitor.tracking, sub3: slug }, newTracking: true }
}

/** A session that looks alive here may have been ended at the origin; a member who was logged out that way must get to the log-in. */
async function isOver(visitor: Visitor, deps: EdgeDeps, signal: AbortSignal): Promise<boolean> {
  return (await askQuestions([apiQuery('getUser')], visitor, deps, signal)).sessionOver
}

/** Where this visitor must go instead, else null (O-23). */
function guardOf(match: RouteMatch | null, url: URL, visitor: Visitor): string | null {
  if (match?.route.access === 'member' && !visitor.session) return href('login', {}, { next: url.pathname + url.search })
  if (match?.route.access === 'visitor' && visitor.session) return safeNext(url.searchParams.get('next'))
  if (match?.route.forMembers && visitor.session) return href(match.route.forMembers, match.params)
  return null
}

/** Where the origin's word on a member leads them; without its answer they stay. */
async function movesOn(match: RouteMatch | null, url: URL, visitor: Visitor, deps: EdgeDeps, signal: AbortSignal): Promise<string | null> {
  if (!match?.route.goesOn) return null
  const { answered } = await askQuestions([apiQuery('getUser')], visitor, deps, signal)
  const known = answered[0]?.[1] as EntryOutput<Contract['getUser']> | undefined
  const next = known && match.route.goesOn(known.user, visitor.record.settings, url.searchParams)
  return next ? href(next) : null
}

export function redirect(location: string, visitor: Visitor, status: 302 | 303): Response {
  const headers = new Headers({ location, 'cache-control': 'private, no-store' })
  for (const value of visitorCookies(visitor)) headers.append('set-cookie', value)
  return new Response(null, { status, headers })
}

async function keptPage(
  request: Request,
  url: URL,
  match: RouteMatch | null,
  visitor: Visitor,
  pages: PageCache,
  deps: EdgeDeps,
  stamp: Stamp
): Promise<PageAnswer> {
  const key = pageKeyOf(visitor, match, url.searchParams, deps.now())
  const text = textOfKey(key)
  let page = pages.get(text, deps.realNow())
  const cache = page ? 'hit' : 'miss'
  if (!page) {
    page = await fillPage(key, match, visitor, deps, pages.keeps)
    pages.set(text, page)
  }
  const cookies = visitorCookies(visitor)
  const wishes = { encodings: request.headers.get('accept-encoding') ?? '', known: request.headers.get('if-none-match') ?? '' }
  const { status, headers, body } = keptAnswer(page, wishes, stamp(), cookies.length > 0)
  const response = new Response(request.method === 'HEAD' ? null : body, {
    status,
    // A plain object takes the server's short way; only cookies need the long one.
    headers: cookies.length === 0 ? Object.fromEntries(headers) : withCookies(headers, cookies)
  })
  return { response, route: key.route, cache, stamped: true, ...(cookies.length === 0 && page.status === 200 ? { key: text } : {}) }
}

async function fillPage(key: PageKey, match: RouteMatch | null, visitor: Visitor, deps: EdgeDeps, compressed: boolean): Promise<KeptPage> {
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

function withCookies(plain: Header[] | Record<string, string>, cookies: readonly string[]): Headers {
  const headers = new Headers(plain)
  for (const value of cookies) headers.append('set-cookie', value)
  return headers
}

interface WholePage {
  key: PageKey
  address: string
  match: RouteMatch | null
  visitor: Visitor
  deps: EdgeDeps
  answers: Answers
  form: RefusedForm | null
  /** Instant that the page speaks of; a kept one knows the day alone. */
  now: string
}

/** The document in two parts, so that the first can leave before the questions are answered. */
async function pageParts({ key, address, match, visitor, deps, now }: Omit<WholePage, 'answers' | 'form'>, preview: Preview | null = null) {
  const tenant = settingsFor(visitor.record, key)
  const [brand, translator] = await Promise.all([brandOf(visitor.record, visitor.https), translatorFor(key.language)])
  const member = visitor.session !== null
  const head = documentHead({
    key,
    route: match?.route ?? null,
    tenant,
    group: visitor.group,
    translator,
    brand,
    assets: deps.assets,
    member,
    preview
  })
  const rest = async (answers: Answers, form: RefusedForm | null): Promise<string> => {
    const notFound = !match || answers.notFound
    const state: PageState = {
      member: member && !answers.sessionOver,
      trafficSource: visitor.trafficSource,
      now,
      notFound,
      originAway: answers.originAway,
      eventNumber: answers.eventNumber,
      form
    }
    const route = notFound ? NOT_FOUND : key.route
    const answered = answers.sessionOver ? [] : answers.answered
    const content = await renderContent({ route, url: address, tenant, page: state, answers: answered })
    return (
      `<div id="app">${content}</div>` +
      documentTail({ tenant, page: state, answers: answered, assets: deps.assets, member, hydrate: match?.route.hydrate ?? 'none' })
    )
  }
  return { head, rest }
}

async function wholePage({ answers, form, ...page }: WholePage): Promise<string> {
  const { head, rest } = await pageParts(page)
  return head + (await rest(answers, form))
}

/** Does the page need the answers before its head can leave? */
function waits(match: RouteMatch | null, visitor: Visitor): boolean {
  return match?.route.waits === 'everyone' || (match?.route.waits === 'visitors' && visitor.session === null)
}

/** A page with a session or with members in it: never kept. The head leaves while the origin is being asked. */
async function streamedPage(request: Request, url: URL, match: RouteMatch | null, visitor: Visitor, deps: EdgeDeps): Promise<Response> {
  const key = pageKeyOf(visitor, match, url.searchParams, deps.now())
  const brand = await brandOf(visitor.record, visitor.https)
  const headers = withCookies(
    { ...brand.headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
    visitorCookies(visitor)
  )
  if (match?.route.indexing !== 'index') headers.set('x-robots-tag', 'noindex')
  if (match?.route.secretAddress) headers.set('referrer-policy', 'no-referrer')
  // Whoever wants no body asks no question.
  if (request.method === 'HEAD') return new Response(null, { status: match ? 200 : 404, headers })
  const questions = routeQueries(key.route, key.params, url.searchParams, visitor.session !== null)
  const asked = questions.length > 0 ? askQuestions(questions, visitor, deps, request.signal) : Promise.resolve(NO_ANSWERS)
  // What a shared link shows stands in the head, and "not there" in the status: where they depend on the answers the page waits for them.
  const known = waits(match, visitor) ? await asked : null
  const instead = known && match?.route.replacedBy?.(match.params, known.notFound ? null : known.answered)
  if (instead) return redirect(href(instead), visitor, 302)
  const found = known?.notFound ? null : match
  const page = { key, address: url.pathname + url.search, match: found, visitor, deps, now: deps.now().toISOString() }
  const { head, rest } = await pageParts(page, known && memberPreview(known, visitor.record))
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const failed = (error: unknown) => {
    deps.log({ level: 'error', id: visitor.requestId, error: String(error) })
    throw error
  }
  const write = async () => {
    const writer = writable.getWriter()
    try {
      await writer.write(encode(head + bootSkeleton(found?.route.layout ?? 'default', visitor.record.settings.name), deps))
      await writer.write(encode(await rest(await asked, null).catch(failed), deps))
      await writer.close()
    } catch (error) {
      // Else the reader has gone, which is no failure.
      await writer.abort(error).catch(() => {})
    }
  }
  deps.waitUntil(write())
  return new Response(readable, { status: found ? 200 : 404, headers })
}

/** The same page again with what was typed into its form and why it was refused. */
export async function refusedPage(
  url: URL,
  match: RouteMatch,
  visitor: Visitor,
  deps: EdgeDeps,
  form: RefusedForm,
  status: number
): Promise<Response> {
  const key = pageKeyOf(visitor, match, url.searchParams, deps.now())
  const questions = routeQueries(key.route, key.params, url.searchParams, visitor.session !== null)
  const answers = await askQuestions(questions, visitor, deps, AbortSignal.timeout(5_000))
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
  return new Response(html, {
    status,
    headers: {
      ...brand.headers,
      ...(match.route.secretAddress && { 'referrer-policy': 'no-referrer' }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store'
    }
  })
}
