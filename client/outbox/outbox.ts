import type { Content, Message } from '../../shared/api/message.ts'
import type { ErrorCode, ErrorParams } from '../../shared/api/errors.ts'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { mayRetry, retryDelay } from '../api/retry.ts'

/** A pending message: a text, a gift or a photo. It is stored on the device until the server has it or the member discards it. */
export interface PendingMessage {
  /** Idempotency key of every attempt; the server's message comes back with it. */
  clientId: string
  /** Public id of the recipient. */
  member: string
  content: Content
  /** The picture of a photo. */
  file?: Blob | undefined
  /** The price that the member has seen. */
  credits?: number | undefined
  /** They know that it goes to a fictional profile. */
  toFictional?: boolean | undefined
  /** Position of the message that it answers. */
  replyTo?: number | undefined
  /** When it was written, ISO. */
  at: string
  /** Its place in the queue: ms since 1970 by the device's clock. */
  queued: number
  /** Why it was not sent, in other words than its code's where there are some; with `passing` reasons it is retried when the connection is back. */
  failure: { code: ErrorCode; message_key?: string; params?: ErrorParams; passing: boolean } | null
}

/** What a member can agree to after a message has failed. */
type Agreed = Pick<PendingMessage, 'toFictional'>

export interface Sent {
  conversation_id: string
  message: Message
}

type Note = { type: 'changed' } | { type: 'sent'; clientId: string; member: string; sent: Sent }

/** Where pending messages of one member survive a reload. Any of it may fail: then they wait in memory. */
export interface OutboxStore {
  all: () => Promise<PendingMessage[]>
  put: (message: PendingMessage) => Promise<void>
  delete: (clientId: string) => Promise<void>
}

export interface OutboxSetting {
  store: OutboxStore
  /** One attempt. False: the session has ended, the message waits for the next one. */
  send: (message: PendingMessage) => Promise<Sent | false>
  /** A message was sent, from this tab or another one: called before it is no longer pending there. */
  onSent: (member: string, sent: Sent) => void
  /** Runs work while no other tab of this browser runs such work. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** Connects to the other tabs; returns a function that posts to them. */
  connect: (listener: (note: Note) => void) => (note: Note) => void
  online: () => boolean
  wait: (ms: number) => Promise<void>
  now: () => number
}

export interface Outbox {
  /** Pending messages to a member, oldest first; the same array until something changes. */
  pending: (member: string) => readonly PendingMessage[]
  online: () => boolean
  /** A message is in memory only: it is lost if the page is left now. */
  atRisk: () => boolean
  /** Resolves when the message is stored, or can only be kept in memory. */
  add: (message: Omit<PendingMessage, 'queued' | 'failure'>) => Promise<void>
  /**
   * Retries a failed message at the member's request, together with others to the same person that failed for a passing reason, in order. `agreed` is
   * what the member has agreed to since.
   */
  retry: (clientId: string, agreed?: Agreed) => void
  /** Discards a failed message. */
  discard: (clientId: string) => void
  /** Removes messages whose copies from the server have been seen. */
  settle: (clientIds: readonly string[]) => void
  /** The connection was lost or is back; when it is back, everything that failed for a passing reason is retried. */
  connectionChanged: () => void
  subscribe: (listener: () => void) => () => void
}

/** Older messages are sent only at the member's request: the server remembers a key for 48 hours. In ms. */
const TRUSTED_FOR = 24 * 60 * 60 * 1000

const NONE: readonly PendingMessage[] = []

/**
 * The messages a member has written and the server does not have yet. Each is stored before its first attempt; one tab at a time sends, one message
 * after another, each with the same key on every attempt.
 */
