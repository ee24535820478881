import type { Bubble } from './conversation.ts'

export interface Arranged {
  bubble: Bubble
  /** What is shown above it: the day at the start of one, the time after a long pause. */
  mark: 'day' | 'time' | null
  /** The first message that was unread when the conversation was opened. */
  startsNew: boolean
  /** First and last of a run from the same side, which is drawn as one shape. */
  first: boolean
  last: boolean
}

/** A pause after which the time is shown. In ms. */
const PAUSE = 60 * 60 * 1000

/** Days, pauses and runs of a conversation. @param dayOf the calendar day of an instant */
export function arrange(bubbles: readonly Bubble[], dayOf: (at: string) => string, firstNew: string | null): Arranged[] {
  const starts = bubbles.map((bubble, index) => {
    const before = bubbles[index - 1]
    const mark = markBetween(before, bubble, dayOf)
    const startsNew = bubble.key === firstNew
    return { bubble, mark, startsNew, first: mark !== null || startsNew || before?.mine !== bubble.mine }
  })
  return starts.map((start, index) => ({ ...start, last: starts[index + 1]?.first ?? true }))
}

function markBetween(before: Bubble | undefined, bubble: Bubble, dayOf: (at: string) => string): Arranged['mark'] {
  if (!before || dayOf(before.at) !== dayOf(bubble.at)) return 'day'
  return Date.parse(bubble.at) - Date.parse(before.at) > PAUSE ? 'time' : null
}

/** Key of the first of the `unread` newest messages from the other side; null when there are none. */
export function firstUnread(bubbles: readonly Bubble[], unread: number): string | null {
  if (unread <= 0) return null
  const received = bubbles.filter((bubble) => !bubble.mine)
  return received.at(-unread)?.key ?? received[0]?.key ?? null
}
