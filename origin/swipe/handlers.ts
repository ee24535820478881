import { swipe } from '../../shared/api/swipe.ts'
import { implement } from '../http/handler.ts'
import { findLike } from '../likes/find-like.ts'
import { findDeck, presentDeck } from './deal-cards.ts'
import { selectPassed, selectSwipeDay } from './store.ts'
import { allowanceOf, likeInGame, passMember, undoPass } from './swipe-member.ts'

/** How many of the last passes are shown to be taken back. */
const LAST_PASSES = 10

export const handlers = implement(swipe, {
  getSwipeDeck: async (context) => {
    const deck = await findDeck(context)
    const passed = await selectPassed(context, LAST_PASSES)
    context.count([...deck, ...passed])
    return {
      cards: await presentDeck(context, deck),
      passed: await presentDeck(context, passed),
      ...allowanceOf(context, await selectSwipeDay(context.db, context.viewer.id))
    }
  },

  swipeMember: async (context) => {
    const { id, choice } = context.body
    const match = choice === 'like' && (await likeInGame(context, id)) ? await findLike(context, id) : null
    const stands = choice === 'like' ? choice : await (choice === 'pass' ? passMember(context, id) : undoPass(context, id))
    return { choice: stands, match, ...allowanceOf(context, await selectSwipeDay(context.db, context.viewer.id)) }
  }
})
