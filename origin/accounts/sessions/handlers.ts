import { sessions } from '../../../shared/api/sessions.ts'
import { announce } from '../../events/announce.ts'
import { implement, type Context } from '../../http/handler.ts'
import { EVEN_TIME } from '../even-time.ts'
import { presentUser } from '../present-user.ts'
import { endSession, listSessions } from './list-sessions.ts'
import { checkPassword, logIn } from './log-in.ts'
import { CLEARED_COOKIE, endSession as endSessionOf } from './sessions.ts'

export const handlers = implement(sessions, {
  login: {
    atLeast: EVEN_TIME,
    async prepare(before) {
      const attempt = await checkPassword(before)
      return async (context) => ({ user: await presentUser(context, await logIn(context, attempt)), now: context.now.toISOString() })
    }
  },

  logout: (context) => endOwnSession(context),

  logoutByPost: (context) => endOwnSession(context),

  listSessions: async (context) => ({ sessions: await listSessions(context) }),

  endSession: async (context) => {
    await endSession(context)
    return { sessions: await listSessions(context) }
  }
})

async function endOwnSession(context: Context<'logout'> | Context<'logoutByPost'>) {
  const { db, viewer, sessionHash, setCookie } = context
  if (viewer) await announce(context, [{ to: viewer.id, type: 'account_changed', data: {} }])
  if (sessionHash) await endSessionOf(db, sessionHash)
  setCookie(CLEARED_COOKIE)
  return {}
}
