import { notFound } from '../http/http-error.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { lockMembers } from '../members/lock-members.ts'
import { selectOwnConversation, type OwnConversation } from './conversation-store.ts'

/**
 * The viewer's conversation with this public id, also one they deleted (`hidden`). Unknown, someone else's, or with a
 * member the viewer blocked: `not_found`.
 */
export async function findOwnConversation({ db, viewer }: Pick<MemberScope, 'db' | 'viewer'>, publicId: string): Promise<OwnConversation> {
  const conversation = await selectOwnConversation(db, viewer.id, publicId)
  if (!conversation) throw notFound()
  return conversation
}

/** The same for a write. Locks both members' rows, as every write to a conversation does, so the conversation can't change meanwhile. */
export async function lockOwnConversation(scope: Pick<MemberScope, 'db' | 'viewer'>, publicId: string): Promise<OwnConversation> {
  const { other_id } = await findOwnConversation(scope, publicId)
  await lockMembers(scope.db, [scope.viewer.id, other_id])
  return await findOwnConversation(scope, publicId)
}
