import type { MemberCard } from '../../shared/api/members.ts'

export interface GiftDialogProps {
  member: Pick<MemberCard, 'id' | 'name' | 'fictional'>
  /** Passed in their conversation, which shows the gift at once. */
  onSent?: () => void
  onClose: () => void
}
