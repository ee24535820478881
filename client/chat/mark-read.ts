import type { QueryClient } from '@tanstack/react-query'
import { write } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'
import { moveCounter } from '../session/counters.ts'
import { listedChat } from './listed-chat.ts'

/**
 * The member has seen a conversation up to `position`: its unread count is 0 at once, here and on the server. After a failure, the next message or
 * visit tries again; the polled list corrects the count.
 */
export async function markRead(queryClient: QueryClient, conversationId: string, position: number): Promise<void> {
  const [counter, list] = [queryOf('getUser').queryKey, queryOf('listChats').queryKey]
  // An answer in flight would bring the old count back.
  for (const queryKey of [counter, list]) if (queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
  setUnread(queryClient, conversationId, 0)
  const asked = listedChat(queryClient, conversationId)
  const answer = await write('readChat', { conversation: conversationId, position }).catch(() => null)
  // A message that has come meanwhile is not in the count of the answer: without it, it would never be read.
  if (answer && asked && listedChat(queryClient, conversationId) === asked)
    setUnread(queryClient, conversationId, answer.num_unread_messages)
  else for (const queryKey of asked ? [counter, list] : [counter]) void queryClient.invalidateQueries({ queryKey })
}

function setUnread(queryClient: QueryClient, conversationId: string, unread: number): void {
  const key = queryOf('listChats').queryKey
  const list = queryClient.getQueryData(key)
  const entry = listedChat(queryClient, conversationId)
  if (!list || !entry) return
  const more = unread - entry.num_unread_messages
  if (more === 0) return
  queryClient.setQueryData(key, () => ({
    ...list,
    chats: list.chats.map((chat) => (chat === entry ? { ...chat, num_unread_messages: unread } : chat)),
    total_unread: Math.max(0, list.total_unread + more)
  }))
  moveCounter(queryClient, 'num_unread_messages', more)
}
