import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Conversation } from '../../shared/api/chats.ts'
import { attempt } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { createConversation, type ConversationEngine, type ConversationSnapshot } from './conversation.ts'
import { onOutboxOpened, openedOutbox } from './opened-outbox.ts'
import type { Outbox } from './outbox.ts'

export interface OpenConversation {
  engine: ConversationEngine
  snapshot: ConversationSnapshot
  /** Null until the page knows who is writing. */
  outbox: Outbox | null
}

/** The engine of the conversation on this page, connected to its query and to the outbox. */
export function useConversation(chat: Conversation): OpenConversation {
  const member = chat.profile?.id ?? null
  const [engine] = useState(() => createConversation({ member, first: chat, askEarlier }))
  const snapshot = useSyncExternalStore(engine.subscribe, engine.getSnapshot, engine.getServerSnapshot)
  const outbox = useSyncExternalStore(onOutboxOpened, openedOutbox, () => null)

  useLayoutEffect(() => (outbox ? engine.connect(outbox) : undefined), [engine, outbox])
  useLayoutEffect(() => engine.take(chat), [engine, chat])
  return { engine, snapshot, outbox }
}

async function askEarlier(conversation: string, before: number): Promise<Conversation | null> {
  return (await attempt('getChat', { query: { conversation, before: String(before) } })) || null
}

/** Refetches a conversation when the polled list has a newer message than the page: the fallback for live events. */
export function useFreshness(chat: Conversation, refetch: () => void): void {
  const listed = useQuery(queryOf('listChats')).data?.chats.find((entry) => entry.conversation_id === chat.conversation_id)?.last_message
    ?.at
  const newest = chat.messages.at(-1)?.at
  const behind = listed !== undefined && (newest === undefined || Date.parse(listed) > Date.parse(newest))
  const askAgain = useEffectEvent(refetch)
  // Once per newer message, not again while the answer is the same.
  useEffect(() => {
    if (behind) askAgain()
  }, [behind, listed])
}

/** How many messages of a conversation were unread when it was opened. */
export function useUnreadAtFirst(conversationId: string | null): number {
  const queryClient = useQueryClient()
  const [unread] = useState(
    () =>
      queryClient.getQueryData(queryOf('listChats').queryKey)?.chats.find((entry) => entry.conversation_id === conversationId)
        ?.num_unread_messages ?? 0
  )
  return unread
}
