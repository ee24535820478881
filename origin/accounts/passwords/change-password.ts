import { announce } from '../../events/announce.ts'
import type { MemberContext } from '../../http/handler.ts'
import { homeOf, mailNotice } from '../account-mails.ts'
import { settleOwnPassword, type OwnPassword } from './own-password.ts'
import { endSessions, openSession } from '../sessions/sessions.ts'
import { updatePassword } from '../store.ts'
import { endTokens } from '../links/tokens.ts'

/**
 * Changes the member's password: every other session and every link ends, the session in use gets a new token, and a mail tells the member.
 * @param passwordHash null if the old password was wrong
 */
export async function changePassword(
  context: MemberContext<'changePassword'>,
  own: OwnPassword,
  passwordHash: string | null
): Promise<void> {
  const { db } = context
  const { id } = await settleOwnPassword(context, own, 'old_password')
  const member = await updatePassword(db, id, passwordHash!)
  await endSessions(db, id, context.sessionHash)
  await endTokens(context, id)
  await announce(context, [{ to: id, type: 'account_changed', data: {} }])
  await openSession(context, id)
  await mailNotice({ ...context, tenant: homeOf(context, member) }, member, 'password_changed')
}
