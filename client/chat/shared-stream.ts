import type { LiveEvent } from './event-stream.ts'

type Note = { type: 'event'; event: LiveEvent } | { type: 'gap' } | { type: 'anyone' } | { type: 'here' }

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
  /** Null where the browser cannot share: then this tab has a stream of its own. */
  sharing: { locks: Pick<LockManager, 'request'>; name: string; openChannel: () => Channel } | null
  open: (handlers: { onEvent: (event: LiveEvent) => void; onGap: () => void; gapAtFirst: boolean }) => Stream
  onEvent: (event: LiveEvent) => void
  onGap: () => void
  visible: () => boolean
}

/** How often a tab in sight asks whether the one with the stream is alive, and how long it waits for the word. In ms. */
const ASK_EVERY = 60_000
const ANSWER_WITHIN = 5_000

/**
 * One stream for all tabs of a browser: the tab that holds the lock has it and passes every event on; when it closes, the next
 * one gets the lock. A tab that the system has put to sleep cannot answer, then one in sight takes the lock over.
 */
export function shareStream({ sharing, open, onEvent, onGap, visible }: SharedStreamSetting): {
  retryNow(): void
  checkLeader(): void
  stop(): void
} {
  if (!sharing) {
    const stream = open({ onEvent, onGap, gapAtFirst: false })
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
      if (stream) post({ type: 'here' })
      return
    }
    heard++
    if (stream) return
    if (note.type === 'event') onEvent(note.event)
    if (note.type === 'gap') onGap()
  })

  /** Holds the lock, and with it the stream, until this tab stops or loses it. */
  function lead(gapAtFirst: boolean): Promise<void> {
    stream = open({
      gapAtFirst,
      onEvent(event) {
        post({ type: 'event', event })
        onEvent(event)
      },
      onGap() {
        post({ type: 'gap' })
        onGap()
      }
    })
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
      // Taken over by another tab, or this one stopped waiting.
    }
    endStream()
  }

  async function begin(): Promise<void> {
    // Alone so far: nothing was missed. Otherwise this tab waits for its turn, and events may be lost between two holders.
    let alone = false
    await locks
      .request(name, { ifAvailable: true }, (lock) => {
        alone = lock !== null
        return alone && !stopped.signal.aborted ? lead(false) : undefined
      })
      .catch(() => {})
    endStream()
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
