import { OUTBOX_DATABASE, OUTBOX_PREFIX } from '../session/device-keys.ts'
import type { OutboxStore } from './keep-messages.ts'
import type { PendingMessage } from './pending-message.ts'

const TABLE = 'messages'
/** Pages of version 1, which only knew texts, can't open it any more: otherwise one in another tab would send a gift as a text. */
const VERSION = 2

/** An IndexedDB that hasn't opened after this time counts as turned off; a message waits for it before its first attempt. In ms. */
const OPENING_MS = 3000

/**
 * A member's pending messages in IndexedDB, which takes pictures too; another account on this device has its own. Messages that an earlier version of
 * the site left in `localStorage` are read from there until they are sent.
 */
export function outboxStore(user: string): OutboxStore {
  const prefix = `${OUTBOX_PREFIX}${user}:`
  let opened: Promise<IDBDatabase> | null = null

  function database(): Promise<IDBDatabase> {
    if (!opened) {
      const opening = openDatabase(() => (opened = null))
      opened = Promise.race([opening, tooLate()])
      void keepWhenOpen(opening)
    }
    return opened
  }

  /** A database that opens late serves the next message; after an error the next one tries again. */
  async function keepWhenOpen(opening: Promise<IDBDatabase>): Promise<void> {
    try {
      await opening
      opened = opening
    } catch {
      opened = null
    }
  }

  async function table(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    return (await database()).transaction(TABLE, mode).objectStore(TABLE)
  }

  return {
    async all() {
      const earlier = readEarlier(prefix)
      try {
        const rows = await answerOf((await table('readonly')).getAll(IDBKeyRange.bound([user], [user, []])))
        return [...earlier, ...(rows as Earlier[]).map(withContent)]
      } catch (error) {
        if (earlier.length > 0) return earlier
        throw error
      }
    },
    async put(message) {
      const into = await table('readwrite')
      into.put({ ...message, user })
      await committed(into.transaction)
      forgetEarlier(prefix + message.clientId)
    },
    async delete(clientId) {
      forgetEarlier(prefix + clientId)
      const from = await table('readwrite')
      from.delete([user, clientId])
      await committed(from.transaction)
    }
  }
}

/** Rejects where IndexedDB is turned off, as in some private windows. `onClose` is called when another tab has logged out and deletes it. */
function openDatabase(onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(OUTBOX_DATABASE, VERSION)
    request.addEventListener('upgradeneeded', () => {
      const { result } = request
      if (!result.objectStoreNames.contains(TABLE)) result.createObjectStore(TABLE, { keyPath: ['user', 'clientId'] })
    })
    request.addEventListener('error', () => reject(request.error!))
    request.addEventListener('success', () => {
      const database = request.result
      database.addEventListener('versionchange', () => {
        database.close()
        onClose()
      })
      database.addEventListener('close', onClose)
      resolve(database)
    })
  })
}

async function tooLate(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, OPENING_MS))
  throw new Error('IndexedDB does not open')
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not stored')))
  })
}

function readEarlier(prefix: string): PendingMessage[] {
  try {
    return Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith(prefix) ? (parse(value) ?? []) : []))
  } catch {
    // Storage is turned off.
    return []
  }
}

function forgetEarlier(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // The same.
  }
}

/** A message as an earlier version stored it. */
type Earlier = Omit<PendingMessage, 'content'> & { content?: PendingMessage['content']; text?: string }

function withContent({ text = '', content = { type: 'text', text }, ...entry }: Earlier): PendingMessage {
  return { ...entry, content }
}

function parse(stored: string): PendingMessage | null {
  try {
    const entry = JSON.parse(stored) as Partial<Earlier> | null
    const whole =
      typeof entry?.clientId === 'string' &&
      typeof entry.member === 'string' &&
      typeof entry.text === 'string' &&
      typeof entry.queued === 'number'
    return whole ? withContent({ failure: null, at: new Date(entry.queued!).toISOString(), ...entry } as Earlier) : null
  } catch {
    return null
  }
}
