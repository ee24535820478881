import type { RouteMatch } from '../../shared/routes/match.ts'
import type { Visitor } from '../visitor/visitor.ts'

/** Marketing's slug belongs to the visit, not to the page: however many there are, a lander is cached once. */
export function withoutSlug(match: RouteMatch | null): RouteMatch | null {
  if (!match?.params.slug) return match
  const { slug: _slug, ...params } = match.params
  return { ...match, params }
}

/** The slug is passed on as `sub3`, unless the link has its own; an earlier link's is replaced. */
export function withSlug(visitor: Visitor, match: RouteMatch | null): Visitor {
  const slug = match?.params.slug
  if (!slug || visitor.newTracking?.sub3) return visitor
  return { ...visitor, tracking: { ...visitor.tracking, sub3: slug }, newTracking: { ...visitor.newTracking, sub3: slug } }
}
