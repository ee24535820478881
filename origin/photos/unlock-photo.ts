import { sql } from 'kysely'
import { spend } from '../credits/spend.ts'
import { announce } from '../events/announce.ts'
import type { MemberContext } from '../http/handler.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { lockMembers } from '../members/lock-members.ts'
import { insertUnlock, selectPhoto } from './store.ts'

/**
 * Shows the viewer one locked photo for good, for the brand's `photo_credits`. What they may see already costs nothing. HttpErrors:
 * `message_price_changed` (it costs more than they have seen), `not_enough_credits`, and `not_found` for a photo that isn't shown to them, and for
 * a fictional profile: the company buys nothing from itself.
 */
export async function unlockPhoto(context: MemberContext<'unlockPhoto'>): Promise<void> {
  const { db, viewer, tenant, body, now } = context
  await lockMembers(db, [viewer.id])
  const photo = await selectPhoto(context, body.photo, sql`true`)
  if (photo?.owner === viewer.public_id) return
  if (!photo?.shown || !photo.visible) throw notFound()
  if (viewer.paid_user || photo.isMain || photo.unlocked) return
  if (viewer.fictional) throw notFound()
  const { id, photo_credits: credits } = tenant.settings
  if (credits > body.credits) throw new HttpError('message_price_changed', { params: { credits } })
  await insertUnlock(db, viewer.id, photo.id, now)
  const key = `photo:${viewer.id}:${photo.id}`
  if (credits > 0) {
    const { balance } = await spend(db, { member: viewer.id, tenant: id, credits, reason: 'photo', key, about: photo.id, now })
    await announce(context, [{ to: viewer.id, type: 'credits_changed', data: { credits: balance } }])
  }
  await announce(context, [{ to: viewer.id, type: 'photo_unlocked', data: { profile_id: photo.owner } }])
}
