import { user } from '../../shared/api/user.ts'
import { sessions } from '../../shared/api/sessions.ts'
import { signup } from '../../shared/api/signup.ts'
import { completion } from '../../shared/api/completion.ts'
import { links } from '../../shared/api/links.ts'
import { passwords } from '../../shared/api/passwords.ts'
import { mailChange } from '../../shared/api/mail-change.ts'
import { account } from '../../shared/api/account.ts'
import { announce } from '../events/announce.ts'
import { implement, type Context } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { activate } from './activate.ts'
import { finishAgeCheck, startAgeCheck } from './age-check.ts'
import { changeMail } from './change-mail.ts'
import { changePassword } from './change-password.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { completeSignup } from './complete-signup.ts'
import { deleteAccount } from './delete-account.ts'
import { endSession, listSessions } from './list-sessions.ts'
import { checkOwnPassword } from './own-password.ts'
import { requestMailChange } from './request-mail-change.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { prepareReset, resetPassword } from './reset-password.ts'
import { resendActivation } from './send-activation.ts'
import { checkPassword, logIn } from './log-in.ts'
import { asksPassword, readLinkPassword } from './link-password.ts'
import { hashPassword } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { CLEARED_COOKIE, endSession as endSessionOf } from './sessions.ts'
import { checkSignUp, signUp } from './sign-up.ts'
import { updateLanguage } from './store.ts'
import { findToken } from './tokens.ts'
import { useToken } from './use-token.ts'

/**
 * Real ms an answer takes at least where a member's address is mailed and a stranger's is not, or the other way round: longer than
 * either takes.
 */
const EVEN_TIME = 100

/** The same for a sign-up, which hashes a password and does more. */
const SIGNUP_TIME = 150

export const handlers = {
  ...implement(user, {
    getUser: async (context) => ({
      user: await presentUser(context, context.viewer),
      now: context.now.toISOString()
    }),

    /** Stores the member's language and tells their other tabs. */
    updateUser: async (context) => {
      const { db, viewer, body, now } = context
      const member = await updateLanguage(db, viewer.id, body.language)
      if (viewer.language !== body.language) await announce(context, [{ to: viewer.id, type: 'account_changed', data: {} }])
      return { user: await presentUser(context, member), now: now.toISOString() }
    }
  }),

  ...implement(sessions, {
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
  }),

  ...implement(signup, {
    signUp: {
      atLeast: SIGNUP_TIME,
      async prepare(before) {
        checkSignUp(before)
        const passwordHash = await hashPassword(before.body.password)
        return async (context) => {
          await signUp(context, passwordHash)
          return { status: 'check_mail' }
        }
      }
    },

    startAgeCheck: async (context) => ({ url: startAgeCheck(context) }),

    finishAgeCheck: async (context) => ({ proven: await finishAgeCheck(context) }),

    activate: {
      async prepare(before) {
        const password = await readLinkPassword(before)
        return async (context) => {
          await activate(context, context.body.token, password)
          return { status: 'confirmed' }
        }
      }
    },

    resendActivation: {
      atLeast: EVEN_TIME,
      async prepare() {
        return async (context) => ({ status: await resendActivation(context, context.viewer.id) })
      }
    }
  }),

  ...implement(completion, {
    completeSignup: async (context) => ({ next: await completeSignup(context) })
  }),

  ...implement(links, {
    getToken: async (context) => {
      const found = await findToken(context, context.query.token)
      if (!found) throw notFound()
      return { purpose: found.purpose, state: found.state, asks_password: await asksPassword(context, found) }
    },

    useToken: {
      async prepare(before) {
        const password = before.body.one_click ? null : await readLinkPassword(before)
        return async (context) => ({ purpose: await useToken(context, password) })
      }
    }
  }),

  ...implement(passwords, {
    requestPasswordReset: {
      atLeast: EVEN_TIME,
      async prepare() {
        return async (context) => {
          await requestPasswordReset(context)
          return { status: 'check_mail' }
        }
      }
    },

    resetPassword: {
      async prepare(before) {
        const passwordHash = await prepareReset(before)
        return async (context) => {
          await resetPassword(context, passwordHash)
          return { status: 'changed' }
        }
      }
    },

    changePassword: {
      atLeast: EVEN_TIME,
      async prepare(before) {
        refuseCommonPassword(before.body.password)
        const own = await checkOwnPassword(before, before.body.old_password)
        const passwordHash = own.right ? await hashPassword(before.body.password) : null
        return async (context) => {
          await changePassword(context, own, passwordHash)
          return { status: 'changed' }
        }
      }
    }
  }),

  ...implement(mailChange, {
    requestMailChange: {
      atLeast: EVEN_TIME,
      async prepare(before) {
        const own = await checkOwnPassword(before, before.body.password)
        return async (context) => {
          await requestMailChange(context, own)
          return { status: 'check_mail' }
        }
      }
    },

    changeMail: {
      async prepare(before) {
        const password = await readLinkPassword(before)
        return async (context) => {
          await changeMail(context, context.body.token, password)
          return { status: 'changed' }
        }
      }
    }
  }),

  ...implement(account, {
    deleteAccount: {
      atLeast: EVEN_TIME,
      async prepare(before) {
        const own = await checkOwnPassword(before, before.body.password)
        return async (context) => {
          await deleteAccount(context, own)
          return { status: 'deleted' }
        }
      }
    }
  })
}

async function endOwnSession({ db, sessionHash, setCookie }: Pick<Context<'logout'>, 'db' | 'sessionHash' | 'setCookie'>) {
  if (sessionHash) await endSessionOf(db, sessionHash)
  setCookie(CLEARED_COOKIE)
  return {}
}
