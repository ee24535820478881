export type Choice = 'like' | 'pass'

/** Share of a card's width that it must be moved by. */
const FAR = 0.35
/** A faster movement, in px per ms, needs only this distance in px. */
const FAST = 0.5
const SHORT = 30

/**
 * The choice made by letting go of a card: a like to the right, a pass to the left, null if it was neither far nor fast enough.
 * @param moves the last positions, in px from where the drag began, with their times in ms
 */
export function chooseByDrag(moves: readonly { x: number; at: number }[], releasedAt: number, width: number): Choice | null {
  const [first, last] = [moves[0], moves.at(-1)]
  if (!first || !last) return null
  const choice = last.x > 0 ? 'like' : 'pass'
  if (Math.abs(last.x) > width * FAR) return choice
  const speed = (last.x - first.x) / Math.max(1, releasedAt - first.at)
  return Math.abs(last.x) > SHORT && Math.abs(speed) > FAST && speed > 0 === last.x > 0 ? choice : null
}
