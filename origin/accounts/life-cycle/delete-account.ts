import type { MemberContext } from '../../http/handler.ts'
import { lockWithContacts } from '../../members/contacts.ts'
import { homeOf, mailLink, ownerOfAddress } from '../account-mails.ts'
import { settleOwnPassword, type OwnPassword } from '../passwords/own-password.ts'
import { CLEARED_COOKIE } from '../sessions/sessions.ts'
import { settleMember } from './settle-member.ts'

/**
 * Deletes the member's account: every session and link ends, and no one can find the member any more. A mail contains a link that restores the
 * account within 14 days; after that it is erased. Throws the field error `password` for a wrong one.
 */
export async function deleteAccount(context: MemberContext<'deleteAccount'>, own: OwnPassword): Promise<void> {
  const { db, viewer } = context
  if (own.right) await lockWithContacts(db, viewer.id)
  const member = await settleOwnPassword(context, own, 'password')
  await settleMember(context, member.id, 'delete')
  // No mail to an address that belongs to another member: they could restore an account that isn't theirs.
  if (!(await ownerOfAddress(db, member))) await mailLink({ ...context, tenant: homeOf(context, member) }, member, 'reactivate')
  context.setCookie(CLEARED_COOKIE)
}
