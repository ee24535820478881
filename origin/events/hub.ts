import pg from 'pg'

/** One listener for the events of a member: an open stream. */
interface Subscriber {
  /** There may be new events; asks the event table, which is the truth. */
  wake(): void
  /** The stream has to end: the process stops, or the member opened too many. */
  end(): void
}

/** Tells open streams that there may be something new. It carries no data: a lost or doubled wake changes nothing but the time. */
export interface EventHub {
  /** Listens for a member; beyond five streams the member's oldest is ended. Returns the way to stop. */
  subscribe(member: number, subscriber: Subscriber): () => void
  /** Call after the commit that wrote events for these members, never before. */
  wake(members: readonly number[]): void
  /** Ends every stream and the connection. */
  close(): Promise<void>
}

const STREAMS_PER_MEMBER = 5
const CHANNEL = 'member_events'
/** How long ids are collected before they are sent to the other processes, in ms. */
const COLLECT = 10
/** A notification holds 8000 bytes; an id and its comma at most 17. */
const IDS_PER_NOTIFICATION = 400
const RECONNECT_MIN = 100
const RECONNECT_MAX = 5000

/**
 * The hub of a process. With `url`, member ids also go to the hubs of other processes by NOTIFY on a connection of its own:
 * inside the writing transaction it would serialise all commits. Without `url` it serves this process alone.
 */
export function createEventHub(options: { url?: string } = {}): EventHub {
  const subscribers = createSubscribers()
  const notifier = options.url === undefined ? null : createNotifier(options.url, (members) => subscribers.wake(members))
  let closed = false
  return {
    subscribe(member, subscriber) {
      // Whoever comes when the process is stopping is sent on as soon as they have begun.
      if (closed) setImmediate(() => subscriber.end())
      return subscribers.add(member, subscriber)
    },
    wake(members) {
      subscribers.wake(members)
      notifier?.send(members)
    },
    async close() {
      closed = true
      subscribers.endAll()
      await notifier?.close()
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
    endAll(): void {
      const all = [...byMember.values()].flatMap((own) => [...own])
      byMember.clear()
      for (const subscriber of all) subscriber.end()
    }
  }
}

/** Sends and receives member ids over one connection that is made again whenever it breaks. */
function createNotifier(url: string, received: (members: readonly number[]) => void) {
  const pending = new Set<number>()
  let client: pg.Client | null = null
  let closed = false
  let delay = RECONNECT_MIN
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> = Promise.resolve()

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 2000 })
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      if (client === next) client = null
      next.end().catch(() => {})
      if (closed) return
      setTimeout(() => void (connecting = connect()), delay).unref()
      delay = Math.min(delay * 2, RECONNECT_MAX)
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', (message) => {
      // Our own notifications come back too; their streams were woken at once.
      if (message.processId === processOf(next)) return
      received((message.payload ?? '').split(',').map(Number))
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      if (closed) return lose()
      client = next
      delay = RECONNECT_MIN
    } catch {
      lose()
    }
  }

  function flush(): void {
    timer = undefined
    const ids = [...pending]
    pending.clear()
    const sender = client
    // Without a connection the wake is lost: every stream looks by itself after a while.
    if (!sender) return
    for (let start = 0; start < ids.length; start += IDS_PER_NOTIFICATION) {
      const payload = ids.slice(start, start + IDS_PER_NOTIFICATION).join(',')
      sender.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {})
    }
  }

  connecting = connect()
  return {
    send(members: readonly number[]): void {
      if (closed) return
      for (const member of members) pending.add(member)
      timer ??= setTimeout(flush, COLLECT)
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      flush()
      closed = true
      await connecting
      await client?.end().catch(() => {})
    }
  }
}

/** Number of the server process behind a connection; pg's types leave it out. */
function processOf(client: pg.Client): number | undefined {
  return (client as unknown as { processID?: number }).processID
}
