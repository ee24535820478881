import { href } from '../../shared/routes/match.ts'
import { homeOf } from '../accounts/account-mails.ts'
import { newToken } from '../accounts/tokens.ts'
import { DEFAULT_FREQUENCY, type Frequency } from '../../shared/api/notifications.ts'
import type { MemberRow } from '../db/tables.ts'
import type { Context } from '../http/handler.ts'
import { selectPreferences } from '../notifications/store.ts'
import { queueMail } from './queue-mail.ts'

type Mailing = Pick<Context<'sendMessage'>, 'db' | 'deps' | 'tenant' | 'now' | 'afterCommit'>

/** Who was seen within so long is here and needs no mail. In ms. */
const AWAY = 15 * 60_000

const DAY = 24 * 3600 * 1000
/** Ms that lie between two such mails at least, by what the member has chosen. */
const APART: Record<Frequency, number> = { at_once: 0, daily: DAY, weekly: 7 * DAY, never: Infinity }

/**
 * Mails a member that somebody wrote: neither who nor what, and once for each time they are away. Nothing for members who
 * want no such mails. The mail can be ended by one request (RFC 8058). The member's row has to be locked.
 */
export async function mailNewMessage(context: Mailing, member: MemberRow, conversation: string): Promise<void> {
  const { db, now } = context
  const { last_seen_at: seen, message_mailed_at: mailed } = member
  if (member.fictional || member.status !== 'confirmed' || member.notifications_disabled.length > 0) return
  if (now.getTime() - seen.getTime() < AWAY || (mailed !== null && mailed >= seen)) return
  const { messages = DEFAULT_FREQUENCY.messages } = await selectPreferences(db, member.id)
  if (now.getTime() - (mailed?.getTime() ?? 0) < APART[messages]) return
  const mailing = { ...context, tenant: homeOf(context, member) }
  const unsubscribe = await newToken(mailing, { member: member.id, purpose: 'unsubscribe' })
  await queueMail(mailing, {
    template: 'new_message',
    recipient: member,
    link: href('chats-id', { id: conversation }),
    unsubscribe: href('token', { token: unsubscribe })
  })
  await db.updateTable('members').set({ message_mailed_at: now }).where('id', '=', member.id).execute()
}
