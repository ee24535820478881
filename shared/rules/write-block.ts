/**
 * Why a member cannot write to another, null when they can. `visible`: the other is there for this member: not gone, not
 * banned, no block either way. A member without a confirmed address may write but cannot be answered (SPEC §6).
 */
export function writeBlock(other: { visible: boolean; confirmed: boolean }): 'deleted' | 'not_confirmed' | null {
  if (!other.visible) return 'deleted'
  return other.confirmed ? null : 'not_confirmed'
}
