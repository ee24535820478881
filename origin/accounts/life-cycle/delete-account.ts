import type { MemberContext } from '../../http/handler.ts'
import { lockWithContacts } from '../../members/contacts.ts'
import { homeOf, mailLink, ownerOfAddress } from '../account-mails.ts'
import { settleOwnPassword, type OwnPassword } from '../passwords/own-password.ts'
import { CLEARED_COOKIE } from '../sessions/sessions.ts'
import { settleMember } from './settle-member.ts'

/**
 * Deletes the member's account: every session and link ends, and from now on nobody finds them. A mail has the link back,
 * for 14 days; then it is erased. Throws the field error `password` for a wrong one.
 */
export async function deleteAccount(context: MemberContext<'deleteAccount'>, own: OwnPassword): Promise<void> {
  const { db, viewer } = context
  if (own.right) await lockWithContacts(db, viewer.id)
  const member = await settleOwnPassword(context, own, 'password')
  await settleMember(context, member.id, 'delete')
  // An address that is another's is told nothing: its owner could bring back an account that is not theirs.
  if (!(await ownerOfAddress(db, member))) await mailLink({ ...context, tenant: homeOf(context, member) }, member, 'reactivate')
  context.setCookie(CLEARED_COOKIE)
}
