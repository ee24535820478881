/** What a moderator can decide about a member and leave the account open. */
export const NOTICES = ['warn', 'reject_photo', 'remove_message'] as const
export type Notice = (typeof NOTICES)[number]

/** Everything that a moderator can decide about a member. */
export const MEASURES = ['suspend', 'ban', ...NOTICES] as const
export type Measure = (typeof MEASURES)[number]

/**
 * How long a decision can be appealed, in days: at least six months (Art. 20 of Regulation (EU) 2022/2065). The longest six months, from March or
 * July on, have 184 days, and the last day counts in full.
 */
export const APPEAL_DAYS = 185
