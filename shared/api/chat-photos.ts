import * as v from 'valibot'
import { PHOTO_FILE } from '../rules/photo-file.ts'
import { Position } from './chats.ts'
import { contract } from './endpoint.ts'
import { Message } from './message.ts'
import { NoBody, Nothing, PublicId, QueryInteger } from './values.ts'

export const chatPhotos = contract({
  sendPhoto: {
    method: 'POST',
    path: '/api/chat-photo.php',
    summary:
      'Send a photo to a member who has written in the conversation, at the price of a message; files as for `addPhoto`. It is blurred until they want to see it.',
    audience: 'member',
    limit: 'upload',
    idempotency: 'key',
    query: v.strictObject({
      member: PublicId,
      /** The price that the sender has seen; no more than that is charged. */
      credits: QueryInteger(0, 1_000)
    }),
    body: v.instance(Uint8Array),
    takes: { kind: 'file', types: PHOTO_FILE.types, maxBytes: PHOTO_FILE.maxBytes },
    output: v.strictObject({ conversation_id: PublicId, message: Message }),
    errors: ['not_found', 'not_confirmed', 'photos_off', 'not_enough_credits', 'message_price_changed', 'idempotency_key_reused']
  },
  getChatPhoto: {
    method: 'GET',
    path: '/api/chat-photo.php',
    summary:
      'The addresses of the photo of a message, signed for the viewer for a few minutes; blurred while they haven’t asked to see it.',
    audience: 'member',
    query: v.strictObject({ conversation: PublicId, position: QueryInteger(1, 999_999) }),
    body: NoBody,
    output: v.strictObject({ image: v.strictObject({ filename: v.string(), match: v.string() }) }),
    errors: ['not_found']
  },
  showPhoto: {
    method: 'PUT',
    path: '/api/chat-photo.php',
    summary: 'See a photo of the other side that is blurred, from now on.',
    audience: 'member',
    idempotency: 'natural',
    query: v.strictObject({}),
    body: v.strictObject({ conversation: PublicId, position: Position }),
    output: Nothing,
    errors: ['not_found']
  }
})
