import { type ApiError, asApiError } from '../api/api-error.ts'
import { mayRetry, retryDelay } from '../api/retry.ts'
import { keepMessages, type OutboxStore } from './keep-messages.ts'
import type { PendingMessage, Sent } from './pending-message.ts'

/** What a member may agree to after a message has failed. */
type Agreed = Pick<PendingMessage, 'toFictional'>

type Note = { type: 'changed' } | { type: 'sent'; clientId: string; member: string; sent: Sent }

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
  /** Those to everyone. */
  all: () => readonly PendingMessage[]
  online: () => boolean
  /** A message is in memory only: it is lost if the page is left now. */
  atRisk: () => boolean
  /** Resolves when the message is stored, or can only be kept in memory. */
  add: (message: Omit<PendingMessage, 'queued' | 'failure'>) => Promise<void>
  /**
   * Retries a failed message at the member's request; if its reason passes, in order with the others to the same person that wait or failed for such a
   * reason. `agreed` is what the member has agreed to since.
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
  let byMember = new Map<string, readonly PendingMessage[]>()
  let asked = false
  /** Ends the wait before the next attempt, while there is one. */
  let wake = () => {}

  const kept = keepMessages(setting.store, () => {
    byMember = new Map()
    for (const listener of listeners) listener()
  })
  const post = setting.connect((note) => {
    // This tab gets its turn to send when the other one is done, or was closed before it was.
    if (note.type === 'changed') return void kept.refresh().then(kick)
    kept.drop(note.clientId)
    void kept.refresh()
    setting.onSent(note.member, note.sent)
  })
  void kept.refresh()

  /** Shows a change at once, and tells the other tabs when it is stored. */
  function change(work: () => void): void {
    work()
    kept.update()
    void kept.written().then(() => post({ type: 'changed' }))
  }

  const nextWaiting = () => kept.all().find((entry) => !entry.failure)

  /** What failed for a passing reason waits in its old place again: before what was written later to the same person. */
  function resume(member?: string): void {
    const failed = kept
      .all()
      .filter((entry) => entry.failure?.passing && (!member || entry.member === member) && setting.now() - entry.queued <= TRUSTED_FOR)
    if (failed.length > 0) change(() => failed.forEach((entry) => kept.put({ ...entry, failure: null })))
  }

  /** Sends pending messages; one waiting call is enough for all that follow. */
  function kick(): void {
    if (asked) return
    asked = true
    void setting.exclusively(async () => {
      asked = false
      let goOn = true
      while (goOn) {
        await kept.refresh()
        const waiting = nextWaiting()
        if (waiting) resume(waiting.member)
        const next = nextWaiting()
        goOn = next !== undefined && setting.online() && (await deliver(next))
      }
    })
  }

  /** Attempts one message until it is sent or has failed. False: stop sending for now. */
  async function deliver(entry: PendingMessage): Promise<boolean> {
    if (setting.now() - entry.queued > TRUSTED_FOR) {
      change(() => kept.put({ ...entry, failure: { code: 'timeout', passing: true } }))
      return true
    }
    for (let failures = 0; ; failures++) {
      try {
        const sent = await setting.send(entry)
        if (sent === false) return false
        kept.remove(entry.clientId)
        kept.update()
        setting.onSent(entry.member, sent)
        // Removed from the store first, so that no other tab finds it there when its turn comes.
        await kept.written()
        post({ type: 'sent', clientId: entry.clientId, member: entry.member, sent })
        return true
      } catch (error) {
        await kept.refresh()
        if (!kept.find(entry.clientId)) return true
        if (!setting.online()) return false
        if (!mayRetry(failures, error)) {
          fail(entry, { ...reasonOf(asApiError(error)), passing: mayRetry(0, error) })
          return true
        }
        // A restored connection ends the wait.
        await Promise.race([setting.wait(retryDelay(failures, error)), new Promise<void>((resolve) => (wake = resolve))])
        await kept.refresh()
        if (!kept.find(entry.clientId)) return true
      }
    }
  }

  /** A passing failure holds up all later messages to the same person, so that the order is kept: one written after it tries both. */
  function fail(entry: PendingMessage, failure: NonNullable<PendingMessage['failure']>): void {
    change(() => {
      kept.put({ ...entry, failure })
      if (!failure.passing) return
      for (const other of kept.all())
        if (other.member === entry.member && other.clientId !== entry.clientId && !other.failure) kept.put({ ...other, failure })
    })
  }

  return {
    online: setting.online,
    atRisk: kept.atRisk,
    all: kept.all,
    pending(member) {
      if (!byMember.has(member)) {
        const own = kept.all().filter((entry) => entry.member === member)
        byMember.set(member, own.length > 0 ? own : NONE)
      }
      return byMember.get(member)!
    },
    add(message) {
      // Two within one millisecond keep their order.
      const queued = Math.max(setting.now(), (kept.all().at(-1)?.queued ?? 0) + 1)
      change(() => kept.put({ ...message, queued, failure: null }))
      const stored = kept.written()
      kick()
      return stored
    },
    retry(clientId, agreed) {
      const chosen = kept.find(clientId)
      if (!chosen?.failure) return
      const now = setting.now()
      change(() =>
        kept
          .all()
          .filter(
            (entry) =>
              entry === chosen || (entry.member === chosen.member && chosen.failure?.passing && (entry.failure ?? chosen.failure).passing)
          )
          .forEach((entry, index) => kept.put({ ...entry, ...newPrice(entry), ...agreed, failure: null, queued: now + index }))
      )
      kick()
    },
    discard(clientId) {
      if (kept.find(clientId)?.failure) change(() => kept.remove(clientId))
    },
    settle(clientIds) {
      kept.removeOnceRead(clientIds)
      const known = clientIds.filter((clientId) => kept.find(clientId))
      if (known.length > 0) change(() => known.forEach(kept.remove))
    },
    connectionChanged() {
      if (!setting.online()) return kept.update()
      wake()
      void kept.refresh().then(() => {
        resume()
        kick()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** The picture's own error says more than the general one. */
function reasonOf({ code, error }: ApiError): Omit<NonNullable<PendingMessage['failure']>, 'passing'> {
  const picture = error.fields?.find(({ field }) => field === 'photo')
  return picture ? { code, message_key: picture.message_key, params: picture.params } : { code, params: error.params }
}

/** The member has read the new price, and tries again. */
function newPrice({ failure }: PendingMessage): Pick<PendingMessage, 'credits'> | undefined {
  return failure?.code === 'message_price_changed' ? { credits: Number(failure.params?.credits) } : undefined
}
