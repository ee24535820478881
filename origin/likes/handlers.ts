import { LIKES_TYPES, likes, type LikesType } from '../../shared/api/likes.ts'
import { implement, type MemberContext } from '../http/handler.ts'
import { cardPresenter } from '../members/present-card.ts'
import { hasContactedMember, selectCards, type CardRow } from '../members/store.ts'
import { autoLike } from './auto-like.ts'
import { cursorAfter } from './cursor.ts'
import { findLike } from './find-like.ts'
import { likeMember, unlikeMember } from './like-member.ts'
import { countNewLikes, selectLikes, type LikeRow } from './store.ts'

const PAGE = 100

export const handlers = implement(likes, {
  /** Likes given and received, or one kind of them from a cursor on. */
  listLikes: async (context) => {
    const { type, after } = context.query
    const wanted: readonly LikesType[] = type === undefined ? ['received', 'given'] : [type]
    const lists = { received: NONE, given: NONE, matches: NONE }
    const listed = wanted.map(async (one) => void (lists[one] = await selectLikes(context, one, { after: type && after, limit: PAGE })))
    const [total_new] = await Promise.all([countNewLikes(context), ...listed])
    const { received, given, matches } = lists
    const cards = await selectCards(
      context,
      [...received.likes, ...given.likes, ...matches.likes].map((like) => like.member)
    )
    const present = likePresenter(context, cards)
    const more = LIKES_TYPES.map((one) => [one, lists[one].last && cursorAfter(one, lists[one].last)])
    return {
      profiles: given.likes.flatMap(present),
      liked_by: received.likes.flatMap((like) => present(like).map((card) => ({ ...card, like_new: like.is_new }))),
      matches: matches.likes.flatMap(present),
      total_new,
      more: Object.fromEntries(more) as Record<LikesType, string | null>
    }
  },

  /** Members who like the viewer or share a conversation cost nothing of the budget, as on their profile. */
  getLike: async (context) => {
    const { id } = context.query
    if (!(await hasContactedMember(context.db, context.viewer.id, id))) context.count([id])
    return { member: await findLike(context, id) }
  },

  likeMember: {
    atOnce: async (context) => {
      const { id } = context.body
      const match = await likeMember(context, id)
      return { liked: true, match, member: match ? await findLike(context, id) : null }
    }
  },

  unlikeMember: {
    atOnce: async (context) => {
      await unlikeMember(context, context.body.id)
      return { liked: false }
    }
  },

  autoLike: async (context) => {
    const found = await autoLike(context)
    const card = found && (await selectCards(context, [found.member])).get(found.member)
    if (!card) return { kind: null, profile: null }
    if (found.kind === 'suggestion') context.count([card.id])
    return { kind: found.kind, profile: cardPresenter(context)(card) }
  }
})

const NONE: Awaited<ReturnType<typeof selectLikes>> = { likes: [], last: null }

/** One entry or, if the member became unavailable between two queries, none. */
function likePresenter(context: MemberContext<'listLikes'>, cards: Map<number, CardRow>) {
  const present = cardPresenter(context)
  return (like: LikeRow) => {
    const card = cards.get(like.member)
    if (!card) return []
    const { match, automatic } = like
    return [{ ...present(card), liked_at: new Date(Math.floor(like.at / 1000)).toISOString(), match, automatic }]
  }
}
