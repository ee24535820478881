import { appendMessage, type Sent } from '../chats/append-message.ts'
import { checkPrice, costOf, type Agreed } from '../chats/charge-message.ts'
import { selectConversationWith, type OwnConversation } from '../chats/conversation-store.ts'
import { selectSent } from '../chats/message-store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { findVisibleMember, lockVisibleMember } from '../members/visible-member.ts'
import { orRemoveFiles } from '../photos/files.ts'
import { resembled, type KeptPicture } from '../photos/keep-picture.ts'
import { claimLoose } from '../photos/loose-store.ts'
import { acceptsPhotos } from './accepts-photos.ts'
import { insertChatPhoto } from './store.ts'

type Sending = MemberContext<'sendPhoto'>

/** Throws what keeps this photo from being sent, before it is re-encoded: the receiver (`not_found`, `photos_off`), or its price. */
export async function checkSending(context: Sending): Promise<void> {
  const { db, viewer, query, idempotencyKey } = context
  const conversation = await check(context, await findVisibleMember(context, query.member))
  // What was sent before is paid.
  if (!(await selectSent(db, viewer.id, idempotencyKey))) await checkPrice(context, costOf(context, conversation), agreedIn(query))
}

const agreedIn = ({ credits }: Sending['query']): Agreed => ({ credits, toFictional: false })

/**
 * Sends a stored picture as a message, at the price of one. HttpErrors: `not_found`, `photos_off` (the other side hasn't written yet, or is
 * fictional), `invalid` (it looks like one that was refused, or like one of a banned member), and those of `appendMessage`.
 */
export async function sendPhoto(context: Sending, picture: KeptPicture): Promise<Sent> {
  return await orRemoveFiles(context, [picture.publicId], () => sendKept(context, picture))
}

async function sendKept(context: Sending, { publicId, dhash, ratio }: KeptPicture): Promise<Sent> {
  const { db, viewer, now, query } = context
  const other = await lockVisibleMember(context, query.member)
  await check(context, other)
  return await appendMessage(context, other, {
    text: '',
    content: { type: 'photo', ratio },
    clientId: context.idempotencyKey,
    agreed: agreedIn(query),
    attach: async (message) => {
      if ((await resembled(context, dhash)) !== null) throw invalidField('photo', 'photo_refused')
      // The sweep has treated the files as those of an aborted upload.
      if (!(await claimLoose(db, publicId))) throw new HttpError('unavailable', { retryAfter: 1 })
      await insertChatPhoto(db, { publicId, dhash, message: message.id, sender: viewer.id, now })
      return { ...message, photo: { public_id: publicId, accepted: false } }
    }
  })
}

async function check({ db, viewer }: Pick<Sending, 'db' | 'viewer'>, other: MemberRow): Promise<OwnConversation> {
  const conversation = await selectConversationWith(db, viewer.id, other.id)
  if (!conversation || !acceptsPhotos(other, conversation)) throw new HttpError('photos_off')
  return conversation
}
