import { href } from '../../../shared/routes/match.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import { queueMail, type Mailing } from '../../mails/queue-mail.ts'
import { isBannedAddress } from '../../moderation/banned-addresses.ts'
import { homeOf, mailLink } from '../account-mails.ts'

/**
 * Mails the link that makes an address the member's, to that address. A banned address gets a refusal without a link instead, as after a sign-up.
 * @param purpose `activate` while they are still signing up: the link then does what the first one would have done
 */
export async function sendAddressLink(
  context: Mailing,
  member: MemberRow,
  { address, purpose }: { address: string; purpose: 'activate' | 'change_mail' }
): Promise<void> {
  const mailing = { ...context, tenant: homeOf(context, member) }
  const banned = await isBannedAddress(context.deps, context.db, { pool: member.pool, address }, context.now)
  if (!banned) return await mailLink(mailing, member, purpose, { address })
  const recipient = { ...member, email: address }
  await queueMail(mailing, { template: 'account_refused', causer: 'anyone', recipient, link: href('pages-ban') })
}
