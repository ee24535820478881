import type { Message } from '../../shared/api/chats.ts'
import type { ErrorCode, ErrorParams } from '../../shared/api/errors.ts'
import { asApiError } from '../api/api-error.ts'
import { mayRetry, retryDelay } from '../api/retry.ts'
import { OUTBOX_PREFIX } from '../session/device-keys.ts'

/** A pending message. It is stored on the device until the server has it or the member discards it. */
export interface PendingMessage {
  /** Idempotency key of every attempt; the server's message comes back with it. */
  clientId: string
  /** Public id of the recipient. */
  member: string
  text: string
  /** When it was written, ISO. */
  at: string
  /** Its place in the queue: ms since 1970 by the device's clock. */
  queued: number
  /** Why it was not sent; with `passing` reasons it is retried when the connection is back. */
  failure: { code: ErrorCode; params?: ErrorParams; passing: boolean } | null
}

export interface Sent {
  conversation_id: string
  message: Message
}

type Note = { type: 'changed' } | { type: 'sent'; clientId: string; member: string; sent: Sent }

export interface OutboxSetting {
  /** Public id of the sender: another account on this device has its own outbox. */
  user: string
  /** Where pending messages survive a reload. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** One attempt. False: the session has ended, the message waits for the next one. */
  send: (message: PendingMessage) => Promise<Sent | false>
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
  add: (message: Pick<PendingMessage, 'clientId' | 'member' | 'text' | 'at'>) => void
  /** Retries a failed message at the member's request, together with others to the same person that failed for a passing reason, in order. */
  retry: (clientId: string) => void
  /** Discards a failed message. */
  discard: (clientId: string) => void
  /** Removes messages whose copies from the server have been seen. */
  settle: (clientIds: readonly string[]) => void
  /** The connection was lost or is back; when it is back, everything that failed for a passing reason is retried. */
  connectionChanged: () => void
  subscribe: (listener: () => void) => () => void
  onSent: (listener: (member: string, sent: Sent) => void) => () => void
}

/** Older messages are sent only at the member's request: the server remembers a key for 48 hours. In ms. */
const TRUSTED_FOR = 24 * 60 * 60 * 1000

const NONE: readonly PendingMessage[] = []

/**
 * The messages a member has written and the server does not have yet. One storage key per message, so that two tabs never overwrite each other; one
 * tab at a time sends, one message after another, each with the same key on every attempt.
 */
export function createOutbox(setting: OutboxSetting): Outbox {
  const prefix = `${OUTBOX_PREFIX}${setting.user}:`
  const listeners = new Set<() => void>()
  const sentListeners = new Set<(member: string, sent: Sent) => void>()
  /** In memory only, because storage is full or turned off. */
  const unstored = new Map<string, PendingMessage>()
  let entries = readAll()
  let byMember = new Map<string, readonly PendingMessage[]>()
  let asked = false
  /** Ends the wait before the next attempt, while there is one. */
  let wake = () => {}

  const post = setting.connect((note) => {
    if (note.type === 'sent') unstored.delete(note.clientId)
    refresh()
    if (note.type === 'sent') for (const listener of sentListeners) listener(note.member, note.sent)
  })

  function readAll(): PendingMessage[] {
    const found = new Map<string, PendingMessage>(unstored)
    try {
      for (let index = 0; index < setting.storage.length; index++) {
        const key = setting.storage.key(index)
        if (!key?.startsWith(prefix)) continue
        const entry = parse(setting.storage.getItem(key))
        if (entry) found.set(entry.clientId, entry)
      }
    } catch {
      // No storage: only what is in memory.
    }
    return [...found.values()].sort((a, b) => a.queued - b.queued)
  }

  function refresh(): void {
    entries = readAll()
    byMember = new Map()
    for (const listener of listeners) listener()
  }

  function store(entry: PendingMessage): void {
    try {
      setting.storage.setItem(prefix + entry.clientId, JSON.stringify(entry))
      unstored.delete(entry.clientId)
    } catch {
      unstored.set(entry.clientId, entry)
    }
  }

  function remove(clientId: string): void {
    unstored.delete(clientId)
    try {
      setting.storage.removeItem(prefix + clientId)
    } catch {
      // Then nothing is stored there.
    }
  }

  function change(work: () => void): void {
    work()
    refresh()
    post({ type: 'changed' })
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
        refresh()
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
        refresh()
        post({ type: 'sent', clientId: entry.clientId, member: entry.member, sent })
        for (const listener of sentListeners) listener(entry.member, sent)
        return true
      } catch (error) {
        refresh()
        if (!find(entry.clientId)) return true
        if (!setting.online()) return false
        if (!mayRetry(failures, error)) {
          const { code, error: told } = asApiError(error)
          fail(entry, { code, params: told.params, passing: mayRetry(0, error) })
          return true
        }
        // A restored connection ends the wait.
        await Promise.race([setting.wait(retryDelay(failures, error)), new Promise<void>((resolve) => (wake = resolve))])
        refresh()
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

  function requeue(chosen: readonly PendingMessage[]): void {
    if (chosen.length === 0) return kick()
    const now = setting.now()
    change(() => {
      for (const [index, entry] of chosen.entries()) store({ ...entry, failure: null, queued: now + index })
    })
    kick()
  }

  return {
    online: setting.online,
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
      kick()
    },
    retry(clientId) {
      const chosen = find(clientId)
      if (!chosen?.failure) return
      requeue(
        entries.filter((entry) => entry === chosen || (entry.member === chosen.member && entry.failure?.passing && chosen.failure?.passing))
      )
    },
    discard(clientId) {
      if (find(clientId)?.failure) change(() => remove(clientId))
    },
    settle(clientIds) {
      const known = clientIds.filter((clientId) => find(clientId))
      if (known.length > 0) change(() => known.forEach(remove))
    },
    connectionChanged() {
      if (!setting.online()) return refresh()
      wake()
      requeue(entries.filter((entry) => entry.failure?.passing && setting.now() - entry.queued <= TRUSTED_FOR))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSent(listener) {
      sentListeners.add(listener)
      return () => sentListeners.delete(listener)
    }
  }
}

function parse(stored: string | null): PendingMessage | null {
  try {
    const entry = JSON.parse(stored ?? 'null') as Partial<PendingMessage> | null
    const whole =
      typeof entry?.clientId === 'string' &&
      typeof entry.member === 'string' &&
      typeof entry.text === 'string' &&
      typeof entry.queued === 'number'
    return whole ? ({ failure: null, at: new Date(entry.queued!).toISOString(), ...entry } as PendingMessage) : null
  } catch {
    return null
  }
}
