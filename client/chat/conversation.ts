import type { Conversation, Message } from '../../shared/api/chats.ts'
import { hasGap, isAttached, markReadUpTo, mergeMessages } from '../live/merge-messages.ts'
import { withChange, type KnownConversation, type MessageChange } from '../live/known-conversations.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { PendingMessage } from '../outbox/pending-message.ts'

/** received: from the other side · sending, waiting (for a connection), sent, read, failed: own ones. */
export type BubbleState = 'received' | 'sending' | 'waiting' | 'sent' | 'read' | 'failed'

export interface Bubble {
  /** Public id of the message; null until the server has it. */
  id: string | null
  /** Stays the same when the server's message replaces the pending one. */
  key: string
  mine: boolean
  content: Message['content']
  /** The picture of a photo that the server doesn't have yet. */
  file?: Blob | undefined
  /** Who wrote it in the name of a fictional profile. */
  author?: Message['author']
  /** Position of the message that it answers. */
  replyTo: number | null
  heart: boolean
  /** ISO. */
  at: string
  /** Null until the server has the message. */
  position: number | null
  state: BubbleState
  failure: PendingMessage['failure']
}

export interface ConversationSnapshot {
  /** Null until the first message is sent. */
  conversationId: string | null
  /** Loaded by scrolling up; they come before `bubbles`. */
  earlier: readonly Bubble[]
  bubbles: readonly Bubble[]
  hasMore: boolean
  loading: 'idle' | 'earlier' | 'failed'
  /** Position of the newest message that the server has, 0 while there is none. */
  newest: number
  /** Messages before the newest ones are missing: the answer has to be fetched again. */
  hasGap: boolean
  /** Position of the newest message of the other side, 0 while there is none. */
  newestReceived: number
}

export interface ConversationEngine extends KnownConversation {
  getSnapshot: () => ConversationSnapshot
  /** The answer that the page was rendered with. */
  getServerSnapshot: () => ConversationSnapshot
  subscribe: (listener: () => void) => () => void
  /** Merges the server's answer with the newest messages. */
  take: (answer: Conversation) => void
  /** Shows a message changed before the server knows; returns a function that undoes it, unless the message has changed again since. */
  preview: (position: number, changed: MessageChange) => () => void
  /**
   * Shows and settles the pending messages of an outbox; a sent message arrives through `receive`, like any other. Returns a function that
   * disconnects it.
   */
  connect: (outbox: Outbox) => () => void
  /** Loads earlier messages, or waits for the load in progress. Resolves also if it failed. */
  loadEarlier: () => Promise<void>
}

export interface ConversationSetting {
  /** Public id of the other member, null when they have left. */
  member: string | null
  first: Conversation
  /** The messages before a position; null when the session has ended. */
  askEarlier: (conversationId: string, before: number) => Promise<Conversation | null>
}

/**
 * One conversation as it is shown: the server's messages by position, then pending ones. A message that comes back from the server (as the answer, as
 * a live event or with a list, in any order) replaces its pending bubble.
 */
