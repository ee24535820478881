const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** What others see of a member's presence. Profiles made by the company are never online. */
export function presence(member: { lastSeen: Date; fictional: boolean }, now: Date): 'now' | 'today' | 'no' {
  const away = now.getTime() - member.lastSeen.getTime()
  if (member.fictional || away > DAY) return 'no'
  return away <= 5 * MINUTE ? 'now' : 'today'
}
