import { mutationOptions, useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Conversation } from '../../../shared/api/chats.ts'
import { asApiError } from '../../api/api-error.ts'
import { write } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { listedChat } from '../../chat/listed-chat.ts'
import { forgetConversation } from '../../live/known-conversations.ts'
import { moveCounter } from '../../session/counters.ts'
import { useMessage, useT } from '../../site/site.tsx'
import { showToast } from '../../state/toasts.ts'

const KEY = ['deleteChat']

/**
 * Deletes a conversation for the member: out of the list at once, then on the server. If that fails, an alert says why and the list is refetched
 * (docs/requirements.tsv).
 * @param tell shows the message of an error
 * @param done says that it is deleted
 */
export function deletingChat(queryClient: QueryClient, tell: (error: unknown) => void, done: () => void) {
  return mutationOptions({
    mutationKey: KEY,
    mutationFn: (conversation: string) => write('deleteChat', { conversation }),
    onMutate: (conversation) => takeOut(queryClient, conversation),
    onSuccess: (answer, conversation) => {
      if (answer) done()
      forgetConversation(queryClient, conversation)
      queryClient.removeQueries({
        queryKey: ['getChat'],
        predicate: ({ state }) => (state.data as Conversation | null | undefined)?.conversation_id === conversation
      })
    },
    onError: tell,
    onSettled: () =>
      Promise.all(
        [queryOf('getUser'), queryOf('listChats')].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey: [queryKey[0]] }))
      )
  })
}

function takeOut(queryClient: QueryClient, conversation: string): void {
  const key = queryOf('listChats').queryKey
  const list = queryClient.getQueryData(key)
  const entry = listedChat(queryClient, conversation)
  if (!list || !entry) return
  queryClient.setQueryData(key, () => ({
    ...list,
    chats: list.chats.filter((chat) => chat !== entry),
    total: list.total - 1,
    total_unread: Math.max(0, list.total_unread - entry.num_unread_messages)
  }))
  moveCounter(queryClient, 'num_unread_messages', -entry.num_unread_messages)
}

export function useDeleteChat() {
  const queryClient = useQueryClient()
  const t = useT()
  const message = useMessage()
  return useMutation(
    deletingChat(
      queryClient,
      (failure) => {
        const { error } = asApiError(failure)
        window.alert(message(error.message_key, error.params))
      },
      () => showToast({ text: t('chat-list.deleted') })
    )
  )
}

/** Conversations that are being deleted, so that a list fetched meanwhile doesn't bring them back. */
export function useBeingDeleted(): ReadonlySet<string> {
  return new Set(
    useMutationState({ filters: { mutationKey: KEY, status: 'pending' }, select: (mutation) => mutation.state.variables as string })
  )
}
