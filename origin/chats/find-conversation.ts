import { notFound } from '../http/refusal.ts'
import type { MemberLooking } from '../members/looking.ts'
import { lockMembers } from '../members/lock-members.ts'
import { selectOwnConversation, type OwnConversation } from './store.ts'

/**
 * The viewer's conversation with this public id, also one they deleted (`hidden`). Unknown, someone else's, or with a
 * member the viewer blocked: `not_found`.
 */
export async function findOwnConversation(
  { db, viewer }: Pick<MemberLooking, 'db' | 'viewer'>,
  publicId: string
): Promise<OwnConversation> {
  const conversation = await selectOwnConversation(db, viewer.id, publicId)
  if (!conversation) throw notFound()
  return conversation
}

/** The same for a write. Both members' rows are locked, as by every write to a conversation: so it stands still, too. */
export async function lockOwnConversation(looking: Pick<MemberLooking, 'db' | 'viewer'>, publicId: string): Promise<OwnConversation> {
  const { other_id } = await findOwnConversation(looking, publicId)
  await lockMembers(looking.db, [looking.viewer.id, other_id])
  return await findOwnConversation(looking, publicId)
}