export function createOutbox(setting: OutboxSetting): Outbox {
  const listeners = new Set<() => void>()
  /** What the store had when it was last read. */
  let stored: ReadonlyMap<string, PendingMessage> | null = null
  /** What was changed here and the store doesn't have yet, or can't take; null is removed. */
  const ahead = new Map<string, PendingMessage | null>()
  /** Reads and writes of the store, one after another. */
  let queue: Promise<void> = Promise.resolve()
  let entries: readonly PendingMessage[] = []
  let byMember = new Map<string, readonly PendingMessage[]>()
  /** What the server was seen to have before the store was read. */
  const settledEarly = new Set<string>()
  let asked = false
  /** Ends the wait before the next attempt, while there is one. */
  let wake = () => {}

  const post = setting.connect((note) => {
    if (note.type === 'sent') ahead.delete(note.clientId)
    void refresh()
    if (note.type === 'sent') setting.onSent(note.member, note.sent)
  })
  void refresh()

  function update(): void {
    const found = new Map<string, PendingMessage | null>([...(stored ?? []), ...ahead])
    entries = [...found.values()].filter((entry) => entry !== null).sort((a, b) => a.queued - b.queued)
    byMember = new Map()
    for (const listener of listeners) listener()
  }

  /** Reads what this tab and others have stored, after everything that this one is storing. */
  function refresh(): Promise<void> {
    queue = queue.then(async () => {
      try {
        stored = new Map((await setting.store.all()).map((entry) => [entry.clientId, entry]))
      } catch {
        // No storage: only what is in memory.
        stored ??= new Map()
      }
      for (const clientId of settledEarly) if (stored.has(clientId)) remove(clientId)
      settledEarly.clear()
      update()
    })
    return queue
  }

  function save(clientId: string, entry: PendingMessage | null): void {
    ahead.set(clientId, entry)
    queue = queue.then(async () => {
      // Changed again meanwhile, or sent by another tab.
      if (ahead.get(clientId) !== entry) return
      try {
        await (entry ? setting.store.put(entry) : setting.store.delete(clientId))
      } catch {
        return
      }
      const now = new Map(stored)
      if (entry) now.set(clientId, entry)
      else now.delete(clientId)
      stored = now
      if (ahead.get(clientId) === entry) ahead.delete(clientId)
    })
  }

  const store = (entry: PendingMessage) => save(entry.clientId, entry)
  const remove = (clientId: string) => save(clientId, null)

  /** Shows a change at once, and tells the other tabs when it is stored. */
  function change(work: () => void): void {
    work()
    update()
    void queue.then(() => post({ type: 'changed' }))
  }

  const find = (clientId: string) => entries.find((entry) => entry.clientId === clientId)

  /** Sends pending messages; one waiting call is enough for all that follow. */
  function kick(): void {
    if (asked) return
    asked = true
    void setting.exclusively(async () => {
      asked = false
      let goOn = true
      while (goOn) {
        await refresh()
        const next = entries.find((entry) => !entry.failure)
        goOn = next !== undefined && setting.online() && (await deliver(next))
      }
    })
  }

  /** Attempts one message until it is sent or has failed. False: stop sending for now. */
  async function deliver(entry: PendingMessage): Promise<boolean> {
    if (setting.now() - entry.queued > TRUSTED_FOR) {
      change(() => store({ ...entry, failure: { code: 'timeout', passing: true } }))
      return true
    }
    for (let failures = 0; ; failures++) {
      try {
        const sent = await setting.send(entry)
        if (sent === false) return false
        remove(entry.clientId)
        update()
        setting.onSent(entry.member, sent)
        // No other tab may find it in the store when it is its turn.
        await queue
        post({ type: 'sent', clientId: entry.clientId, member: entry.member, sent })
        return true
      } catch (error) {
        await refresh()
        if (!find(entry.clientId)) return true
        if (!setting.online()) return false
        if (!mayRetry(failures, error)) {
          fail(entry, { ...reasonOf(asApiError(error)), passing: mayRetry(0, error) })
          return true
        }
        // A restored connection ends the wait.
        await Promise.race([setting.wait(retryDelay(failures, error)), new Promise<void>((resolve) => (wake = resolve))])
        await refresh()
        if (!find(entry.clientId)) return true
      }
    }
  }

  /** A passing failure holds up all later messages to the same person, so that the order is kept. */
  function fail(entry: PendingMessage, failure: NonNullable<PendingMessage['failure']>): void {
    change(() => {
      store({ ...entry, failure })
      if (!failure.passing) return
      for (const other of entries)
        if (other.member === entry.member && other.clientId !== entry.clientId && !other.failure) store({ ...other, failure })
    })
  }

  function requeue(chosen: readonly PendingMessage[], agreed?: Agreed): void {
    if (chosen.length === 0) return kick()
    const now = setting.now()
    change(() => {
      for (const [index, entry] of chosen.entries()) store({ ...entry, ...newPrice(entry), ...agreed, failure: null, queued: now + index })
    })
    kick()
  }

  return {
    online: setting.online,
    atRisk: () => [...ahead.values()].some((entry) => entry !== null),
    pending(member) {
      if (!byMember.has(member)) {
        const own = entries.filter((entry) => entry.member === member)
        byMember.set(member, own.length > 0 ? own : NONE)
      }
      return byMember.get(member)!
    },
    add(message) {
      // Two within one millisecond keep their order.
      const queued = Math.max(setting.now(), (entries.at(-1)?.queued ?? 0) + 1)
      change(() => store({ ...message, queued, failure: null }))
      const stored = queue
      kick()
      return stored
    },
    retry(clientId, agreed) {
      const chosen = find(clientId)
      if (!chosen?.failure) return
      requeue(
        entries.filter(
          (entry) => entry === chosen || (entry.member === chosen.member && entry.failure?.passing && chosen.failure?.passing)
        ),
        agreed
      )
    },
    discard(clientId) {
      if (find(clientId)?.failure) change(() => remove(clientId))
    },
    settle(clientIds) {
      if (!stored) for (const clientId of clientIds) settledEarly.add(clientId)
      const known = clientIds.filter((clientId) => find(clientId))
      if (known.length > 0) change(() => known.forEach(remove))
    },
    connectionChanged() {
      if (!setting.online()) return update()
      wake()
      void refresh().then(() => requeue(entries.filter((entry) => entry.failure?.passing && setting.now() - entry.queued <= TRUSTED_FOR)))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** What is wrong with a picture says more than that something is wrong. */
function reasonOf({ code, error }: ApiError): Omit<NonNullable<PendingMessage['failure']>, 'passing'> {
  const picture = error.fields?.find(({ field }) => field === 'photo')
  return picture ? { code, message_key: picture.message_key, params: picture.params } : { code, params: error.params }
}

/** The member has read the new price, and tries again. */
function newPrice({ failure }: PendingMessage): Pick<PendingMessage, 'credits'> | undefined {
  return failure?.code === 'message_price_changed' ? { credits: Number(failure.params?.credits) } : undefined
}
