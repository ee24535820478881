import * as v from 'valibot'
import { GIFT_NOTE_LENGTH, GIFTS } from '../rules/gifts.ts'
import { contract } from './endpoint.ts'
import { Message } from './message.ts'
import { NoQuery, OptionalText, PublicId } from './values.ts'

export const gifts = contract({
  sendGift: {
    method: 'POST',
    path: '/api/gift.php',
    summary:
      'Send a member a gift for the site’s `gift_credits`, perhaps with a note; it is a message of their conversation, which it may open.',
    audience: 'member',
    idempotency: 'key',
    query: NoQuery,
    body: v.strictObject({
      member: PublicId,
      gift: v.picklist(GIFTS, 'choose'),
      note: OptionalText(GIFT_NOTE_LENGTH),
      /** The price that the sender has seen. */
      credits: v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(1_000_000, 'invalid')),
      /** The sender has confirmed that they know the profile is fictional; needed only for fictional profiles. */
      to_fictional: v.boolean('invalid')
    }),
    output: v.strictObject({ conversation_id: PublicId, message: Message }),
    errors: [
      'not_found',
      'not_confirmed',
      'premium_only',
      'contact_limit',
      'gifts_off',
      'message_price_changed',
      'not_enough_credits',
      'idempotency_key_reused'
    ]
  }
})
