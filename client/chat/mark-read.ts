import type { QueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { moveCounter } from '../session/counters.ts'

/**
 * The member has seen a conversation up to `position`: its unread count is 0 at once, here and on the server. After a failure, the next message or
 * visit tries again; the polled list corrects the count.
 */
export async function markRead(queryClient: QueryClient, conversationId: string, position: number): Promise<void> {
  const counted = [queryOf('getUser').queryKey, queryOf('listChats').queryKey]
  // An answer in flight would bring the old count back.
  for (const queryKey of counted) if (queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
  const isListed = setUnread(queryClient, conversationId, 0)
  try {
    const answer = await write('readChat', { conversation: conversationId, position })
    if (answer && isListed) setUnread(queryClient, conversationId, answer.num_unread_messages)
    else void queryClient.invalidateQueries({ queryKey: counted[0]! })
  } catch {
    for (const queryKey of counted) void queryClient.invalidateQueries({ queryKey })
  }
}

/** False if the conversation is in none of the page's lists: then the old count is unknown here. */
function setUnread(queryClient: QueryClient, conversationId: string, unread: number): boolean {
  const key = queryOf('listChats').queryKey
  const list = queryClient.getQueryData(key)
  const entry = list?.chats.find((chat) => chat.conversation_id === conversationId)
  if (!list || !entry) return false
  const more = unread - entry.num_unread_messages
  if (more === 0) return true
  queryClient.setQueryData(key, () => ({
    ...list,
    chats: list.chats.map((chat) => (chat === entry ? { ...chat, num_unread_messages: unread } : chat)),
    total_unread: Math.max(0, list.total_unread + more)
  }))
  moveCounter(queryClient, 'num_unread_messages', more)
  return true
}
