import { recordEvents } from '../events/record-event.ts'
import type { Context, Handler, PreparedHandler } from '../http/handler.ts'
import { notFound } from '../http/refusal.ts'
import * as activation from './activate.ts'
import * as ageCheck from './age-check.ts'
import * as mailChange from './change-mail.ts'
import * as changing from './change-password.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import * as completing from './complete-signup.ts'
import * as leaving from './delete-account.ts'
import * as sessions from './list-sessions.ts'
import { checkOwnPassword } from './own-password.ts'
import * as mailChangeRequest from './request-mail-change.ts'
import * as resetRequest from './request-password-reset.ts'
import * as resetting from './reset-password.ts'
import * as sending from './send-activation.ts'
import { checkPassword, logIn } from './log-in.ts'
import { asksPassword, readLinkPassword } from './link-password.ts'
import { hashPassword } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { CLEARED_COOKIE, endSession as endSessionOf } from './sessions.ts'
import * as signing from './sign-up.ts'
import { updateLanguage } from './store.ts'
import { findToken } from './tokens.ts'
import * as links from './use-token.ts'
import { seeMember } from './touch-member.ts'

export const getUser: Handler<'getUser'> = async (context) => ({
  user: await presentUser(context, context.viewer),
  now: context.now.toISOString()
})

/**
 * Real ms an answer takes at least where a member's address is mailed and a stranger's is not, or the other way round: longer than
 * either takes.
 */
const EVEN_TIME = 100

export const login: PreparedHandler<'login'> = {
  atLeast: EVEN_TIME,
  async prepare(before) {
    const attempt = await checkPassword(before)
    return async (context) => ({ user: await presentUser(context, await logIn(context, attempt)), now: context.now.toISOString() })
  }
}

/** Stores the member's language and tells their other tabs. */
export const updateUser: Handler<'updateUser'> = async (context) => {
  const { db, viewer, body, now } = context
  const member = await updateLanguage(db, viewer.id, body.language)
  if (viewer.language !== body.language) await recordEvents(context, [{ member: viewer.id, type: 'changed', data: { what: ['user'] } }])
  return { user: await presentUser(context, member), now: now.toISOString() }
}

export const logout: Handler<'logout'> = (context) => endOwnSession(context)
export const logoutByPost: Handler<'logoutByPost'> = (context) => endOwnSession(context)

/** The same for a sign-up, which hashes a password and does more. */
const SIGNUP_TIME = 150

export const signUp: PreparedHandler<'signUp'> = {
  atLeast: SIGNUP_TIME,
  async prepare(before) {
    signing.checkSignUp(before)
    const passwordHash = await hashPassword(before.body.password)
    return async (context) => {
      await signing.signUp(context, passwordHash)
      return { status: 'check_mail' }
    }
  }
}

export const completeSignup: Handler<'completeSignup'> = async (context) => ({ next: await completing.completeSignup(context) })

export const startAgeCheck: Handler<'startAgeCheck'> = async (context) => ({ url: ageCheck.startAgeCheck(context) })

export const finishAgeCheck: Handler<'finishAgeCheck'> = async (context) => ({ proven: await ageCheck.finishAgeCheck(context) })

export const activate: PreparedHandler<'activate'> = {
  async prepare(before) {
    const password = await readLinkPassword(before)
    return async (context) => {
      await activation.activate(context, context.body.token, password)
      return { status: 'confirmed' }
    }
  }
}

export const resendActivation: PreparedHandler<'resendActivation'> = {
  atLeast: EVEN_TIME,
  async prepare() {
    return async (context) => ({ status: await sending.resendActivation(context, context.viewer.id) })
  }
}

export const getToken: Handler<'getToken'> = async (context) => {
  const found = await findToken(context, context.query.token)
  if (!found) throw notFound()
  return { purpose: found.purpose, state: found.state, asks_password: await asksPassword(context, found) }
}

export const useToken: PreparedHandler<'useToken'> = {
  async prepare(before) {
    const password = before.body.one_click ? null : await readLinkPassword(before)
    return async (context) => ({ purpose: await links.useToken(context, password) })
  }
}

export const requestPasswordReset: PreparedHandler<'requestPasswordReset'> = {
  atLeast: EVEN_TIME,
  async prepare() {
    return async (context) => {
      await resetRequest.requestPasswordReset(context)
      return { status: 'check_mail' }
    }
  }
}

export const resetPassword: PreparedHandler<'resetPassword'> = {
  async prepare(before) {
    const passwordHash = await resetting.prepareReset(before)
    return async (context) => {
      await resetting.resetPassword(context, passwordHash)
      return { status: 'changed' }
    }
  }
}

export const changePassword: PreparedHandler<'changePassword'> = {
  atLeast: EVEN_TIME,
  async prepare(before) {
    refuseCommonPassword(before.body.password)
    const own = await checkOwnPassword(before, before.body.old_password)
    const passwordHash = own.right ? await hashPassword(before.body.password) : null
    return async (context) => {
      await changing.changePassword(context, own, passwordHash)
      return { status: 'changed' }
    }
  }
}

export const requestMailChange: PreparedHandler<'requestMailChange'> = {
  atLeast: EVEN_TIME,
  async prepare(before) {
    const own = await checkOwnPassword(before, before.body.password)
    return async (context) => {
      await mailChangeRequest.requestMailChange(context, own)
      return { status: 'check_mail' }
    }
  }
}

export const deleteAccount: PreparedHandler<'deleteAccount'> = {
  atLeast: EVEN_TIME,
  async prepare(before) {
    const own = await checkOwnPassword(before, before.body.password)
    return async (context) => {
      await leaving.deleteAccount(context, own)
      return { status: 'deleted' }
    }
  }
}

export const changeMail: PreparedHandler<'changeMail'> = {
  async prepare(before) {
    const password = await readLinkPassword(before)
    return async (context) => {
      await mailChange.changeMail(context, context.body.token, password)
      return { status: 'changed' }
    }
  }
}

export const listSessions: Handler<'listSessions'> = async (context) => ({ sessions: await sessions.listSessions(context) })

export const endSession: Handler<'endSession'> = async (context) => {
  await sessions.endSession(context)
  return { sessions: await sessions.listSessions(context) }
}

/** The page was hidden: whoever is logged in was here until now. */
export const pageHidden: Handler<'pageHidden'> = async ({ db, viewer, now }) => {
  if (viewer) await seeMember(db, viewer.id, now)
  return {}
}

async function endOwnSession({ db, sessionHash, setCookie }: Pick<Context<'logout'>, 'db' | 'sessionHash' | 'setCookie'>) {
  if (sessionHash) await endSessionOf(db, sessionHash)
  setCookie(CLEARED_COOKIE)
  return {}
}
