import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { LikesType } from '../../shared/api/likes.ts'

type Answer = EndpointOutput<Contract['listLikes']>

export type ShownLike = Answer['profiles'][number] & { like_new?: boolean }

/** A page of one kind of likes, as the server has it now. */
export interface LikesPage {
  likes: readonly ShownLike[]
  /** Where the next page begins; null if there is none. */
  next: string | null
  /** When the like before the page's beginning was given; null: the page begins at the top, or among the new ones. */
  from: string | null
}

const LIST = { received: 'liked_by', given: 'profiles', matches: 'matches' } as const

export function pageOf(answer: Answer, type: LikesType, from: string | null): LikesPage {
  return { likes: answer[LIST[type]], next: answer.more[type], from }
}

/**
 * What an open list shows: its entries keep their places, whatever has changed on the server. Entries that are gone disappear; new ones are only
 * counted, and shown when the reader asks for them; further pages follow at the end.
 * @param entries the list as it was when it was opened
 * @param kept members whom the reader unliked in this list: they stay, so that nothing moves under the finger and a second tap takes it back
 */
export function follow(
  entries: readonly ShownLike[],
  pages: readonly LikesPage[],
  kept: ReadonlySet<string>
): { shown: ShownLike[]; fresh: ShownLike[]; further: ShownLike[] } {
  const now = new Map(pages.flatMap(({ likes }) => likes).map((like) => [like.id, like]))
  const known = new Set(entries.map(({ id }) => id))
  const shown = entries.flatMap((entry): ShownLike[] => {
    const like = now.get(entry.id)
    if (like) return [like]
    if (kept.has(entry.id)) return [{ ...entry, liked: false, match: false }]
    return isGone(entry, pages) ? [] : [entry]
  })
  const unknown = (page: LikesPage) => page.likes.filter(({ id }) => !known.has(id))
  const further = once(pages.slice(1).flatMap(unknown))
  const fresh = pages.slice(0, 1).flatMap(unknown)
  return { shown, fresh: fresh.filter(({ id }) => !further.some((like) => like.id === id)), further }
}

/**
 * Would the like be on one of the pages if it were still there? Newer ones may have pushed it beyond the end of the first page, and the second one
 * begins where the first one once ended: between the two it may be there unseen.
 */
function isGone({ liked_at: at }: ShownLike, pages: readonly LikesPage[]): boolean {
  return pages.some(({ likes, next, from }) => {
    const last = likes.at(-1)
    const reaches = next === null || (last !== undefined && !last.like_new && at > last.liked_at)
    return reaches && (from === null || at < from)
  })
}

/** A list as it opens: each member once, new ones first. */
export function opened(pages: readonly LikesPage[]): ShownLike[] {
  return once(pages.flatMap(({ likes }) => likes)).toSorted((one, other) => Number(other.like_new ?? false) - Number(one.like_new ?? false))
}

function once(likes: readonly ShownLike[]): ShownLike[] {
  return [...new Map(likes.toReversed().map((like) => [like.id, like])).values()].toReversed()
}
