/** How often an open page in the foreground reports that its member is here, in ms. */
export const HEARTBEAT = 60_000
const DAY = 24 * 3600_000

/**
 * What others see of a member's presence, if both show theirs (`shown`). An open page reports every `HEARTBEAT`; one report may be lost. Profiles made
 * by the company are never online.
 */
export function presence(member: { lastSeen: Date; fictional: boolean; shown: boolean }, now: Date): 'now' | 'today' | 'no' {
  const away = now.getTime() - member.lastSeen.getTime()
  if (member.fictional || !member.shown || away > DAY) return 'no'
  return away <= 3 * HEARTBEAT ? 'now' : 'today'
}
