import { accountMay } from '../../shared/rules/account-state.ts'
import type { OwnConversation } from '../chats/conversation-store.ts'
import type { MemberRow } from '../db/tables/members.ts'

/**
 * Can this member be sent photos in this conversation? Only someone who has opened it, be it with a gift, or has written in it, so that no one gets a
 * photo from a stranger. No one looks at photos for fictional profiles.
 */
export function acceptsPhotos(
  { fictional, status }: Pick<MemberRow, 'fictional' | 'status'>,
  conversation: Pick<OwnConversation, 'opened_by_other' | 'answered'> | undefined
): boolean {
  const wrote = conversation !== undefined && (conversation.opened_by_other || conversation.answered)
  return wrote && !fictional && accountMay(status, 'be_written_to')
}
