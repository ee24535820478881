import { likes } from '../../shared/api/likes.ts'
import { implement, type MemberContext } from '../http/handler.ts'
import { cardPresenter } from '../members/present-card.ts'
import { selectCards, type CardRow } from '../members/store.ts'
import { likeMember, unlikeMember } from './like-member.ts'
import { countLikes, selectGiven, selectReceived, type LikeRow } from './store.ts'

const PAGE = 100

export const handlers = implement(likes, {
  /** Likes given and received, a page of each. */
  listLikes: async (context) => {
    const page = context.query.page ?? 1
    const part = { offset: (page - 1) * PAGE, limit: PAGE }
    const given = await selectGiven(context, part)
    const received = await selectReceived(context, part)
    const totals = await countLikes(context)
    const cards = await selectCards(
      context,
      [...given, ...received].map((like) => like.member)
    )
    const present = likePresenter(context, cards)
    return {
      profiles: given.flatMap(present),
      liked_by: received.flatMap((like) => present(like).map((card) => ({ ...card, like_new: like.is_new }))),
      total_profiles: totals.given,
      total_liked_by: totals.received,
      total_new: totals.unseen,
      page
    }
  },

  likeMember: async (context) => ({
    liked: true,
    match: await likeMember(context, context.body.id)
  }),

  unlikeMember: async (context) => {
    await unlikeMember(context, context.body.id)
    return { liked: false }
  }
})

/** One entry or, if the member became unavailable between two queries, none. */
function likePresenter(context: MemberContext<'listLikes'>, cards: Map<number, CardRow>) {
  const present = cardPresenter(context)
  return (like: LikeRow) => {
    const card = cards.get(like.member)
    return card ? [{ ...present(card), liked_at: like.created_at.toISOString(), match: like.match }] : []
  }
}
