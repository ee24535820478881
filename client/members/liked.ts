import type { QueryClient } from '@tanstack/react-query'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../api/queries.ts'
import { moveCounter } from '../session/counters.ts'

/** Changes every cached answer of an endpoint. It keeps its age: what a page does after loading a new answer doesn't happen for this. */
function change<N extends EndpointName>(
  queryClient: QueryClient,
  entry: N,
  update: (answer: EndpointOutput<Contract[N]>) => EndpointOutput<Contract[N]>
): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [entry] }))
    if (state.data)
      queryClient.setQueryData(queryKey, update(state.data as EndpointOutput<Contract[N]>), { updatedAt: state.dataUpdatedAt })
}

/** The queries whose answers say whether a member is liked. */
export const SHOW_LIKES: readonly EndpointName[] = [
  'searchMembers',
  'getSignupMatches',
  'findMatches',
  'getMember',
  'getLike',
  'listLikes',
  'getHome',
  'listVisits'
]

/** Shows a like, or its absence, wherever the member is shown. */
export function setLiked(queryClient: QueryClient, id: string, liked: boolean, match?: boolean): void {
  const put = <M extends { id: string; liked: boolean }>(members: M[]): M[] =>
    members.map((member) => (member.id === id ? { ...member, liked } : member))
  setFound(queryClient, id, { liked, match })
  change(queryClient, 'getMember', (answer) =>
    answer.member?.id === id ? { ...answer, member: { ...answer.member, liked, match: match ?? (liked && answer.member.match) } } : answer
  )
  change(queryClient, 'getLike', ({ member, ...answer }) => ({
    ...answer,
    member: member.id === id ? { ...member, liked, match: match ?? (liked && member.likes_you) } : member
  }))
  change(queryClient, 'listLikes', (answer) => ({
    ...answer,
    profiles: put(answer.profiles),
    liked_by: put(answer.liked_by),
    matches: put(answer.matches)
  }))
  change(queryClient, 'getHome', (answer) => ({ ...answer, likes: put(answer.likes), people: put(answer.people) }))
  change(queryClient, 'listVisits', (answer) => ({ ...answer, visits: put(answer.visits) }))
}

/** The same where members were found or suggested: there it isn't refetched, so that no card moves. What is absent hasn't changed. */
export function setFound(queryClient: QueryClient, id: string, { liked, match }: { liked?: boolean; match?: boolean | undefined }): void {
  const put = <M extends { id: string; liked: boolean; match?: boolean | undefined }>(members: M[]): M[] =>
    members.map((member) =>
      member.id === id
        ? { ...member, liked: liked ?? member.liked, match: (match ?? (liked !== false && member.match)) || undefined }
        : member
    )
  change(queryClient, 'searchMembers', (answer) => ({ ...answer, members: put(answer.members), similar: put(answer.similar) }))
  change(queryClient, 'getSignupMatches', ({ interest, members }) => ({ interest: interest && put([interest])[0]!, members: put(members) }))
  change(queryClient, 'findMatches', (answer) => ({ ...answer, members: put(answer.members) }))
}

/** The member has seen a new like: it is no longer new, immediately. */
export function seeLike(queryClient: QueryClient, id: string): void {
  const isNew = queryClient.getQueryData(queryOf('listLikes').queryKey)?.liked_by.some((like) => like.id === id && like.like_new)
  if (!isNew) return
  change(queryClient, 'listLikes', (answer) => ({
    ...answer,
    liked_by: answer.liked_by.map((like) => (like.id === id ? { ...like, like_new: false } : like)),
    total_new: Math.max(0, answer.total_new - 1)
  }))
  moveCounter(queryClient, 'num_new_likes', -1)
}

/**
 * Removes a blocked member everywhere; their profile only keeps the name. Resolves when the open page shows a member who was unblocked.
 */
export async function setBlocked(queryClient: QueryClient, id: string, blocked: boolean): Promise<void> {
  if (blocked) {
    change(queryClient, 'getMember', (answer) =>
      answer.member?.id === id ? { ...answer, member: null, blocked: { id, name: answer.member.name } } : answer
    )
  }
  // Almost everything may show the member, except the profiles of others.
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [entry] }) => entry !== 'getMember' })
  if (!blocked) await queryClient.invalidateQueries({ queryKey: queryOf('getMember', { id }).queryKey })
}
