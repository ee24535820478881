import { members, type BlockedMember } from '../../shared/api/members.ts'
import { giftsShownTo } from '../gifts/accepts-gifts.ts'
import { implement, type Context } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { selectLike } from '../likes/store.ts'
import { selectShownPhotos, selectUnlocked } from '../photos/store.ts'
import { anyMember, photoViewer } from './viewer-scope.ts'
import { presentProfile } from './present-profile.ts'
import { hasContactedMember, selectCards } from './store.ts'
import { selectBlockedBy } from '../safety/store.ts'
import { lookForMember } from './visible-member.ts'

export const handlers = implement(members, {
  /**
   * A profile. Viewers see their own as others do. Unknown ids count as opened profiles, too; the viewer's own profile doesn't, nor do members who
   * like the viewer or share a conversation. For a member whom the viewer has blocked, only the name is returned.
   */
  getMember: async (asked) => {
    const { id } = asked.query
    const own = asked.viewer?.public_id === id
    if (!own && !(asked.viewer && (await hasContactedMember(asked.db, asked.viewer.id, id)))) asked.count([id])
    const context = asked.viewer && own ? { ...asked, viewer: anyMember(asked.viewer) } : asked
    const now = context.now.toISOString()
    const member = await lookForMember(context, id)
    if (!member) return { member: null, blocked: await findBlocked(context, id), now }
    const card = (await selectCards(context, [member.id])).get(member.id)
    if (!card) throw notFound()
    const photos = photoViewer(context) === 'staff' ? [] : await selectShownPhotos(context.db, member.id)
    const pays = context.viewer !== null && !context.viewer.paid_user && photos.length > 1
    const unlocked = pays ? await selectUnlocked(context.db, context.viewer!.id, member.id) : NONE
    const likesViewer = context.viewer !== null && (await selectLike(context.db, member.id, context.viewer.id)) !== null
    const gifts = await giftsShownTo(context, member)
    return { member: presentProfile(context, member, card, { photos, unlocked, likesViewer, gifts }), blocked: null, now }
  }
})

const NONE: ReadonlySet<string> = new Set()

async function findBlocked({ db, viewer }: Pick<Context<'getMember'>, 'db' | 'viewer'>, publicId: string): Promise<BlockedMember> {
  const row = viewer && (await selectBlockedBy(db, viewer.id, publicId))
  if (!row) throw notFound()
  return { id: publicId, name: row.name }
}
