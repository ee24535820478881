import { accountMay } from '../../shared/rules/account-state.ts'
import { writeBlock } from '../../shared/rules/write-block.ts'
import type { StoredContent } from '../db/tables/chats.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { announce, type Announced } from '../events/announce.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { answerTruthfully } from './answer-truthfully.ts'
import { admitOpening, chargeMessage, costOf, type Agreed } from './charge-message.ts'
import { limitContacts } from './limit-contacts.ts'
import { presentMessage } from './present-message.ts'
import { insertConversation, selectConversationWith, type OwnConversation } from './conversation-store.ts'
import { deferSent, insertMessage, selectMessageAt, type MessageRow } from './message-store.ts'
import { deleteSignupMessage } from './opening-store.ts'

/** What is sent: the text, perhaps with something else, under the key that the sender's client generated. */
export interface Sending {
  text: string
  content?: StoredContent
  clientId: string
  /** Position of the message that it answers. */
  replyTo?: number | undefined
  /** What the sender has agreed to. What costs a price of its own is only counted where it opens a conversation. */
  agreed: Agreed | 'own price'
  /** What belongs to the message, in its transaction and before anyone is notified; it may complete the row. Not called for one that was sent before. */
  attach?: (message: MessageRow & { id: number }) => Promise<MessageRow>
}

/** What the sender gets back. */
export interface Sent {
  conversation: OwnConversation
  message: MessageRow
}

/**
 * Appends a message to the conversation of the viewer and `other`, both locked, and notifies both sides' streams. The first one opens the
 * conversation; the site answers for a fictional profile that is asked whether it is real. HttpErrors: `not_confirmed` (the other side cannot be
 * answered yet), `not_found` (a fictional profile never writes first), `contact_limit` (the sender has written to enough new members today),
 * `idempotency_key_reused` (the key belongs to another message of the sender), and those of `admitOpening` and `chargeMessage`.
 */
export async function appendMessage(context: MemberScope & UnitOfWork, other: MemberRow, sending: Sending): Promise<Sent> {
  const { db, viewer, tenant, now } = context
  const { text, content, clientId, agreed, replyTo, attach } = sending
  if (writeBlock({ visible: true, confirmed: accountMay(other.status, 'be_written_to') })) throw new HttpError('not_confirmed')

  const sent = await deferSent(db, viewer.id, clientId)
  const known = await selectConversationWith(db, viewer.id, other.id)
  if (!known && viewer.fictional) throw notFound()
  if (!known) await limitContacts(context)
  const cost = known ? costOf(context, known) : await admitOpening(context)
  const conversation = known ?? (await insertConversation(db, viewer.id, other.id, now))
  // Keys are remembered for two days; the message itself remembers its key for longer.
  const earlier = sent()
  if (earlier) return { conversation, message: sameMessage(earlier, conversation, sending) }

  // The message it answers may be gone by now: then it answers nothing.
  const answered = replyTo === undefined ? undefined : await selectMessageAt(db, conversation, replyTo)
  const inserted = await insertMessage(db, {
    conversation: conversation.id,
    sender: viewer.id,
    clientId,
    text,
    ...(content && { content }),
    ...(viewer.fictional && { author: { kind: tenant.settings.fictional_author, company: tenant.company.name } }),
    replyTo: answered?.position,
    now
  })
  if (agreed !== 'own price') await chargeMessage(context, { message: inserted.id, conversation, other, cost, agreed })
  const message = attach ? await attach(inserted) : inserted
  if (viewer.signup_message !== null) await deleteSignupMessage(db, viewer.id)
  await announceMessage(context, { conversation, other, message }, viewer)
  const answer = await answerTruthfully(context, { conversation, other, question: message })
  if (answer) await announceMessage(context, { conversation, other, message: answer }, other)
  return { conversation, message }
}

async function announceMessage(
  context: MemberScope & UnitOfWork,
  { conversation, other, message }: { conversation: OwnConversation; other: MemberRow; message: MessageRow },
  by: MemberRow
): Promise<void> {
  const { viewer } = context
  const seenBy = (member: MemberRow, profile: string) => ({
    conversation_id: conversation.public_id,
    profile_id: profile,
    message: presentMessage({ viewer: member }, message, 0)
  })
  const events: Announced[] = [
    { to: other.id, type: 'message', data: seenBy(other, viewer.public_id), quiet: conversation.other_muted },
    { to: viewer.id, type: 'message', data: seenBy(viewer, other.public_id) }
  ]
  await announce(context, events, by)
}

function sameMessage(
  earlier: MessageRow & { conversation_id: number },
  conversation: OwnConversation,
  { text, content }: Sending
): MessageRow {
  const same = earlier.text === text && earlier.content?.type === content?.type && giftOf(earlier.content) === giftOf(content)
  if (earlier.conversation_id !== conversation.id || !same) throw new HttpError('idempotency_key_reused')
  return earlier
}

const giftOf = (content: StoredContent | null | undefined) => (content?.type === 'gift' ? content.gift : null)
