import type { MemberContext } from '../../http/handler.ts'
import { lockWithContacts } from '../../members/contacts.ts'
import { homeOf, mailLink, ownerOfAddress } from '../account-mails.ts'
import { settleOwnPassword, type OwnPassword } from '../passwords/own-password.ts'
import { CLEARED_COOKIE } from '../sessions/sessions.ts'
import { mailWithdrawal } from '../../withdrawals/mail-withdrawal.ts'
import { refundUnused } from '../../withdrawals/refund-unused.ts'
import { settleMember } from './settle-member.ts'

/**
 * Deletes the member's account: every session and link ends, and no one can find the member any more. A mail contains a link that restores the
 * account within 14 days; after that it is erased. Unused credits are refunded first if the member wants that. Throws the field error `password` for a wrong one.
 */
export async function deleteAccount(context: MemberContext<'deleteAccount'>, own: OwnPassword): Promise<void> {
  const { db, viewer, body } = context
  if (own.right) await lockWithContacts(db, viewer.id)
  const member = await settleOwnPassword(context, own, 'password')
  const back = body.refund ? await refundUnused(context, member.id, { author: 'member', reason: 'deleted the account' }) : []
  for (const refund of back) await mailWithdrawal(context, member, refund)
  await settleMember(context, member.id, 'delete')
  // No link to an address that belongs to another member: they could restore an account that isn't theirs.
  if (!(await ownerOfAddress(db, member))) await mailLink({ ...context, tenant: homeOf(context, member) }, member, 'reactivate')
  context.setCookie(CLEARED_COOKIE)
}
