import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'

export type LikesType = 'received' | 'given' | 'matches'

type LikesPage = EndpointOutput<Contract['listLikes']>

export type ShownLike = LikesPage['profiles'][number] & { like_new?: boolean }

/**
 * The likes of one kind from the loaded pages: received ones with the new ones first, matches newest first, everyone once. `hasMore`: the server has
 * more.
 */
export function likesOf(pages: readonly (LikesPage | null | undefined)[], type: LikesType): { likes: ShownLike[]; hasMore: boolean } {
  const known = pages.filter((page) => page !== null && page !== undefined)
  const received = once(known.flatMap((page) => page.liked_by))
  const given = once(known.flatMap((page) => page.profiles))
  const moreReceived = received.length < (known[0]?.total_liked_by ?? 0)
  const moreGiven = given.length < (known[0]?.total_profiles ?? 0)
  if (type === 'given') return { likes: given, hasMore: moreGiven }
  const newFirst = received.toSorted((a, b) => Number(b.like_new) - Number(a.like_new))
  if (type === 'received') return { likes: newFirst, hasMore: moreReceived }
  // A match is in both lists; while neither is complete, it may only be known from one of them.
  const matches = once([...newFirst, ...given].filter((like) => like.match))
  return { likes: matches.toSorted((a, b) => b.liked_at.localeCompare(a.liked_at)), hasMore: moreReceived && moreGiven }
}

function once<L extends { id: string }>(likes: readonly L[]): L[] {
  const byId = new Map<string, L>()
  for (const like of likes) if (!byId.has(like.id)) byId.set(like.id, like)
  return [...byId.values()]
}
