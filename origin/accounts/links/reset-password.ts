import { announce } from '../../events/announce.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { confirmAddress } from './confirm-address.ts'
import { deleteMemberFailures } from '../sessions/login-failures.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { CLEARED_COOKIE, endSessions } from '../sessions/sessions.ts'
import { updatePassword } from '../store.ts'
import { endTokens, findToken, spendToken } from './tokens.ts'
import { refuseCommonPassword } from '../passwords/common-passwords.ts'

type Reset = Context<'resetPassword'>

/** The new password's hash. Throws `link_expired` before any slow work is done for an invalid link. */
export async function prepareReset(context: Reset): Promise<string> {
  const found = await findToken(context, context.body.token)
  if (found?.state !== 'open' || found.purpose !== 'reset_password') throw new HttpError('link_expired')
  refuseCommonPassword(context.body.password)
  return await hashPassword(context.body.password)
}

/**
 * Sets the password of the member whose mail had the token. All their sessions and links end, failed attempts are cleared, and the address is
 * confirmed, since its owner has read the mail. It logs no one in.
 */
export async function resetPassword(context: Reset, passwordHash: string): Promise<void> {
  const { db } = context
  const { token } = context.body
  const spent = await spendToken(context, token, 'reset_password')
  if (!spent) throw new HttpError('link_expired')
  const member = await updatePassword(db, spent.member, passwordHash)
  await confirmAddress(context, member, { token, password: null })
  await endSessions(db, member.id)
  // A browser where the member was logged in must not keep a cookie that looks like a session.
  if (context.viewer?.id === member.id) context.setCookie(CLEARED_COOKIE)
  await endTokens(context, member.id)
  await deleteMemberFailures(context, member)
  await announce(context, [{ to: member.id, type: 'address_changed', data: {} }])
}
