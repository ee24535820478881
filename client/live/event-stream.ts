import { retryDelay } from '../api/retry.ts'
import type { EventType } from '../../shared/api/events.ts'
import { EVENT_TYPES } from './apply-event.ts'

/** The part of `EventSource` that is used. */
export interface EventSourceLike {
  readyState: number
  addEventListener(type: string, listener: (event: { data?: unknown; lastEventId?: string }) => void): void
  close(): void
}

export interface LiveEvent {
  type: EventType
  data: string
  /** The member's event number; null if the server didn't send it. */
  number: number | null
}

interface StreamSetting {
  create: () => EventSourceLike
  onEvent: (event: LiveEvent) => void
  /** The stream has sent the number of its current event. */
  onNumber: (number: number) => void
  /** The server can be reached. */
  onOpen: () => void
  /** The stream is open, but earlier events may be missing. */
  onGap: () => void
  /** The server refused the stream or could not be reached: the session may be over. Called once until it opens again. */
  onRefused: () => void
  /** The first opening counts as a gap too: another tab had the stream before. */
  gapAtFirst: boolean
}

const OPEN = 1
const CLOSED = 2
/** How often the pause between two attempts doubles: 1, 2, 4, 8, 16 s, then every 16 s. */
const MOST_DOUBLINGS = 4
/** The server sends something at least every 20 s; a stream that is silent for longer than this is dead without an error. In ms. */
const SILENCE = 45_000
const LOOK_EVERY = 15_000

/**
 * One stream of live events. The browser itself reconnects after a cut and sends the last event it saw; a stream it gave up on (an answer other than
 * 200) is reopened after growing pauses. Returns a function that closes it.
 */
export function openEventStream({ create, onOpen, onEvent, onNumber, onGap, onRefused, gapAtFirst }: StreamSetting): {
  retryNow: () => void
  close: () => void
} {
  let source: EventSourceLike | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let gap = gapAtFirst
  let closed = false
  let heard = Date.now()

  function connect(): void {
    clearTimeout(timer)
    source?.close()
    heard = Date.now()
    const current = create()
    /** The browser can send the id of the last event it saw, so that nothing is missed. */
    let continuous = false
    source = current
    current.addEventListener('open', () => {
      failures = 0
      onOpen()
      if (gap) onGap()
      gap = false
    })
    const listen = (type: string, use: (data: string, number: number | null) => void) =>
      current.addEventListener(type, ({ data, lastEventId }) => {
        heard = Date.now()
        if (lastEventId) continuous = true
        if (typeof data === 'string') use(data, lastEventId ? Number(lastEventId) : null)
      })
    listen('ping', (_, number) => {
      if (number !== null) onNumber(number)
    })
    for (const type of EVENT_TYPES) listen(type, (data, number) => onEvent({ type, data, number }))
    current.addEventListener('error', () => {
      if (closed || source !== current) return
      if (current.readyState !== CLOSED) {
        gap ||= !continuous
        return
      }
      gap = true
      if (failures === 0) onRefused()
      timer = setTimeout(connect, retryDelay(Math.min(failures++, MOST_DOUBLINGS), null))
    })
  }

  /** A computer that slept, a network that changed: the browser isn't told that the other end is gone. */
  function look(): void {
    if (source?.readyState !== OPEN || Date.now() - heard < SILENCE) return
    gap = true
    connect()
  }

  connect()
  const looking = setInterval(look, LOOK_EVERY)
  return {
    retryNow() {
      if (!closed && source?.readyState === CLOSED) connect()
    },
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(looking)
      source?.close()
    }
  }
}
