import { apiQuery } from '../../shared/api/api-query.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { User } from '../../shared/api/user.ts'
import { href, matchPage, safeNext, type RouteMatch } from '../../shared/routes/match.ts'
import { lacksMemberQuery, withMemberQuery } from '../../shared/routes/member-query.ts'
import { offeringOf } from '../../shared/tenants/offering.ts'
import type { VisitorContext } from '../request-context.ts'
import type { Visitor } from '../visitor/visitor.ts'
import { runQueries, type Answers } from './answers.ts'
import { cachedPage } from './cached-page.ts'
import { queryForPage, livePage } from './live-page.ts'
import { NOT_FOUND } from './page-key.ts'
import { redirect } from './redirect.ts'
import { withoutSlug, withSlug } from './slug.ts'

/** `GET` of a page: redirect, cached page, or one rendered now. */
export async function servePage(context: VisitorContext): Promise<Response> {
  const { request, url, visitor, deps, outcome } = context
  const offering = offeringOf(visitor.record.settings)
  const match = matchPage(url.pathname, offering)
  outcome.cache = 'bypass'
  outcome.route = match?.route.key ?? ''
  if (match?.route.access === 'visitor' && visitor.session && request.method !== 'HEAD') {
    // A session that looks valid here may have been ended at the origin; a member who was logged out that way must be redirected to the log-in.
    const { sessionOver, cookies } = await runQueries([apiQuery('getUser')], visitor, deps, request.signal)
    if (sessionOver) return await servePage({ ...context, visitor: { ...visitor, session: null, staleSession: true } })
    return redirect(safeNext(url.searchParams.get('next'), offering), visitor, 302, cookies)
  }
  if (visitor.session && request.method !== 'HEAD' && lacksMemberQuery(url.pathname, url.searchParams)) {
    const { answered, cookies } = await runQueries([apiQuery('getUser')], visitor, deps, request.signal)
    const known = userIn(answered)
    const address = url.pathname + url.search
    // Without an answer, the page itself says what is wrong.
    const complete = known ? withMemberQuery(address, known) : address
    if (complete !== address) return redirect(complete, visitor, 302, cookies)
  }
  const elsewhere = guardOf(match, url, visitor)
  if (elsewhere) return redirect(elsewhere, visitor, 302)
  if (match?.route.goesOn) {
    const answers = await queryForPage(context, match)
    const next = nextOf(match, url, visitor, answers)
    return next ? redirect(href(next), visitor, 302, answers.cookies) : await livePage(context, match, answers)
  }
  outcome.route = match?.route.key ?? NOT_FOUND
  const visit = { ...context, visitor: withSlug(visitor, match) }
  if (!visitor.session && (match?.route.cache ?? 'shell') === 'shell') return await cachedPage(visit, withoutSlug(match))
  return await livePage(visit, withoutSlug(match))
}

/** Where this visitor must be redirected, otherwise null. */
function guardOf(match: RouteMatch | null, url: URL, visitor: Visitor): string | null {
  if (match?.route.access === 'member' && !visitor.session) return href('login', {}, { next: url.pathname + url.search })
  if (match?.route.access === 'visitor' && visitor.session)
    return safeNext(url.searchParams.get('next'), offeringOf(visitor.record.settings))
  if (match?.route.forMembers && visitor.session) return href(match.route.forMembers, match.params)
  return null
}

/** Key of the page that a member is redirected to, depending on the origin's answer about them; without an answer they stay. */
function nextOf({ route }: RouteMatch, url: URL, { record }: Visitor, { answered }: Answers): string | null {
  const user = userIn(answered)
  return (user && route.goesOn?.(user, record.settings, url.searchParams)) ?? null
}

function userIn(answered: Answers['answered']): User | undefined {
  return (answered.find(([query]) => query.endpoint === 'getUser')?.[1] as EndpointOutput<Contract['getUser']> | undefined)?.user
}
