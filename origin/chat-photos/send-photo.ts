import { fieldError } from '../../shared/api/errors.ts'
import { appendMessage, type Sent } from '../chats/append-message.ts'
import { selectConversationWith } from '../chats/conversation-store.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError } from '../http/http-error.ts'
import { findVisibleMember, lockVisibleMember } from '../members/visible-member.ts'
import { resembled, type KeptPicture } from '../photos/keep-picture.ts'
import { claimLoose } from '../photos/loose-store.ts'
import { acceptsPhotos } from './accepts-photos.ts'
import { insertChatPhoto } from './store.ts'

type Sending = MemberContext<'sendPhoto'>

/** Throws `not_found` or `photos_off`, before a picture is re-encoded that can't be sent. */
export async function checkReceiver(
  context: Pick<Sending, 'db' | 'deps' | 'viewer' | 'tenant' | 'pool' | 'facts' | 'now' | 'query'>
): Promise<void> {
  await check(context, await findVisibleMember(context, context.query.member))
}

/**
 * Sends a stored picture as a message, at the price of one. HttpErrors: `not_found`, `photos_off` (the other side hasn't written yet, or is
 * fictional), `invalid` (it looks like one that was refused, or like one of a banned member), and those of `appendMessage`.
 */
export async function sendPhoto(context: Sending, { publicId, dhash, ratio }: KeptPicture): Promise<Sent> {
  const { db, viewer, now, query } = context
  const other = await lockVisibleMember(context, query.member)
  await check(context, other)
  return await appendMessage(context, other, {
    text: '',
    content: { type: 'photo', ratio },
    clientId: context.idempotencyKey,
    agreed: { credits: query.credits, toFictional: false },
    attach: async (message) => {
      if ((await resembled(context, dhash)) !== null) throw new HttpError('invalid', { fields: [fieldError('photo', 'photo_refused')] })
      // The sweep has treated the files as those of an aborted upload.
      if (!(await claimLoose(db, publicId))) throw new HttpError('unavailable', { retryAfter: 1 })
      await insertChatPhoto(db, { publicId, message: message.id, sender: viewer.id, now })
      return { ...message, photo: { public_id: publicId, accepted: false } }
    }
  })
}

async function check({ db, viewer }: Pick<Sending, 'db' | 'viewer'>, other: MemberRow): Promise<void> {
  if (!acceptsPhotos(other, await selectConversationWith(db, viewer.id, other.id))) throw new HttpError('photos_off')
}
