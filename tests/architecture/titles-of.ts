import { LIKES_TYPES } from '../../shared/api/likes.ts'
import type { Params, Route } from '../../shared/routes/route.ts'

/** The message keys of every title that a route may have. */
export function titlesOf({ title }: Route): string[] {
  const params: Params[] = [{}, { id: 'any' }, ...LIKES_TYPES.map((type) => ({ type }))]
  return [...new Set(params.map(title))]
}
