import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../api/queries.ts'

const LIST = queryOf('listChats')

/** The conversation's row in the list, if the page has it; the object changes with the row. */
export function listedChat(queryClient: QueryClient, conversationId: string | null) {
  return rowIn(queryClient.getQueryData(LIST.queryKey), conversationId)
}

/** The same, rendered again with each change of the list. */
export function useListedChat(conversationId: string | null) {
  return rowIn(useQuery(LIST).data, conversationId)
}

const rowIn = (list: EndpointOutput<Contract['listChats']> | null | undefined, conversationId: string | null) =>
  list?.chats.find((chat) => chat.conversation_id === conversationId)
