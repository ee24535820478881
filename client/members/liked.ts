import type { QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '../../shared/api/contract.ts'
import { changeAnswers } from '../api/change-answers.ts'
import { queryOf } from '../api/queries.ts'
import { moveCounter } from '../session/counters.ts'

/** Where members are found or suggested: these aren't refetched when someone is liked, so that no card moves. */
export const FOUND: readonly EndpointName[] = ['searchMembers', 'getSignupMatches', 'findMatches']

/** The queries whose answers say whether a member is liked. */
export const SHOW_LIKES: readonly EndpointName[] = [...FOUND, 'getMember', 'getLike', 'listLikes', 'getHome', 'listVisits']

/** What cards and profiles say about a like. */
interface Liked {
  id: string
  liked: boolean
  match?: boolean | undefined
  likes_you?: boolean
}

/** Changes a member wherever the answers of these endpoints have them. */
function mark(queryClient: QueryClient, endpoints: readonly EndpointName[], id: string, now: (member: Liked) => Partial<Liked>): void {
  // Of other values, some of which are null or text, none has both fields.
  const put = (value: Liked | null) => (value?.id === id && value.liked !== undefined ? { ...value, ...now(value) } : value)
  const putAll = <A extends object>(answer: A) =>
    Object.fromEntries(
      Object.entries<Liked | Liked[] | null>(answer as never).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(put) : put(value)
      ])
    ) as A
  for (const name of endpoints) changeAnswers(queryClient, name, putAll)
}

/** Shows a like, or its absence, wherever the member is shown. */
export function setLiked(queryClient: QueryClient, id: string, liked: boolean, match?: boolean): void {
  setFound(queryClient, id, { liked, match })
  mark(queryClient, ['listLikes', 'getHome', 'listVisits'], id, () => ({ liked }))
  mark(queryClient, ['getMember', 'getLike'], id, (member) => ({ liked, match: match ?? (liked && !!(member.likes_you ?? member.match)) }))
}

/** Shows a like or a match wherever members are found or suggested; fields left out stay as they are. */
export function setFound(queryClient: QueryClient, id: string, { liked, match }: { liked?: boolean; match?: boolean | undefined }): void {
  mark(queryClient, FOUND, id, (member) => ({
    liked: liked ?? member.liked,
    match: (match ?? (liked !== false && member.match)) || undefined
  }))
}

/** The member has seen a new like: it is no longer new, immediately. */
export function seeLike(queryClient: QueryClient, id: string): void {
  const isNew = queryClient.getQueryData(queryOf('listLikes').queryKey)?.liked_by.some((like) => like.id === id && like.like_new)
  if (!isNew) return
  changeAnswers(queryClient, 'listLikes', (answer) => ({
    ...answer,
    liked_by: answer.liked_by.map((like) => (like.id === id ? { ...like, like_new: false } : like)),
    total_new: Math.max(0, answer.total_new - 1)
  }))
  moveCounter(queryClient, 'num_new_likes', -1)
}
