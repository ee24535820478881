import { notFound } from '../http/http-error.ts'
import { selectCards } from '../members/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { findOwnConversation } from './find-conversation.ts'
import { bothShow } from './conversation-store.ts'

/** Tells the other side's open streams that the viewer is writing, if both show it and the viewer isn't fictional. It isn't stored. */
export async function tellTyping(context: MemberScope, publicId: string): Promise<void> {
  const { db, deps, viewer } = context
  const conversation = await findOwnConversation(context, publicId)
  const other = (await selectCards(context, [conversation.other_id])).get(conversation.other_id)
  if (!other) throw notFound()
  if (!viewer.fictional && (await bothShow(db, 'shows_typing', viewer.id, other.id)))
    deps.events.tell({ member: other.id, type: 'typing', data: { conversation_id: conversation.public_id } })
}
