import type { DisabledReason } from '../../shared/rules/news.ts'
import { sendActivation } from '../accounts/links/send-activation.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { MemberContext } from '../http/handler.ts'
import { wantAgain } from './end-mails.ts'
import { removeReason } from './store.ts'

/**
 * Resumes mails at the member's own request. After a complaint or an unsubscription the request is enough; an address that bounced has to prove that
 * it accepts mails again: it gets a link, and using that clears the reason. Throws `limit_reached` after five a day.
 */
export async function resumeMails(context: MemberContext<'updateNotifications'>, member: MemberRow, reason: DisabledReason): Promise<void> {
  if (!member.notifications_disabled.includes(reason)) return
  if (reason === 'bounce') await sendActivation(context, member, { limited: true })
  else if (reason === 'unsubscribe') await wantAgain(context.db, member.id)
  else await removeReason(context.db, member.id, reason)
}
