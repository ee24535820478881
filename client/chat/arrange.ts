import type { Bubble } from './conversation.ts'
import { isRemoved } from './message-parts.ts'

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

/**
 * Key of the first of the `unread` newest messages from the other side, without removed ones, which are never unread. Null when there are none, or
 * when it isn't among the loaded ones and there is more (`hasMore`).
 */
export function firstUnread(bubbles: readonly Bubble[], unread: number, hasMore: boolean): string | null {
  const received = bubbles.filter(({ mine, content }) => !mine && !isRemoved(content))
  return (unread > 0 && (received.at(-unread) ?? (hasMore ? null : received[0]))?.key) || null
}
