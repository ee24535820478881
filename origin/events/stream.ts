import { isEventType, type EventType } from '../../shared/api/events.ts'
import type { Deps } from '../deps.ts'
import type { Passing } from './hub.ts'
import type { Viewer } from '../http/handler.ts'
import { look } from './look.ts'
import { eventsAfter } from './store.ts'
import { repeat } from './timer-wheel.ts'

/** Who listens, and from which event. */
export interface Listener {
  viewer: Pick<Viewer, 'id' | 'event_counter'>
  sessionHash: Buffer
  /** Id of the tenant that issued the session. */
  tenant: string
  /** Number of the last event the reader has; null starts at the newest event. */
  lastEventId: string | null
  /** Aborted when the reader is gone. */
  signal: AbortSignal
}

/** Real milliseconds between checks of the counter (a wake may be lost) and between heartbeats: a stream has something to read every twenty seconds. */
export const PACE = { look: 5000, ping: 18_000 }

/** Events read at once. */
const BATCH = 50
/** Bytes that may wait for a slow reader before the stream stops reading events. */
const BUFFER = 64 * 1024

const encoder = new TextEncoder()

/**
 * The member's events as `text/event-stream`: every event after `Last-Event-ID` once and in order, then each new one. The id is the member's event
 * number. A reader that was away for longer than events are kept is told that everything changed. Ends with the session or the member, when the
 * reader disconnects, or as the oldest of more than five.
 */
export function streamEvents(deps: Pick<Deps, 'db' | 'events' | 'now' | 'log'>, listener: Listener, pace = PACE): Response {
  // No read-ahead: a stream that no one reads (the answer to HEAD) never begins, so nothing has to end it.
  const body = new ReadableStream<Uint8Array>(createSource(deps, listener, pace), new ByteLengthQueuingStrategy({ highWaterMark: 0 }))
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  })
}

function createSource(
  deps: Pick<Deps, 'db' | 'events' | 'now' | 'log'>,
  { viewer, sessionHash, tenant, lastEventId, signal }: Listener,
  pace: typeof PACE
): UnderlyingDefaultSource<Uint8Array> {
  let last = resumeFrom(lastEventId) ?? viewer.event_counter
  let output: ReadableStreamDefaultController<Uint8Array>
  let ended = false
  let busy = false
  let again = false
  let lookDue = true
  /** There may be new events: the hub has said so, or the table hasn't been read yet. */
  let woken = true
  let waiting = false
  let begun = false
  const undo: (() => void)[] = []

  function send(text: string): void {
    if (!ended) output.enqueue(encoder.encode(text))
  }
  function sendEvent(number: number, type: EventType, data: unknown): void {
    last = number
    send(`id: ${number}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  /** Without a number; one that a slow reader can't take now is out of date by the time they can. */
  const sendPassing = ({ type, data }: Passing) => isFull() || send(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
  const sendEverything = (number: number) => sendEvent(number, 'everything_changed', {})
  function end(): void {
    if (ended) return
    ended = true
    for (const stop of undo) stop()
    try {
      output.close()
    } catch {
      // The reader cancelled: nothing is left to close.
    }
  }
  const isOpen = () => !ended
  const isFull = () => (output.desiredSize ?? 0) <= -BUFFER

  /** Number of the newest event while the session is valid; ends the stream when it isn't. */
  async function lookForNew(): Promise<number> {
    const counter = await look(deps.db, deps.now(), { member: viewer.id, sessionHash, tenant }, woken)
    if (counter === null) {
      end()
      return last
    }
    // A number from before the database was reset: start over.
    if (last > counter) sendEverything(counter)
    return counter
  }

  /** Sends new events, unless the reader can't take more now: then `pull` continues. */
  async function sendNew(): Promise<void> {
    waiting = false
    while (isOpen()) {
      if (isFull()) {
        waiting = true
        return
      }
      const events = await eventsAfter(deps.db, viewer.id, last, BATCH)
      // It may be this session that has ended: its stream gets nothing more, not even this.
      if (events.some(({ type }) => type === 'account_changed')) await lookForNew()
      if (ended) return
      for (const event of events) {
        if (event.number !== last + 1) sendEverything(event.number - 1)
        // Another version of the program may have written a type we don't know.
        if (isEventType(event.type)) sendEvent(event.number, event.type, event.data)
        else sendEverything(event.number)
      }
      if (events.length < BATCH) return
    }
  }

  async function step(): Promise<void> {
    const counter = lookDue ? await lookForNew() : last
    lookDue = false
    if (woken || waiting || counter > last) {
      woken = false
      await sendNew()
    }
    // Counted, but already purged.
    if (!waiting && last < counter) sendEverything(counter)
  }

  const isWanted = () => again && isOpen()

  /** One run at a time; a wake during a run makes another. */
  async function run(): Promise<void> {
    again = true
    if (busy) return
    busy = true
    try {
      while (isWanted()) {
        again = false
        await step()
      }
    } catch (error) {
      // The database is unavailable: the reader reconnects with its last number.
      deps.log.warn({ err: error }, 'event stream ended')
      end()
    } finally {
      busy = false
    }
  }

  function wake(): void {
    woken = true
    void run()
  }

  function begin(): void {
    begun = true
    // The number goes out first, so that a reader that loses the connection before the first event knows where it was.
    send(`retry: 2000\n: open\n\nid: ${last}\nevent: ping\ndata: {}\n\n`)
    signal.addEventListener('abort', end)
    undo.push(
      deps.events.subscribe(viewer.id, { wake, tell: sendPassing, end }),
      repeat(pace.look, () => {
        lookDue = true
        void run()
      }),
      // A reader that takes nothing gets no heartbeat either; its connection breaks by itself.
      repeat(pace.ping, () => isFull() || send('event: ping\ndata: {}\n\n')),
      () => signal.removeEventListener('abort', end)
    )
    if (signal.aborted) end()
    void run()
  }

  return {
    start(controller) {
      output = controller
    },
    pull() {
      if (!begun) begin()
      else if (waiting) void run()
    },
    cancel: end
  }
}

/** The event number of a `Last-Event-ID`; null when there is none. */
function resumeFrom(lastEventId: string | null): number | null {
  return lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null
}
