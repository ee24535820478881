import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import type { ChatListEntry, Conversation, Message } from '../../shared/api/chats.ts'
import { EventData, type EventPayload, type EventType } from '../../shared/api/events.ts'
import type { Contract, EntryName } from '../../shared/api/contract.ts'
import type { EntryOutput } from '../../shared/api/entry.ts'
import { POLLED_QUERIES } from '../../shared/routes/queries.ts'
import { ask, keyOf } from '../api/questions.ts'
import { moveCounters } from '../session/counters.ts'
import { leavesGap, markReadUpTo, mergeMessages } from './merge-messages.ts'

type ChatList = EntryOutput<Contract['listChats']>

export const EVENT_TYPES = Object.keys(EventData) as EventType[]

/**
 * Puts a live event into what the page knows. `data` is the event's text; one that does not read as the contract says (a newer
 * server) leads to asking everything again.
 */
export function applyEvent(queryClient: QueryClient, type: EventType, data: string): void {
  const parsed = v.safeParse(EventData[type], parseJson(data))
  if (!parsed.success) return resync(queryClient)
  APPLY[type](queryClient, parsed.output as never)
}

/** Events may have been missed: ask again what the navigation shows and the page that is open. */
export function resync(queryClient: QueryClient): void {
  for (const question of POLLED_QUERIES) void queryClient.invalidateQueries({ queryKey: keyOf(question) })
  for (const entry of [...CHANGED.members, ...CHANGED.profile, ...CHANGED.notifications])
    void queryClient.invalidateQueries({ queryKey: [entry] })
}

/** What is refetched when a part changed. */
const CHANGED: Record<EventPayload<'changed'>['what'][number], readonly EntryName[]> = {
  user: ['getUser'],
  // A block is announced as a change of the chats: nobody but its maker may know what it was.
  chats: ['getUser', 'listChats', 'listBlocked'],
  likes: ['getUser', 'listLikes'],
  photos: ['listPhotos'],
  members: ['getMember', 'getChat'],
  profile: ['getProfile'],
  notifications: ['getNotifications']
}

const APPLY: { [T in EventType]: (queryClient: QueryClient, payload: EventPayload<T>) => void } = {
  message(queryClient, payload) {
    takeMessage(queryClient, payload)
  },
  like(queryClient, { profile_id }) {
    for (const entry of CHANGED.likes) void queryClient.invalidateQueries({ queryKey: [entry] })
    void queryClient.invalidateQueries({ queryKey: keyOf({ entry: 'getMember', query: { id: profile_id } }) })
  },
  read(queryClient, { conversation_id, position }) {
    for (const [key, chat] of chatsOf(queryClient, conversation_id)) {
      const messages = markReadUpTo(chat.messages, position)
      if (messages !== chat.messages) queryClient.setQueryData(key, { ...chat, messages })
    }
  },
  changed(queryClient, { what }) {
    for (const part of what) for (const entry of CHANGED[part]) void queryClient.invalidateQueries({ queryKey: [entry] })
  }
}

/** A message that came by whatever way: shown in its conversation, and its conversation first in the list. */
export function takeMessage(queryClient: QueryClient, { conversation_id, profile_id, message }: EventPayload<'message'>): void {
  for (const [key, chat] of chatsOf(queryClient, conversation_id, profile_id)) {
    if (leavesGap(chat.messages, message.position)) void queryClient.invalidateQueries({ queryKey: key })
    else queryClient.setQueryData(key, { ...chat, conversation_id, messages: mergeMessages(chat.messages, [message]) })
  }
  const key = ask('listChats').queryKey
  const list = queryClient.getQueryData(key)
  const entry = list?.chats.find((chat) => chat.conversation_id === conversation_id)
  if (!list || !entry) {
    for (const asked of CHANGED.chats) void queryClient.invalidateQueries({ queryKey: [asked] })
    return
  }
  const changed = listWith(list, entry, message)
  queryClient.setQueryData(key, changed)
  moveCounters(queryClient, { unread: changed.total_unread - list.total_unread })
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
