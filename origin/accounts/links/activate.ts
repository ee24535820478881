import { accountMay } from '../../../shared/rules/account-state.ts'
import { lockForSignupMessage, sendSignupMessage } from '../../chats/send-signup-message.ts'
import { announce } from '../../events/announce.ts'
import type { Context } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { seeMember } from '../../members/presence.ts'
import { confirmAddress } from './confirm-address.ts'
import type { LinkPassword } from './link-password.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { openSession } from '../sessions/sessions.ts'
import { lockMember } from '../store.ts'
import { takeAddress } from './take-address.ts'
import { findToken, spendToken } from './tokens.ts'

type Activating = Pick<
  Context<'activate'>,
  'db' | 'deps' | 'tenant' | 'pool' | 'now' | 'viewer' | 'afterCommit' | 'sessionHash' | 'cookies' | 'setCookie' | 'facts' | 'userAgent'
>

/**
 * Confirms the address whose mail had this token, which may have been corrected since the sign-up, and logs its member in, unless they are already.
 * Throws `link_expired` for any other token, and for a member who has since been banned or deleted.
 * @param password the password sent with a link that asks for one
 */
export async function activate(context: Activating, token: string, password: LinkPassword | null): Promise<void> {
  const { db, now, viewer } = context
  const found = password ? null : await findToken(context, token)
  if (found?.state === 'open') await lockForSignupMessage(db, found.member)
  const spent = await spendToken(context, token, 'activate')
  if (!spent) throw new HttpError('link_expired')
  // The address may have been corrected before it was confirmed.
  const member = await (spent.email === null ? lockMember(db, spent.member) : takeAddress(context, spent.member, spent.email))
  if (member && (await confirmAddress(context, member, { token, password }))) {
    // In another browser, someone else may have written the message: the owner sees it in the composer first.
    if (!password) await sendSignupMessage(context, member)
    await announce(context, [{ to: member.id, type: 'address_changed', data: {} }])
    // Submitted twice: the second time, the password must be the one chosen the first time.
  } else if (!member || !accountMay(member.status, 'use') || (password && !(await verifyPassword(member.password_hash, password.typed))))
    throw new HttpError('link_expired')
  await seeMember(db, member.id, now)
  // Replacing a session would refuse the calls of open tabs until the new cookie arrives.
  if (viewer?.id !== member.id) await openSession(context, member.id)
}
