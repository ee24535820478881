import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ChatListEntry, Conversation, Message } from '../../shared/api/chats.ts'
import { EVENTS, type EventPayload, type EventType } from '../../shared/api/events.ts'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../api/queries.ts'
import { moveCounter } from '../session/counters.ts'
import { leavesGap, markReadUpTo, mergeMessages } from './merge-messages.ts'

type ChatList = EndpointOutput<Contract['listChats']>

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[]

/**
 * Applies a live event to the page's cache. `data` is the event's text; one that doesn't match the contract (from a newer server) refetches
 * everything.
 */
export function applyEvent(queryClient: QueryClient, type: EventType, data: string): void {
  const parsed = v.safeParse<v.GenericSchema<unknown, object>>(EVENTS[type].data, parseJson(data))
  if (!parsed.success) return resync(queryClient)
  const patch = PATCHES[type] as ((queryClient: QueryClient, payload: object) => void) | undefined
  patch?.(queryClient, parsed.output)
  refetch(queryClient, type, parsed.output)
}

/** Events may have been missed: refetches all that any event could have changed. */
export function resync(queryClient: QueryClient): void {
  refetch(queryClient, 'everything_changed', {})
}

function refetch(queryClient: QueryClient, type: EventType, payload: object): void {
  for (const entry of EVENTS[type].refetch) {
    const about = ABOUT_A_PROFILE.includes(entry) && 'profile_id' in payload ? { id: payload.profile_id } : {}
    void queryClient.invalidateQueries({ queryKey: [entry, about] })
  }
}

/** Answers about one member, who is in the query. */
const ABOUT_A_PROFILE: readonly EndpointName[] = ['getMember', 'getLike']

/** How events are applied directly from their payload, without a request. */
const PATCHES: { [T in EventType]?: (queryClient: QueryClient, payload: EventPayload<T>) => void } = {
  message: takeMessage,
  read: (queryClient, { conversation_id, position }) => markRead(queryClient, conversation_id, position, true),
  chat_seen: (queryClient, { conversation_id, position }) => markRead(queryClient, conversation_id, position, false)
}

function markRead(queryClient: QueryClient, conversation: string, position: number, mine: boolean): void {
  for (const [key, chat] of chatsOf(queryClient, conversation)) {
    const messages = markReadUpTo(chat.messages, position, mine)
    if (messages !== chat.messages) queryClient.setQueryData(key, { ...chat, messages })
  }
}

/** A message from any source: shown in its conversation, which moves to the top of the list. */
export function takeMessage(queryClient: QueryClient, { conversation_id, profile_id, message }: EventPayload<'message'>): void {
  if (message.mine) dropDrafts(queryClient)
  for (const [key, chat] of chatsOf(queryClient, conversation_id, profile_id)) {
    if (leavesGap(chat.messages, message.position)) void queryClient.invalidateQueries({ queryKey: key })
    else queryClient.setQueryData(key, { ...chat, conversation_id, messages: mergeMessages(chat.messages, [message]) })
  }
  const key = queryOf('listChats').queryKey
  const list = queryClient.getQueryData(key)
  const entry = list?.chats.find((chat) => chat.conversation_id === conversation_id)
  if (!list || !entry) {
    for (const asked of ['getUser', 'listChats']) void queryClient.invalidateQueries({ queryKey: [asked] })
    return
  }
  const changed = listWith(list, entry, message)
  queryClient.setQueryData(key, changed)
  moveCounter(queryClient, 'num_unread_messages', changed.total_unread - list.total_unread)
}

/** The message from the sign-up waits in composers until anything is sent, to whomever. */
function dropDrafts(queryClient: QueryClient): void {
  queryClient.setQueriesData<Conversation | null>({ queryKey: ['getChat'] }, (chat) => (chat?.draft ? { ...chat, draft: null } : chat))
}

function listWith(list: ChatList, entry: ChatListEntry, message: Message): ChatList {
  // An event that comes twice, or after the list had it, counts once.
  if (entry.last_message && Date.parse(message.at) <= Date.parse(entry.last_message.at)) return list
  const unread = message.mine ? 0 : 1
  const changed = {
    ...entry,
    num_unread_messages: entry.num_unread_messages + unread,
    last_message: { text: message.text, at: message.at, mine: message.mine }
  }
  return { ...list, chats: [changed, ...list.chats.filter((chat) => chat !== entry)], total_unread: list.total_unread + unread }
}

/** Cached conversations by their id or, before there is one, by the other member. */
function chatsOf(queryClient: QueryClient, conversationId: string, profileId?: string): [QueryKey, Conversation][] {
  return queryClient.getQueriesData<Conversation | null>({ queryKey: ['getChat'] }).flatMap(([key, chat]) => {
    const asked = key[1] as Record<string, string> | undefined
    const same = chat?.conversation_id === conversationId || (profileId !== undefined && asked?.member === profileId)
    return chat && same ? [[key, chat] as [QueryKey, Conversation]] : []
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
