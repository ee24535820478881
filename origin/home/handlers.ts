import { home } from '../../shared/api/home.ts'
import { accountMay } from '../../shared/rules/account-state.ts'
import { nextProfileStep } from '../../shared/rules/profile-step.ts'
import { historyStartFor } from '../chats/history.ts'
import { chatPresenter } from '../chats/present-chat.ts'
import { selectUnread } from '../chats/list-store.ts'
import { implement } from '../http/handler.ts'
import { selectLikes } from '../likes/store.ts'
import { cardPresenter } from '../members/present-card.ts'
import { selectCards } from '../members/store.ts'
import { selectNewMembers } from './store.ts'

/** How many of each are shown; their own pages show the rest. */
const LIKES = 4
const CHATS = 4
const PEOPLE = 8
/** Members are new for this long, in ms. */
const NEW = 30 * 24 * 60 * 60 * 1000

export const handlers = implement(home, {
  getHome: async (context) => {
    const { db, viewer, tenant, now } = context
    const [received, chats, people] = await Promise.all([
      selectLikes(context, 'received', { after: undefined, limit: LIKES }),
      selectUnread(db, { member: viewer.id, since: historyStartFor(context), offset: 0, limit: CHATS }, context),
      selectNewMembers(context, { since: new Date(now.getTime() - NEW), limit: PEOPLE })
    ])
    const likes = received.likes.filter((like) => like.is_new)
    // Members who like or write to the viewer aren't strangers: they cost nothing of the budget.
    context.count(people)
    const cards = await selectCards(context, [...likes.map((like) => like.member), ...chats.map((chat) => chat.other_id), ...people])
    const present = cardPresenter(context)
    return {
      likes: likes.flatMap(({ member, match, automatic }) => {
        const card = cards.get(member)
        return card ? [{ ...present(card), match, automatic }] : []
      }),
      // Conversations with someone who is gone can't be answered: they are only in the list of conversations.
      chats: chats.map(chatPresenter(context, cards)),
      people: people.flatMap((id) => cards.get(id) ?? []).map(present),
      next_step: nextProfileStep(
        {
          confirmed: !accountMay(viewer.status, 'confirm'),
          complete: viewer.signup_complete,
          photo: viewer.main_photo_id !== null,
          about: viewer.about,
          interests: viewer.interests
        },
        tenant.settings
      )
    }
  }
})