export function createConversation({ member, first, askEarlier }: ConversationSetting): ConversationEngine {
  const listeners = new Set<() => void>()
  let conversationId = first.conversation_id
  let messages: readonly Message[] = mergeMessages([], first.messages)
  let hasMore = first.has_more
  let loading: ConversationSnapshot['loading'] = 'idle'
  /** The load of earlier messages in progress. */
  let underWay: Promise<void> | null = null
  /** Messages before this position were loaded by scrolling up. */
  let boundary = messages[0]?.position ?? 0
  let outbox: Outbox | null = null
  /** The server's last answer that was merged. */
  let taken = first
  let snapshot = show()
  const serverSnapshot = snapshot

  function show(): ConversationSnapshot {
    const pending = member && outbox ? outbox.pending(member) : []
    const online = outbox?.online() ?? true
    return {
      conversationId,
      earlier: messages.filter((message) => message.position < boundary).map(bubbleOf),
      bubbles: [
        ...messages.filter((message) => message.position >= boundary).map(bubbleOf),
        ...pending.map((entry) => pendingBubble(entry, online))
      ],
      hasMore,
      loading,
      newest: messages.at(-1)?.position ?? 0,
      hasGap: hasGap(messages),
      newestReceived: messages.findLast((message) => !message.mine)?.position ?? 0
    }
  }

  function update(): void {
    snapshot = show()
    for (const listener of listeners) listener()
  }

  /** A message that the server has is no longer pending and needn't be sent again, even if the answer got lost. */
  function settleEchoes(added: readonly Message[]): void {
    outbox?.settle(added.flatMap((message) => (message.mine && message.client_id ? [message.client_id] : [])))
  }

  async function loadBefore(conversation: string, before: number): Promise<void> {
    loading = 'earlier'
    update()
    try {
      const answer = await askEarlier(conversation, before)
      if (answer) {
        messages = mergeMessages(messages, answer.messages)
        hasMore = answer.has_more
      }
      loading = 'idle'
    } catch {
      loading = 'failed'
    }
    underWay = null
    update()
  }

  const engine: ConversationEngine = {
    getSnapshot: () => snapshot,
    getServerSnapshot: () => serverSnapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Too much may have happened since the last answer: then only the newest messages are shown, and scrolling up loads the rest.
    take(answer) {
      // An older answer that is still cached when the page shows the conversation again.
      if (answer === taken) return
      const isDeleted = answer.conversation_id === null && taken.conversation_id !== null
      taken = answer
      if (isDeleted) [conversationId, messages] = [null, []]
      const before = messages[0]?.position
      const start = answer.messages[0]?.position
      const attached = start === undefined || isAttached(messages, start)
      messages = mergeMessages(attached ? messages : messages.filter((message) => message.position >= start), answer.messages)
      // Messages older than all that the server has were deleted.
      if (start !== undefined && !answer.has_more) messages = messages.filter((message) => message.position >= start)
      conversationId = answer.conversation_id ?? conversationId
      if (!attached || (before === undefined && start !== undefined)) boundary = start
      if (!attached || before === undefined || (start !== undefined && start <= before)) hasMore = answer.has_more
      settleEchoes(answer.messages)
      update()
    },
    isOf: (id, profile) =>
      conversationId === null || id === null ? typeof profile === 'string' && profile === member : conversationId === id,
    receive(id, message) {
      conversationId = id
      messages = mergeMessages(messages, [message])
      settleEchoes([message])
      update()
    },
    preview(position, changed) {
      const find = () => messages.find((message) => message.position === position)
      const before = find()
      // Content of its own, which differs from the same content out of an event.
      engine.change(position, changed.content ? { ...changed, content: { ...changed.content } } : changed)
      const shown = find()
      return () => {
        const now = find()
        // Meanwhile it may have been read, or removed.
        if (before && now?.content === shown?.content && now?.heart === shown?.heart)
          engine.change(position, { content: before.content, heart: before.heart })
      }
    },
    change(position, changed) {
      messages = messages.map((message) => (message.position === position ? withChange(message, changed) : message))
      update()
    },
    readUpTo(position, mine) {
      messages = markReadUpTo(messages, position, mine)
      update()
    },
    connect(connected) {
      outbox = connected
      settleEchoes(messages)
      const leave = connected.subscribe(update)
      update()
      return () => {
        outbox = null
        leave()
      }
    },
    async loadEarlier() {
      const before = messages[0]?.position
      if (!underWay && hasMore && conversationId && before !== undefined) underWay = loadBefore(conversationId, before)
      await underWay
    }
  }
  return engine
}

function bubbleOf(message: Message): Bubble {
  return {
    id: message.id,
    key: message.client_id ?? message.id,
    mine: message.mine,
    content: message.content,
    ...(message.author && { author: message.author }),
    replyTo: message.reply_to,
    heart: message.heart,
    at: message.at,
    position: message.position,
    state: message.mine ? (message.read ? 'read' : 'sent') : 'received',
    failure: null
  }
}

function pendingBubble(entry: PendingMessage, online: boolean): Bubble {
  return {
    id: null,
    key: entry.clientId,
    mine: true,
    content: entry.content,
    file: entry.file,
    replyTo: entry.replyTo ?? null,
    heart: false,
    at: entry.at,
    position: null,
    state: entry.failure ? 'failed' : online ? 'sending' : 'waiting',
    failure: entry.failure
  }
}
