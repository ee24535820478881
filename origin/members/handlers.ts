import type { Handler } from '../http/handler.ts'
import { notFound } from '../http/refusal.ts'
import { seeLike } from '../likes/see-like.ts'
import { selectShownPhotos } from '../photos/store.ts'
import { anyMember } from './looking.ts'
import { presentProfile } from './present-profile.ts'
import { selectCards } from './store.ts'
import { findVisibleMember } from './visible-member.ts'

/** A profile; opening it counts as having seen this member's like. The own one is shown as others see it. */
export const getMember: Handler<'getMember'> = async (asked) => {
  const own = asked.viewer?.public_id === asked.query.id
  const context = asked.viewer && own ? { ...asked, viewer: anyMember(asked.viewer) } : asked
  const member = await findVisibleMember(context, context.query.id)
  const card = (await selectCards(context, [member.id])).get(member.id)
  if (!card) throw notFound()
  const photos = await selectShownPhotos(context.db, member.id)
  const likesViewer = context.viewer !== null && (await seeLike({ ...context, viewer: context.viewer }, member.id))
  return { member: presentProfile(context, member, card, { photos, likesViewer }), now: context.now.toISOString() }
}
