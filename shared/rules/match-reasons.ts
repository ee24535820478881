/** What the reader may see of a member's profile; what is hidden from them is empty or null. */
export interface Seen {
  interests: readonly string[]
  reason: string | null
  country: string
  region: string | null
  looking_for: readonly string[]
}

/** The reader's answers and own profile. */
export interface Asked {
  interests: readonly string[]
  reasons: readonly string[]
  gender: string
  country: string
  region: string | null
}

export type MatchReason =
  { type: 'interests'; interests: string[] } | { type: 'reason'; reason: string } | { type: 'region' } | { type: 'looks_for_you' }

/** The weight of each reason; for interests, of each one. */
const WEIGHTS = { interests: 2, reason: 3, region: 2, looks_for_you: 1 } as const

/** Why a member fits, the strongest kind first. Every reason is a fact that the reader can check in the profile. */
export function matchReasons(asked: Asked, seen: Seen): MatchReason[] {
  const interests = asked.interests.filter((interest) => seen.interests.includes(interest))
  return [
    ...(interests.length > 0 ? [{ type: 'interests' as const, interests }] : []),
    ...(seen.reason !== null && asked.reasons.includes(seen.reason) ? [{ type: 'reason' as const, reason: seen.reason }] : []),
    ...(asked.region !== null && seen.region === asked.region && seen.country === asked.country ? [{ type: 'region' as const }] : []),
    ...(seen.looking_for.includes(asked.gender) ? [{ type: 'looks_for_you' as const }] : [])
  ]
}

/** How well a member fits. Only the reasons count: an order by anything hidden would reveal it. */
export function matchScore(reasons: readonly MatchReason[]): number {
  return reasons.reduce((sum, reason) => sum + WEIGHTS[reason.type] * (reason.type === 'interests' ? reason.interests.length : 1), 0)
}

/** The best fits first; equal ones stay in their order. */
export function byMatch<T extends { reasons: readonly MatchReason[] }>(members: readonly T[]): T[] {
  return members.toSorted((one, other) => matchScore(other.reasons) - matchScore(one.reasons))
}
