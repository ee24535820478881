import { href } from '../../../shared/routes/match.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import { queueMail, type Mailing } from '../../mails/queue-mail.ts'
import { isBannedAddress } from '../../moderation/banned-addresses.ts'
import { homeOf, mailLink } from '../account-mails.ts'

/** Mails the link that makes an address the member's, to that address. A banned address gets a refusal without a link instead, as after a sign-up. */
export async function sendMailChange(context: Mailing, member: MemberRow, address: string): Promise<void> {
  const mailing = { ...context, tenant: homeOf(context, member) }
  const recipient = { ...member, email: address }
  const banned = await isBannedAddress(context.deps, context.db, { pool: member.pool, address }, context.now)
  if (banned) await queueMail(mailing, { template: 'account_refused', causer: 'anyone', recipient, link: href('pages-ban') })
  else await mailLink(mailing, recipient, 'change_mail')
}
