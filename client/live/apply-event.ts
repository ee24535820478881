import type { Query, QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ChatListEntry, Conversation, Message } from '../../shared/api/chats.ts'
import type { LastContent } from '../../shared/api/message.ts'
import { EVENTS, type EventPayload, type EventType } from '../../shared/api/events.ts'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../api/queries.ts'
import { FOUND, setFound } from '../members/liked.ts'
import { moveCounter } from '../session/counters.ts'
import { startedTyping, stoppedTyping } from '../state/typing.ts'
import { knownConversations, TAKEN_BACK, withChange, type MessageChange } from './known-conversations.ts'

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
  for (const query of EVENTS[type].refetch) {
    const about = ABOUT_A_PROFILE.includes(query) && 'profile_id' in payload ? { id: payload.profile_id } : {}
    void queryClient.invalidateQueries({ queryKey: [query, about] })
  }
}

/** Answers about one member, who is in the query. */
const ABOUT_A_PROFILE: readonly EndpointName[] = ['getMember', 'getLike']

/** How events are applied directly from their payload, without a request. */
const PATCHES: { [T in EventType]?: (queryClient: QueryClient, payload: EventPayload<T>) => void } = {
  message: takeMessage,
  read: (queryClient, { conversation_id, position }) => markRead(queryClient, conversation_id, position, true),
  heart: (queryClient, { conversation_id, position, heart }) => change(queryClient, conversation_id, position, { heart }),
  message_taken_back: (queryClient, { conversation_id, position }) => change(queryClient, conversation_id, position, TAKEN_BACK),
  photo_shown: (queryClient, { conversation_id, position }) => change(queryClient, conversation_id, position, { photo: 'shown' }),
  typing: (_, { conversation_id }) => startedTyping(conversation_id),
  chat_seen: (queryClient, { conversation_id, position }) => markRead(queryClient, conversation_id, position, false),
  match: (queryClient, { profile_id }) => takeLike(queryClient, profile_id, { match: true }),
  likes_changed: (queryClient, { profile_id, ...now }) => takeLike(queryClient, profile_id, now),
  credits_changed: takeCredits
}

function change(queryClient: QueryClient, conversation: string, position: number, changed: MessageChange): void {
  for (const known of knownConversations(queryClient)) if (known.isOf(conversation)) known.change(position, changed)
  changeAnswers(queryClient, conversation, position, changed)
}

/** Repeats requests in progress: their answers may be older than the event, and would undo it. */
function repeat(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  void queryClient.invalidateQueries({ queryKey, fetchStatus: 'fetching', refetchType: 'all' })
}

/** A page that shows the conversation again begins with its cached answer. */
function changeAnswers(queryClient: QueryClient, conversation: string, position: number, changed: MessageChange): void {
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['getChat'] })
  for (const { queryKey, state } of queries as Query<Conversation | null>[]) {
    const { data, dataUpdatedAt: updatedAt } = state
    if (data && data.conversation_id !== conversation) continue
    const messages = data?.messages.map((message) => (message.position === position ? withChange(message, changed) : message))
    if (data && messages) queryClient.setQueryData(queryKey, { ...data, messages }, { updatedAt })
    repeat(queryClient, queryKey)
  }
}

function markRead(queryClient: QueryClient, conversation: string, position: number, mine: boolean): void {
  for (const known of knownConversations(queryClient)) if (known.isOf(conversation)) known.readUpTo(position, mine)
}

/** A message from any source: shown in its conversation, which moves to the top of the list. */
export function takeMessage(queryClient: QueryClient, { conversation_id, profile_id, message }: EventPayload<'message'>): void {
  if (message.mine) dropDrafts(queryClient)
  else stoppedTyping(conversation_id)
  for (const known of knownConversations(queryClient)) if (known.isOf(conversation_id, profile_id)) known.receive(conversation_id, message)
  forgetUnbegun(queryClient, profile_id)
  const key = queryOf('listChats').queryKey
  const list = queryClient.getQueryData(key)
  const entry = list?.chats.find((chat) => chat.conversation_id === conversation_id)
  if (!list || !entry || hasCrossed(message, entry)) {
    for (const asked of ['getUser', 'listChats']) void queryClient.invalidateQueries({ queryKey: [asked] })
    return
  }
  const changed = listWith(list, entry, message)
  if (changed === list) return
  queryClient.setQueryData(key, changed)
  moveCounter(queryClient, 'num_unread_messages', changed.total_unread - list.total_unread)
  for (const asked of ['getUser', 'listChats']) repeat(queryClient, [asked])
}

/** A cached answer from before the conversation began looks as if it had been deleted since. */
function forgetUnbegun(queryClient: QueryClient, profile: string): void {
  queryClient.removeQueries({
    queryKey: ['getChat'],
    type: 'inactive',
    predicate: ({ state }) => {
      const chat = state.data as Conversation | null | undefined
      return chat?.conversation_id === null && chat.profile?.id === profile
    }
  })
}

/** The message from the sign-up waits in composers until the member sends anything to anyone. */
function dropDrafts(queryClient: QueryClient): void {
  queryClient.setQueriesData<Conversation | null>({ queryKey: ['getChat'] }, (chat) => (chat?.draft ? { ...chat, draft: null } : chat))
}

/** Did the list get later messages of the member's own first? Then it is unknown whether this message is counted there. */
function hasCrossed(message: Message, { last_message: last }: ChatListEntry): boolean {
  return !message.mine && last !== null && last.mine && message.position < last.position
}

function listWith(list: ChatList, entry: ChatListEntry, message: Message): ChatList {
  // An event that comes twice, or after the list had it, counts once.
  if (entry.last_message && message.position <= entry.last_message.position) return list
  const unread = message.mine ? 0 : 1
  const changed = {
    ...entry,
    num_unread_messages: entry.num_unread_messages + unread,
    last_message: {
      position: message.position,
      content: lastOf(message.content),
      ...(message.author && { author: message.author }),
      at: message.at,
      mine: message.mine
    }
  }
  return { ...list, chats: [changed, ...list.chats.filter((chat) => chat !== entry)], total_unread: list.total_unread + unread }
}

function lastOf(content: Message['content']): LastContent {
  return content.type === 'photo' ? { type: 'photo' } : content
}

function takeCredits(queryClient: QueryClient, { credits }: EventPayload<'credits_changed'>): void {
  const { queryKey } = queryOf('getUser')
  queryClient.setQueryData(queryKey, (answer) => answer && { ...answer, user: { ...answer.user, credits } })
  repeat(queryClient, queryKey)
}

function takeLike(queryClient: QueryClient, profile: string, now: Parameters<typeof setFound>[2]): void {
  setFound(queryClient, profile, now)
  for (const endpoint of FOUND) repeat(queryClient, [endpoint])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
