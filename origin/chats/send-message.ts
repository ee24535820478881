import { accountMay } from '../../shared/rules/account-state.ts'
import { fieldError } from '../../shared/api/errors.ts'
import type { Announcement } from '../../shared/api/events.ts'
import { writeBlock } from '../../shared/rules/write-block.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce } from '../events/announce.ts'
import { HttpError } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockVisibleMember } from '../members/visible-member.ts'
import { limitContacts } from './limit-contacts.ts'
import { presentMessage } from './present-message.ts'
import {
  insertConversation,
  insertMessage,
  selectConversationWith,
  selectSent,
  forgetSignupMessage,
  type MessageRow,
  type OwnConversation
} from './store.ts'

/** A text for a member, with the key that the sender's client generated. */
export interface Draft {
  member: string
  text: string
  clientId: string
}

/** What the sender gets back. */
export interface Sent {
  conversation: OwnConversation
  message: MessageRow
}

/**
 * Sends a message to a member and tells both sides' streams. The first one opens the conversation.
 * HttpErrors: `invalid` (longer than the tenant allows), `not_found`, `not_confirmed` (the other side cannot be answered
 * yet), `contact_limit` (the sender has written to enough new members today), `idempotency_key_reused` (the key belongs to another message
 * of the sender).
 */
export async function sendMessage(context: MemberScope & UnitOfWork, { member, text, clientId }: Draft): Promise<Sent> {
  const { db, viewer, tenant, now } = context
  const limit = tenant.settings.message_length
  if (text.length > limit) throw new HttpError('invalid', { fields: [fieldError('text', 'too_long', { limit })] })
  const other = await lockVisibleMember(context, member)
  if (writeBlock({ visible: true, confirmed: accountMay(other.status, 'be_written_to') })) throw new HttpError('not_confirmed')

  const known = await selectConversationWith(db, viewer.id, other.id)
  if (!known) await limitContacts(context)
  const conversation = known ?? (await insertConversation(db, viewer.id, other.id, now))
  // Keys are remembered for two days; the message itself remembers its key for longer.
  const earlier = await selectSent(db, viewer.id, clientId)
  if (earlier) return { conversation, message: sameMessage(earlier, conversation, text) }

  const message = await insertMessage(db, { conversation: conversation.id, sender: viewer.id, clientId, text, now })
  if (viewer.signup_message !== null) await forgetSignupMessage(db, viewer.id)
  const seenBy = (id: number, profile: string) => ({
    conversation_id: conversation.public_id,
    profile_id: profile,
    message: presentMessage(message, id, 0)
  })
  const events: Announcement[] = [
    { to: other.id, type: 'message', data: seenBy(other.id, viewer.public_id) },
    { to: viewer.id, type: 'message', data: seenBy(viewer.id, other.public_id) }
  ]
  await announce(context, events, viewer)
  return { conversation, message }
}

function sameMessage(earlier: MessageRow & { conversation_id: number }, conversation: OwnConversation, text: string): MessageRow {
  if (earlier.conversation_id !== conversation.id || earlier.text !== text) throw new HttpError('idempotency_key_reused')
  return earlier
}
