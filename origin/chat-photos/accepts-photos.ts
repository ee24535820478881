import { accountMay } from '../../shared/rules/account-state.ts'
import type { OwnConversation } from '../chats/conversation-store.ts'
import type { MemberRow } from '../db/tables/members.ts'

/**
 * Can this member be sent photos in this conversation? Only someone who has written in it, so that no one gets a photo from a stranger; a gift isn't
 * enough. No one looks at photos for fictional profiles.
 */
export function acceptsPhotos(
  { fictional, status }: Pick<MemberRow, 'fictional' | 'status'>,
  conversation: Pick<OwnConversation, 'other_wrote'> | undefined
): boolean {
  return conversation !== undefined && conversation.other_wrote && !fictional && accountMay(status, 'be_written_to')
}
