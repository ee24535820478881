import { user } from '../../shared/api/user.ts'
import { announce } from '../events/announce.ts'
import { implement } from '../http/handler.ts'
import { handlers as lifeCycle } from './life-cycle/handlers.ts'
import { handlers as links } from './links/handlers.ts'
import { handlers as passwords } from './passwords/handlers.ts'
import { presentUser } from './present-user.ts'
import { handlers as sessions } from './sessions/handlers.ts'
import { updateLanguage } from './store.ts'

export const handlers = {
  ...implement(user, {
    getUser: async (context) => ({
      user: await presentUser(context, context.viewer),
      now: context.now.toISOString()
    }),

    /** Stores the member's language and notifies their other tabs. */
    updateUser: async (context) => {
      const { db, viewer, body, now } = context
      const member = await updateLanguage(db, viewer.id, body.language)
      if (viewer.language !== body.language) await announce(context, [{ to: viewer.id, type: 'account_changed', data: {} }])
      return { user: await presentUser(context, member), now: now.toISOString() }
    }
  }),

  ...sessions,
  ...lifeCycle,
  ...links,
  ...passwords
}
