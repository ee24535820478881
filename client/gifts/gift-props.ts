import type { MemberCard } from '../../shared/api/members.ts'

export interface GiftDialogProps {
  member: Pick<MemberCard, 'id' | 'name' | 'fictional'>
  /** It is opened in the conversation with them, where the gift shows at once. */
  onSent?: () => void
  onClose: () => void
}
