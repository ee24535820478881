import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { wordsOf } from '../../client/chat/message-parts.ts'
import type { ChatListEntry, Message } from '../../shared/api/chats.ts'
import type { Contract, EndpointName } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../../client/api/queries.ts'
import { conversationOf } from '../../client/chat/use-conversation.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { TAKEN_BACK } from '../../client/live/known-conversations.ts'
import { memberAnswers } from './render-page.tsx'
import { ANNA, card, CHAT, conversation, id, message } from './chat-fixtures.ts'

type Answer<N extends EndpointName> = EndpointOutput<Contract[N]>

const NO_LIKES: Answer<'listLikes'> = {
  profiles: [],
  liked_by: [],
  matches: [],
  total_new: 0,
  more: { received: null, given: null, matches: null }
}
const LIST = queryOf('listChats').queryKey
const MEMBER = queryOf('getUser').queryKey
const BY_ID = queryOf('getChat', { conversation: CHAT }).queryKey
const BY_MEMBER = queryOf('getChat', { member: ANNA }).queryKey

function row(name: string, unread: number, last: Message | null): ChatListEntry {
  const profile = card(name)
  return {
    conversation_id: name === 'anna' ? CHAT : id(`chat-${name}`),
    profile_id: profile.id,
    profile,
    num_unread_messages: unread,
    muted: false,
    last_message: last && { position: last.position, content: { type: 'text', text: wordsOf(last.content) }, at: last.at, mine: last.mine }
  }
}

function page(chats = [row('berta', 2, message(5)), row('anna', 1, message(2))]) {
  const queryClient = new QueryClient()
  const answer: Answer<'listChats'> = { chats, total: chats.length, total_unread: 3, page: 1 }
  queryClient.setQueryData(LIST, answer)
  queryClient.setQueryData(BY_ID, conversation([message(1), message(2)]))
  queryClient.setQueryData(BY_MEMBER, conversation([message(1), message(2)]))
  const engine = conversationOf(queryClient, queryClient.getQueryData(BY_ID)!)
  const positions = () => engine.getSnapshot().bubbles.map((bubble) => bubble.position)
  const list = () => queryClient.getQueryData(LIST)!
  queryClient.setQueryData(MEMBER, memberAnswers({ unread: 3 })[0]![1] as Answer<'getUser'>)
  const counted = () => queryClient.getQueryData(MEMBER)!.user.num_unread_messages
  const stale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  return { queryClient, engine, positions, list, counted, stale }
}

const event = (next: Message) => JSON.stringify({ conversation_id: CHAT, profile_id: ANNA, message: next })

test('an answer from before a conversation began is no longer cached once it has: it would look as if it had been deleted', () => {
  const { queryClient } = page([])
  queryClient.setQueryData(BY_MEMBER, conversation([]))
  const others = queryOf('getChat', { member: id('berta') }).queryKey
  queryClient.setQueryData(others, conversation([], { profile: card('berta') }))
  applyEvent(queryClient, 'message', event(message(3)))
  expect([queryClient.getQueryData(BY_MEMBER), queryClient.getQueryData(others)?.profile?.name]).toEqual([undefined, 'berta'])
})

test('a heart that fails doesn’t bring back the words of a message that was taken back meanwhile', () => {
  const { queryClient, engine } = page()
  const undo = engine.preview(2, { heart: true })
  applyEvent(queryClient, 'message_taken_back', JSON.stringify({ conversation_id: CHAT, position: 2 }))
  undo()
  expect(engine.getSnapshot().bubbles[1]).toMatchObject({ heart: false, content: { type: 'text', text: '' } })
})

test('a message that couldn’t be taken back has its words again, is read if it was read meanwhile, and stays removed if it was removed', () => {
  const { queryClient, engine } = page()
  const mine = [3, 4].map((position) => message(position, { mine: true, heart: true }))
  for (const one of mine) applyEvent(queryClient, 'message', event(one))
  const undo = mine.map(({ position }) => engine.preview(position, TAKEN_BACK))
  const shown = () => engine.getSnapshot().bubbles.slice(2)
  expect(shown()).toMatchObject(mine.map(() => ({ heart: false, content: { text: '' }, state: 'sent' })))
  applyEvent(queryClient, 'read', JSON.stringify({ conversation_id: CHAT, position: 4 }))
  applyEvent(queryClient, 'message_taken_back', JSON.stringify({ conversation_id: CHAT, position: 4 }))
  undo.forEach((one) => one())
  expect(shown()).toMatchObject([
    { heart: true, content: { text: 'message 3' }, state: 'read' },
    { heart: false, content: { text: '' }, state: 'read' }
  ])
})

