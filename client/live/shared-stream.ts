import type { LiveEvent } from './event-stream.ts'

type Note = { type: 'event'; event: LiveEvent } | { type: 'gap' } | { type: 'anyone' } | { type: 'here'; number: number | null }

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(note: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

interface Stream {
  retryNow: () => void
  close: () => void
}

export interface SharedStreamSetting {
  /** Null if the browser can't share: then this tab has its own stream. */
  sharing: { locks: Pick<LockManager, 'request'>; name: string; openChannel: () => Channel } | null
  /** `after`: the event after which the stream must begin, whenever it is opened. */
  open: (handlers: {
    onEvent: (event: LiveEvent) => void
    onNumber: (number: number) => void
    onGap: () => void
    gapAtFirst: boolean
    after: () => number | null
  }) => Stream
  /** Number of the event up to which this tab is up to date; null if unknown. */
  known: number | null
  onEvent: (event: LiveEvent) => void
  onGap: () => void
  visible: () => boolean
}

/** How often a visible tab checks whether the tab with the stream is alive, and how long it waits for the answer. In ms. */
const ASK_EVERY = 60_000
const ANSWER_WITHIN = 5_000

/**
 * One stream for all tabs of a browser: the tab that holds the lock has it and passes every event on; when it closes, the next one gets the lock. A
 * tab that the system has suspended can't answer; then a visible one takes over the lock. Events are numbered: a tab that joins receives the stream's
 * position, and refetches everything if it missed events.
 */
export function shareStream({ sharing, open, known, onEvent, onGap, visible }: SharedStreamSetting): {
  retryNow(): void
  checkLeader(): void
  stop(): void
} {
  let reached = known
  const after = () => reached

  /** The stream's position before its first event. */
  function onNumber(number: number): void {
    reached ??= number
  }
  function take(event: LiveEvent): void {
    if (event.number !== null) reachTo(event.number, 1)
    onEvent(event)
  }
  /** Everything up to `number` has happened; if that is beyond `told`, this tab has missed events. */
  function reachTo(number: number, told: 0 | 1): void {
    const missed = reached === null ? told === 0 : number - told > reached
    reached = Math.max(reached ?? number, number)
    if (missed) onGap()
  }

  if (!sharing) {
    const stream = open({ onEvent: take, onNumber, onGap, gapAtFirst: false, after })
    return { retryNow: stream.retryNow, checkLeader: () => {}, stop: stream.close }
  }
  const { locks, name, openChannel } = sharing
  const stopped = new AbortController()
  const channel = openChannel()
  const post = (note: Note) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    if (!stopped.signal.aborted) channel.postMessage(note)
  }
  let stream: Stream | null = null
  let heard = 0
  let taking = false
  let answerTimer: ReturnType<typeof setTimeout> | undefined

  channel.addEventListener('message', ({ data }) => {
    const note = data as Note
    if (stopped.signal.aborted) return
    if (note.type === 'anyone') {
      if (stream) post({ type: 'here', number: reached })
      return
    }
    heard++
    if (stream) return
    if (note.type === 'event') take(note.event)
    if (note.type === 'here' && note.number !== null) reachTo(note.number, 0)
    if (note.type === 'gap') onGap()
  })

  /** Holds the lock, and with it the stream, until this tab stops or loses it. */
  function lead(gapAtFirst: boolean): Promise<void> {
    stream = open({
      // A tab that knows its position misses nothing.
      gapAtFirst: gapAtFirst && reached === null,
      after,
      onNumber,
      onEvent(event) {
        post({ type: 'event', event })
        take(event)
      },
      onGap() {
        post({ type: 'gap' })
        onGap()
      }
    })
    post({ type: 'here', number: reached })
    return new Promise((resolve) => stopped.signal.addEventListener('abort', () => resolve(), { once: true }))
  }

  function endStream(): void {
    stream?.close()
    stream = null
  }

  async function queue(options: LockOptions, gapAtFirst: boolean): Promise<void> {
    try {
      await locks.request(name, options, () => (stopped.signal.aborted ? undefined : lead(gapAtFirst)))
    } catch {
      // Another tab took over, or this one stopped waiting.
    }
    endStream()
  }

  async function begin(): Promise<void> {
    // Alone so far: nothing was missed. Otherwise this tab refetches what it may have missed, and waits for its turn.
    let alone = false
    await locks
      .request(name, { ifAvailable: true }, (lock) => {
        alone = lock !== null
        return alone && !stopped.signal.aborted ? lead(false) : undefined
      })
      .catch(() => {})
    endStream()
    if (!alone) post({ type: 'anyone' })
    while (!stopped.signal.aborted) await queue({ signal: stopped.signal }, true)
  }

  function checkLeader(): void {
    if (stopped.signal.aborted || stream || taking || !visible()) return
    const before = heard
    post({ type: 'anyone' })
    clearTimeout(answerTimer)
    answerTimer = setTimeout(() => {
      if (stopped.signal.aborted || stream || heard !== before || !visible()) return
      taking = true
      void queue({ steal: true }, true).finally(() => {
        taking = false
      })
    }, ANSWER_WITHIN)
  }

  void begin()
  const asking = setInterval(checkLeader, ASK_EVERY)
  return {
    retryNow: () => stream?.retryNow(),
    checkLeader,
    stop() {
      clearInterval(asking)
      clearTimeout(answerTimer)
      stopped.abort()
      endStream()
      channel.close()
    }
  }
}
