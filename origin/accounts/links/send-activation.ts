import { accountMay } from '../../../shared/rules/account-state.ts'
import { href } from '../../../shared/routes/match.ts'
import type { MemberRow } from '../../db/tables/members.ts'
import { HttpError } from '../../http/http-error.ts'
import { queueMail, type Mailing } from '../../mails/queue-mail.ts'
import { isBannedAddress } from '../../moderation/banned-addresses.ts'
import { homeOf, mailAccountExists, mailLink, ownerOfAddress } from '../account-mails.ts'
import { todayBegan } from '../daily-quota.ts'
import { lockMember } from '../store.ts'
import { countResent, newToken } from './tokens.ts'

/** Mails a member may request per day. */
const RESEND_MAX = 5

/**
 * Mails the member a new activation link, from and to the site where they signed up. Mails that members request themselves are `limited`: throws
 * `limit_reached` after five a day. If the address is another member's, they get a notice instead, and a banned address gets a refusal: the link is
 * created and counted, but not sent.
 */
export async function sendActivation(context: Mailing, member: MemberRow, { limited }: { limited: boolean }): Promise<void> {
  if (limited && (await countResent(context.db, member, todayBegan(context))) >= RESEND_MAX) throw new HttpError('limit_reached')
  const mailing = { ...context, tenant: homeOf(context, member) }
  const owner = await ownerOfAddress(context.db, member)
  const banned = !owner && (await isBannedAddress(context.deps, context.db, { pool: member.pool, address: member.email }, context.now))
  if (!owner && !banned) return await mailLink(mailing, member, 'activate')
  await newToken(mailing, { member: member.id, purpose: 'activate' })
  if (owner) await mailAccountExists(context, owner)
  else await queueMail(mailing, { template: 'account_refused', causer: 'anyone', recipient: member, link: href('pages-ban') })
}

/** The same at the member's request; throws `limit_reached` after five a day. Does nothing for a confirmed member. */
export async function resendActivation(context: Mailing, memberId: number): Promise<'sent' | 'confirmed'> {
  const { db } = context
  const member = await lockMember(db, memberId)
  if (!member || !accountMay(member.status, 'confirm')) return 'confirmed'
  await sendActivation(context, member, { limited: true })
  return 'sent'
}
