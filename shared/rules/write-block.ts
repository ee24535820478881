/**
 * Why a member can't write to another, null if they can. `visible`: this member may see the other: not gone, not banned, no block either way. A
 * member without a confirmed address may write but can't get replies (docs/requirements.tsv).
 */
export function writeBlock(other: { visible: boolean; confirmed: boolean }): 'deleted' | 'not_confirmed' | null {
  if (!other.visible) return 'deleted'
  return other.confirmed ? null : 'not_confirmed'
}
