import type { QueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { ask } from '../api/questions.ts'

/**
 * The member has seen a conversation up to `position`: its unread count is 0 at once, here and on the server. A failure is left
 * to the next message or visit; the polled list keeps the truth.
 */
export async function markRead(queryClient: QueryClient, conversationId: string, position: number): Promise<void> {
  const key = ask('listChats').queryKey
  // An answer that is under way would bring the old count back.
  if (queryClient.getQueryData(key)) await queryClient.cancelQueries({ queryKey: key })
  setUnread(queryClient, conversationId, 0)
  try {
    const answer = await write('readChat', { conversation: conversationId, position })
    if (answer) setUnread(queryClient, conversationId, answer.num_unread_messages)
  } catch {
    void queryClient.invalidateQueries({ queryKey: key })
  }
}

function setUnread(queryClient: QueryClient, conversationId: string, unread: number): void {
  queryClient.setQueryData(ask('listChats').queryKey, (list) => {
    const entry = list?.chats.find((chat) => chat.conversation_id === conversationId)
    if (!list || !entry || entry.num_unread_messages === unread) return list
    return {
      ...list,
      chats: list.chats.map((chat) => (chat === entry ? { ...chat, num_unread_messages: unread } : chat)),
      total_unread: Math.max(0, list.total_unread + unread - entry.num_unread_messages)
    }
  })
}
