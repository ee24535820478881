import type { EventPayload, PassingType } from '../../shared/api/events.ts'
import type { Listener } from '../db/listener.ts'

/** An event that isn't stored: a member without an open stream misses it. */
export type Passing = { [T in PassingType]: { member: number; type: T; data: EventPayload<T> } }[PassingType]

/** One listener for the events of a member: an open stream. */
interface Subscriber {
  /** There may be new events: the subscriber reads the event table, the source of truth. */
  wake(): void
  /** Passes on an event that isn't stored. */
  tell(passing: Passing): void
  /** The stream has to end: the process stops, or the member opened too many. */
  end(): void
}

/**
 * Notifies open streams that there may be new events, without their data: a lost or doubled wake only affects the delay. Events that aren't stored
 * are passed on whole.
 */
export interface EventHub {
  /** Subscribes to a member's wakes; with more than five streams the member's oldest is ended. Returns a function that unsubscribes. */
  subscribe(member: number, subscriber: Subscriber): () => void
  /** Call after the commit that wrote events for these members, never before. */
  wake(members: readonly number[]): void
  /** Sends an event that isn't stored to the member's open streams. */
  tell(passing: Passing): void
  /** Ends every stream. Events written after that, by the last requests of a stopping process, are still sent to the other processes. */
  close(): void
}

const STREAMS_PER_MEMBER = 5
const CHANNEL = 'member_events'
const PASSING = 'passing_events'
/** How long ids are collected before they are sent to the other processes, in ms. */
const COLLECT = 10
/** A notification holds 8000 bytes; an id and its comma at most 17. */
const IDS_PER_NOTIFICATION = 400

/**
 * The hub of a process. With a listener, member ids also go to the hubs of other processes by NOTIFY, on its connection: inside the writing
 * transaction, NOTIFY would serialize all commits. Without one it serves this process alone.
 */
export function createEventHub(listener?: Listener): EventHub {
  const subscribers = createSubscribers()
  const notifier = listener ? createNotifier(listener, (members) => subscribers.wake(members)) : null
  let closed = false
  listener?.on(PASSING, (payload) => subscribers.tell(JSON.parse(payload) as Passing))
  return {
    subscribe(member, subscriber) {
      // A stream that is opened while the process is stopping ends as soon as it has begun.
      if (closed) setImmediate(() => subscriber.end())
      return subscribers.add(member, subscriber)
    },
    wake(members) {
      subscribers.wake(members)
      notifier?.send(members)
    },
    tell(passing) {
      subscribers.tell(passing)
      listener?.notify(PASSING, JSON.stringify(passing))
    },
    close() {
      closed = true
      subscribers.endAll()
      notifier?.close()
    }
  }
}

function createSubscribers() {
  const byMember = new Map<number, Set<Subscriber>>()
  return {
    add(member: number, subscriber: Subscriber): () => void {
      const own = byMember.get(member) ?? new Set()
      byMember.set(member, own)
      own.add(subscriber)
      const [oldest] = own
      if (own.size > STREAMS_PER_MEMBER && oldest) {
        own.delete(oldest)
        oldest.end()
      }
      return () => {
        own.delete(subscriber)
        if (own.size === 0 && byMember.get(member) === own) byMember.delete(member)
      }
    },
    wake(members: readonly number[]): void {
      for (const member of members) for (const subscriber of byMember.get(member) ?? []) subscriber.wake()
    },
    tell(passing: Passing): void {
      for (const subscriber of byMember.get(passing.member) ?? []) subscriber.tell(passing)
    },
    endAll(): void {
      const all = [...byMember.values()].flatMap((own) => [...own])
      byMember.clear()
      for (const subscriber of all) subscriber.end()
    }
  }
}

/** Collects member ids, and sends them to the hubs of other processes. */
function createNotifier(listener: Listener, received: (members: readonly number[]) => void) {
  const pending = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function flush(): void {
    timer = undefined
    const ids = [...pending]
    pending.clear()
    // Without a connection the wake is lost: every stream checks by itself after a while.
    for (let start = 0; start < ids.length; start += IDS_PER_NOTIFICATION)
      listener.notify(CHANNEL, ids.slice(start, start + IDS_PER_NOTIFICATION).join(','))
  }

  // Our own notifications aren't received: their streams were woken directly.
  listener.on(CHANNEL, (payload) => received(payload.split(',').map(Number)))
  return {
    send(members: readonly number[]): void {
      for (const member of members) pending.add(member)
      // A stopping process may be gone before the time is up.
      if (closed) flush()
      else timer ??= setTimeout(flush, COLLECT)
    },
    close(): void {
      closed = true
      clearTimeout(timer)
      flush()
    }
  }
}