test('a live message is in its conversation, however that was opened, and its row comes first with one more unread', () => {
  const { queryClient, engine, positions, list, counted } = page()
  applyEvent(queryClient, 'message', event(message(9, { position: 3 })))
  expect(positions()).toEqual([1, 2, 3])
  // Opened by the member it is the same one.
  expect(conversationOf(queryClient, queryClient.getQueryData(BY_MEMBER)!)).toBe(engine)
  expect(list().chats.map((chat) => [chat.profile!.name, chat.num_unread_messages, wordsOf(chat.last_message!.content)])).toEqual([
    ['anna', 2, 'message 9'],
    ['berta', 2, 'message 5']
  ])
  expect([list().total_unread, counted()]).toEqual([4, 4])
})

test('once anything is sent, the message from the sign-up no longer waits in any composer [ENT-35]', () => {
  const { queryClient } = page()
  const others = ['bea', 'cleo'].map((name) => ({ profile: card(name), key: queryOf('getChat', { member: id(name) }).queryKey }))
  for (const { key, profile } of others) queryClient.setQueryData(key, conversation([], { profile, draft: 'Hello' }))
  const drafts = () => others.map(({ key }) => queryClient.getQueryData(key)?.draft)
  applyEvent(queryClient, 'message', event(message(1)))
  expect(drafts()).toEqual(['Hello', 'Hello'])
  applyEvent(queryClient, 'message', event(message(2, { mine: true })))
  expect(drafts()).toEqual([null, null])
})

test('without a list the counter is refetched', () => {
  const { queryClient, stale } = page()
  queryClient.removeQueries({ queryKey: LIST })
  applyEvent(queryClient, 'message', event(message(9)))
  expect(stale(MEMBER)).toBe(true)
})

test('an event that arrives twice counts once', () => {
  const { queryClient, positions, list, counted } = page()
  for (let times = 0; times < 2; times++) applyEvent(queryClient, 'message', event(message(3)))
  expect(positions()).toEqual([1, 2, 3])
  expect([list().total_unread, counted()]).toEqual([4, 4])
})

test('a message of the member’s own from another device is shown and is not unread', () => {
  const { queryClient, positions, list } = page()
  applyEvent(queryClient, 'message', event(message(3, { mine: true, client_id: 'k' })))
  expect(positions()).toEqual([1, 2, 3])
  expect(list().total_unread).toBe(3)
  expect(list().chats[0]!.last_message!.mine).toBe(true)
})

test('the first message of a conversation reaches the page that is open with that member', () => {
  const queryClient = new QueryClient()
  const engine = conversationOf(queryClient, conversation([]))
  applyEvent(queryClient, 'message', event(message(1)))
  expect(engine.getSnapshot()).toMatchObject({ conversationId: CHAT, bubbles: [{ position: 1 }] })
})

test('a message of a conversation that is not in the list refetches the list', () => {
  const { queryClient, stale } = page([row('berta', 0, message(1))])
  applyEvent(queryClient, 'message', event(message(3)))
  expect(stale(LIST)).toBe(true)
})

test('messages that the other side has read are marked', () => {
  const queryClient = new QueryClient()
  const engine = conversationOf(queryClient, conversation([1, 2].map((position) => message(position, { mine: true }))))
  applyEvent(queryClient, 'read', JSON.stringify({ conversation_id: CHAT, position: 1 }))
  expect(engine.getSnapshot().bubbles.map((bubble) => bubble.state)).toEqual(['read', 'sent'])
})

test('a like refetches the likes', () => {
  const { queryClient, stale } = page()
  queryClient.setQueryData(queryOf('listLikes').queryKey, NO_LIKES)
  applyEvent(queryClient, 'like', JSON.stringify({ profile_id: ANNA }))
  expect(stale(queryOf('listLikes').queryKey)).toBe(true)
  expect(stale(LIST)).toBe(false)
})

