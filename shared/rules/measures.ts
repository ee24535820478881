/** What a moderator can decide about a member. A photo is refused on its own; the others concern the account. */
export const MEASURES = ['warn', 'suspend', 'ban', 'reject_photo'] as const
export type Measure = (typeof MEASURES)[number]

/**
 * How long a decision can be appealed, in days: at least six months (Art. 20 of Regulation (EU) 2022/2065). The longest six months, from March or
 * July on, have 184 days, and the last day counts in full.
 */
export const APPEAL_DAYS = 185
