import { appendMessage, type Sent } from '../chats/append-message.ts'
import { spend } from '../credits/spend.ts'
import { announce } from '../events/announce.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError, invalidField, notFound } from '../http/http-error.ts'
import { lockVisibleMember } from '../members/visible-member.ts'
import { hasGifts } from './accepts-gifts.ts'
import { insertGift } from './store.ts'

/**
 * Sends a member a gift: a message, what the receiver's profile counts, and its price, all in one transaction. HttpErrors: `not_found` (also where the
 * brand has no gifts, and for fictional profiles, which give none), `gifts_off` (the receiver wants none), `message_price_changed`, `invalid` (a fictional profile, and the sender hasn't confirmed it),
 * `not_enough_credits`, and those of `appendMessage`.
 */
export async function sendGift(context: MemberContext<'sendGift'>): Promise<Sent> {
  const { db, viewer, tenant, body, now } = context
  const { gift, note, credits } = body
  if (!hasGifts(tenant.settings) || viewer.fictional) throw notFound()
  const other = await lockVisibleMember(context, body.member)
  return await appendMessage(context, other, {
    text: note ?? '',
    content: { type: 'gift', gift },
    clientId: context.idempotencyKey,
    agreed: 'own price',
    attach: async (message) => {
      // Checked only now, so that a repeated call isn't refused because something has changed since the gift was sent.
      if (!other.accepts_gifts) throw new HttpError('gifts_off')
      const price = tenant.settings.gift_credits
      if (credits !== price) throw new HttpError('message_price_changed', { params: { credits: price } })
      if (other.fictional && !body.to_fictional) throw invalidField('to_fictional', 'choose')
      await insertGift(db, { giver: viewer.id, receiver: other.id, message: message.id, gift, now })
      const key = `gift:${message.id}`
      if (credits > 0) {
        const { balance } = await spend(db, {
          member: viewer.id,
          tenant: tenant.settings.id,
          credits,
          reason: 'gift',
          key,
          about: message.id,
          now
        })
        await announce(context, [{ to: viewer.id, type: 'credits_changed', data: { credits: balance } }])
      }
      await announce(context, [
        { to: other.id, type: 'gifts_changed', data: { profile_id: other.public_id } },
        { to: viewer.id, type: 'gifts_changed', data: { profile_id: other.public_id } }
      ])
      return message
    }
  })
}