test('data that changed elsewhere is refetched, and nothing else', () => {
  const { queryClient, stale } = page()
  queryClient.setQueryData(queryOf('listLikes').queryKey, NO_LIKES)
  applyEvent(queryClient, 'chat_seen', JSON.stringify({ conversation_id: CHAT, position: 1 }))
  expect(stale(LIST)).toBe(true)
  expect(stale(queryOf('listLikes').queryKey)).toBe(false)
  expect(stale(BY_ID)).toBe(false)
})

test('when someone came or left, open profiles and conversations are refetched', () => {
  const { queryClient, stale } = page()
  const profile = queryOf('getMember', { id: ANNA }).queryKey
  queryClient.setQueryData(profile, null)
  applyEvent(queryClient, 'contacts_changed', '{}')
  expect([BY_ID, BY_MEMBER, profile].map(stale)).toEqual([true, true, true])
})

test.each(['', '{"half', '{}', JSON.stringify({ conversation_id: CHAT, profile_id: ANNA, message: { ...message(3), added_later: 1 } })])(
  'an event that cannot be read (%#) leads to refetching everything',
  (data) => {
    const { queryClient, positions, stale } = page()
    applyEvent(queryClient, 'message', data)
    expect(positions()).toEqual([1, 2])
    expect(stale(LIST)).toBe(true)
    expect(stale(BY_ID)).toBe(true)
  }
)

test('a heart, a message taken back and a photo that is shown stay so when the page opens the conversation again from its cached answer', () => {
  const { queryClient, engine } = page()
  const shown = () => engine.getSnapshot().bubbles.map(({ heart, content }) => [heart, wordsOf(content)])
  applyEvent(queryClient, 'heart', JSON.stringify({ conversation_id: CHAT, position: 1, heart: true }))
  applyEvent(queryClient, 'message_taken_back', JSON.stringify({ conversation_id: CHAT, position: 2 }))
  const after = shown()
  expect(after).toEqual([
    [true, 'message 1'],
    [false, '']
  ])
  for (const key of [BY_ID, BY_MEMBER]) {
    engine.take(queryClient.getQueryData(key)!)
    expect(shown()).toEqual(after)
  }
})

const FOUND = queryOf('searchMembers', { gender: 'woman' }).queryKey

test.each([
  { type: 'message', data: { conversation_id: CHAT, profile_id: ANNA, message: message(3) }, keys: [LIST, MEMBER] },
  { type: 'message', data: { conversation_id: CHAT, profile_id: ANNA, message: message(3, { mine: true }) }, keys: [LIST] },
  { type: 'heart', data: { conversation_id: CHAT, position: 2, heart: true }, keys: [BY_ID] },
  { type: 'message_taken_back', data: { conversation_id: CHAT, position: 2 }, keys: [BY_ID] },
  { type: 'credits_changed', data: { credits: 7 }, keys: [MEMBER] },
  { type: 'match', data: { profile_id: ANNA }, keys: [FOUND] },
  { type: 'likes_changed', data: { profile_id: ANNA, liked: true }, keys: [FOUND] }
] as const)('an answer requested before $type is requested again', async ({ type, data, keys }) => {
  for (const queryKey of keys) {
    const { queryClient } = page()
    queryClient.setQueryData(FOUND, { profiles: [card('anna')] } as never)
    let asked = 0
    void queryClient.prefetchQuery({
      queryKey,
      queryFn: async () => {
        asked++
        return await new Promise<never>(() => {})
      }
    })
    expect(asked).toBe(1)
    applyEvent(queryClient, type, JSON.stringify(data))
    await expect.poll(() => asked).toBe(2)
  }
})

test.each([3, 4])('the server counts a message of theirs before %s, a later one of the member’s own', (before) => {
  const { queryClient, list, stale } = page()
  for (let position = 4; position <= before + 1; position++) applyEvent(queryClient, 'message', event(message(position, { mine: true })))
  applyEvent(queryClient, 'message', event(message(3)))
  expect(list().chats[0]!.last_message!.mine).toBe(true)
  expect([stale(LIST), stale(MEMBER)]).toEqual([true, true])
})

test('a later message counts although the clock of its server is behind', () => {
  const { queryClient, list, counted } = page()
  applyEvent(queryClient, 'message', event(message(9, { position: 3, at: '2020-01-01T00:00:00.000Z' })))
  expect([list().chats[0]!.num_unread_messages, counted()]).toEqual([2, 4])
})
