/** What is reported: a member or one of their photos, a conversation or one of its messages. */
type Reported = { member: string; photo?: string } | { conversation: string; message?: string }

export interface ReportDialogProps {
  about: Reported
  /** The member's name. */
  name: string
  /** Public id of the member if they can be blocked in the same step. */
  blockable: string | null
  onClose: () => void
  /** Called after the receipt was read, if the member was blocked. */
  onBlocked?: () => void
}
