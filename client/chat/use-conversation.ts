import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Conversation } from '../../shared/api/chats.ts'
import { attempt } from '../api/call.ts'
import { knownConversations } from '../live/known-conversations.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { createConversation, type ConversationEngine, type ConversationSnapshot } from './conversation.ts'
import { listedChat, useListedChat } from './listed-chat.ts'

export interface OpenConversation {
  engine: ConversationEngine
  snapshot: ConversationSnapshot
  /** Null until the page knows who is writing. */
  outbox: Outbox | null
}

/** The engine of the conversation on this page, connected to its query and to the outbox. */
export function useConversation(chat: Conversation): OpenConversation {
  const queryClient = useQueryClient()
  const [engine] = useState(() => conversationOf(queryClient, chat))
  const snapshot = useSyncExternalStore(engine.subscribe, engine.getSnapshot, engine.getServerSnapshot)
  const outbox = useOutbox()

  useLayoutEffect(() => (outbox ? engine.connect(outbox) : undefined), [engine, outbox])
  useLayoutEffect(() => engine.take(chat), [engine, chat])
  return { engine, snapshot, outbox }
}

/** The page's engine of a conversation: the one that has shown it before, so that no live event was missed, or a new one. */
export function conversationOf(queryClient: QueryClient, chat: Conversation): ConversationEngine {
  const member = chat.profile?.id ?? null
  const known = knownConversations(queryClient)
  const before = [...known].find((one) => one.isOf(chat.conversation_id, member))
  if (before) return before as ConversationEngine
  const engine = createConversation({ member, first: chat, askEarlier })
  known.add(engine)
  return engine
}

async function askEarlier(conversation: string, before: number): Promise<Conversation | null> {
  return (await attempt('getChat', { query: { conversation, before: String(before) } })) || null
}

/** Refetches a conversation when live events have left a gap, or the polled list has a newer message than the page. */
export function useFreshness({ conversationId, newest, hasGap }: ConversationSnapshot, refetch: () => void): void {
  const listed = useListedChat(conversationId)?.last_message?.position
  const behind = listed !== undefined && listed > newest
  const askAgain = useEffectEvent(refetch)
  // Once per newer message, not again while the answer is the same.
  useEffect(() => {
    if (behind || hasGap) askAgain()
  }, [behind, hasGap, listed])
}

/** How many messages of a conversation were unread when it was opened. */
export function useUnreadAtFirst(conversationId: string | null): number {
  const queryClient = useQueryClient()
  const [unread] = useState(() => listedChat(queryClient, conversationId)?.num_unread_messages ?? 0)
  return unread
}
