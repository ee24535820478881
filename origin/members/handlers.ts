import { members } from '../../shared/api/members.ts'
import { implement } from '../http/handler.ts'
import { notFound } from '../http/refusal.ts'
import { selectLike } from '../likes/store.ts'
import { selectShownPhotos } from '../photos/store.ts'
import { anyMember } from './looking.ts'
import { presentProfile } from './present-profile.ts'
import { hasContactedMember, selectCards } from './store.ts'
import { findVisibleMember } from './visible-member.ts'

export const handlers = implement(members, {
  /**
   * A profile. The own one is shown as others see it. Ids that nobody has count as opened profiles, too; the own one does not, nor do those
   * who like the viewer or share a conversation.
   */
  getMember: async (asked) => {
    const { id } = asked.query
    const own = asked.viewer?.public_id === id
    if (!own && !(asked.viewer && (await hasContactedMember(asked.db, asked.viewer.id, id)))) asked.count([id])
    const context = asked.viewer && own ? { ...asked, viewer: anyMember(asked.viewer) } : asked
    const member = await findVisibleMember(context, context.query.id)
    const card = (await selectCards(context, [member.id])).get(member.id)
    if (!card) throw notFound()
    const photos = await selectShownPhotos(context.db, member.id)
    const likesViewer = context.viewer !== null && (await selectLike(context.db, member.id, context.viewer.id)) !== null
    return { member: presentProfile(context, member, card, { photos, likesViewer }), now: context.now.toISOString() }
  }
})
