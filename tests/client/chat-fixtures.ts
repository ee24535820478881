import type { ChatListEntry, Conversation, Message } from '../../shared/api/chats.ts'
import type { MemberCard } from '../../shared/api/members.ts'
import { ApiError } from '../../client/api/api-error.ts'
import { errorBody, ERROR_STATUS, type ErrorCode } from '../../shared/api/errors.ts'
import { wordsOf } from '../../client/chat/message-parts.ts'
import type { OutboxStore } from '../../client/outbox/keep-messages.ts'
import { createOutbox, type OutboxSetting } from '../../client/outbox/outbox.ts'
import type { PendingMessage, Sent } from '../../client/outbox/pending-message.ts'

/** Public id made of a short name. */
export const id = (name: string) => name.padEnd(22, '0')

export const ANNA = id('anna')
export const CHAT = id('chat')
const DAY = '2026-11-20'

export function card(name: string, more: Partial<MemberCard> = {}): MemberCard {
  return {
    id: id(name),
    name,
    age: 34,
    gender: 'woman',
    country: 'NL',
    region: 'NL-UT',
    region_name: null,
    main_image: null,
    fictional: false,
    online: 'no',
    liked: false,
    ...more
  }
}

/** A conversation's row in the list of chats. */
export function chatListEntry(name: string, more: Partial<ChatListEntry> = {}): ChatListEntry {
  return {
    conversation_id: id(`chat-${name}`),
    profile_id: id(name),
    profile: card(name),
    num_unread_messages: 0,
    muted: false,
    last_message: { position: 1, content: { type: 'text', text: `from ${name}` }, at: `${DAY}T10:00:00.000Z`, mine: false },
    ...more
  }
}

/** A message of the other side; `text` makes it one with these words. */
export function message(position: number, { text = `message ${position}`, ...more }: Partial<Message> & { text?: string } = {}): Message {
  const at = `${DAY}T10:${String(Math.floor(position / 60)).padStart(2, '0')}:${String(position % 60).padStart(2, '0')}.000Z`
  return {
    id: id(`m${position}`),
    position,
    mine: false,
    content: { type: 'text', text },
    reply_to: null,
    heart: false,
    at,
    client_id: null,
    read: false,
    ...more
  }
}

export function conversation(messages: Message[], more: Partial<Conversation> = {}): Conversation {
  return {
    conversation_id: messages.length > 0 ? CHAT : null,
    profile: card('anna'),
    messages,
    has_more: false,
    muted: false,
    write_block: null,
    cost: { credits: 2, reason: 'paid', free_left: 0 },
    confirms_fictional: false,
    own_mail_unconfirmed: false,
    accepts_gifts: true,
    accepts_photos: true,
    can_take_back: true,
    message_length: 1000,
    history_months: 12,
    draft: null,
    ...more
  }
}

export const refused = (code: ErrorCode) => new ApiError(ERROR_STATUS[code], errorBody(code).error)
export const noAnswer = () => new ApiError(0, errorBody('unavailable').error)

/** Lets everything that is ready run: all promises, and timers without delay. */
export const settle = () => new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve)))

/** The storage, lock and channel that the tabs of one browser share. */
export function browser() {
  const kept = new Map<string, PendingMessage>()
  const store: OutboxStore = {
    all: async () => [...kept.values()],
    put: async (message) => void kept.set(message.clientId, structuredClone(message)),
    delete: async (clientId) => void kept.delete(clientId)
  }
  let turn: Promise<void> = Promise.resolve()
  const tabs = new Set<(note: never) => void>()
  return {
    kept,
    store,
    exclusively: (work: () => Promise<void>) => {
      turn = turn.then(work)
      return turn
    },
    connect: (listener: (note: never) => void) => {
      tabs.add(listener)
      return (note: unknown) => {
        for (const tab of tabs) if (tab !== listener) tab(structuredClone(note) as never)
      }
    }
  }
}

/** The server's side of sending: stores each key once, in order, and can be made to answer differently. */
export function server() {
  const stored: Message[] = []
  const script: ((entry: PendingMessage) => Sent | false | Error | Promise<Sent>)[] = []
  const attempts: string[] = []
  const accept = (entry: PendingMessage): Sent => {
    const known = stored.find((other) => other.client_id === entry.clientId)
    if (known) return { conversation_id: CHAT, message: known }
    const position = stored.length + 1
    const made = message(position, { id: id(`s${position}`), mine: true, content: entry.content, client_id: entry.clientId })
    stored.push(made)
    return { conversation_id: CHAT, message: made }
  }
  return {
    stored,
    attempts,
    accept,
    /** How the next attempts are answered instead of being accepted. */
    next: (...answers: (typeof script)[number][]) => void script.push(...answers),
    send: async (entry: PendingMessage): Promise<Sent | false> => {
      attempts.push(wordsOf(entry.content) || entry.content.type)
      const answer = (script.shift() ?? accept)(entry)
      if (answer instanceof Error) throw answer
      return answer
    }
  }
}

export interface Line {
  online: boolean
  now: number
  waits: number[]
}

/** A tab's outbox in a browser, with a connection that can be cut. */
export function tab(
  shared: ReturnType<typeof browser>,
  to: ReturnType<typeof server>,
  line: Line = { online: true, now: Date.parse(`${DAY}T09:00:00Z`), waits: [] },
  {
    wait = async () => {},
    onSent = () => {},
    exclusively = shared.exclusively
  }: Partial<Pick<OutboxSetting, 'wait' | 'onSent' | 'exclusively'>> = {}
) {
  const outbox = createOutbox({
    store: shared.store,
    exclusively,
    connect: shared.connect,
    send: to.send,
    onSent,
    online: () => line.online,
    wait: (ms) => {
      line.waits.push(ms)
      return wait(ms)
    },
    now: () => line.now
  })
  let count = 0
  const add = (written: Pick<PendingMessage, 'content' | 'file' | 'credits'>, member = ANNA) => {
    const clientId = `key-${++count}-${wordsOf(written.content)}`
    void outbox.add({ ...written, clientId, member, at: new Date(line.now).toISOString() })
    return clientId
  }
  const write = (text: string) => add({ content: { type: 'text', text } })
  return { outbox, line, add, write }
}
