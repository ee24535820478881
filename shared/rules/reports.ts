/** Why a member can be reported, the urgent reasons first, as the dialog offers them. */
export const REPORT_KINDS = ['intimate_picture', 'under_age', 'money', 'fake_profile', 'harassment', 'illegal', 'spam', 'other'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** What a report is about, besides the member. */
export const REPORT_SURFACES = ['profile', 'photo', 'chat', 'message'] as const
export type ReportSurface = (typeof REPORT_SURFACES)[number]

/** Messages copied with a report: the newest of a conversation, or those around a message. */
export const COPIED_MESSAGES = 20
