/** How many interests a member may choose. */
export const MOST_INTERESTS = 10

/** Who sees a member's intimate interests; visitors never do. */
export const INTIMATE_AUDIENCES = ['members', 'matches', 'nobody'] as const
export type IntimateAudience = (typeof INTIMATE_AUDIENCES)[number]

/** May a member's interests become these? Someone who chose more before there was a limit may keep them, or give up some. */
export function mayBecome(before: readonly string[], next: readonly string[]): boolean {
  return next.length <= MOST_INTERESTS || next.every((interest) => before.includes(interest))
}
