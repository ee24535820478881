import { create } from 'zustand'

/** The subject of a report: a member or one of their photos, a conversation or one of its messages. */
type Reported = { member: string; photo?: string } | { conversation: string; message?: string }

export interface Report {
  about: Reported
  /** The member's name. */
  name: string
  /** Public id of the member if they can be blocked in the same step; null if they have left or are blocked already. */
  blockable: string | null
  /** Called after the receipt was read, if the member was blocked. */
  onBlocked?: () => void
}

const useReports = create<{ open: Report | null }>(() => ({ open: null }))

/** Opens the dialog in which someone is reported. It belongs to no page, since the block that comes with the report closes the page at once. */
export function openReport(report: Report): void {
  useReports.setState({ open: report })
}

export function closeReport(): void {
  useReports.setState({ open: null })
}

/** Is this the one that is open now? */
export function isReportOpen(report: Report): boolean {
  return useReports.getState().open === report
}

export function useOpenReport(): Report | null {
  return useReports(({ open }) => open)
}
