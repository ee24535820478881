import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { href } from '../../shared/routes/match.ts'
import type { ChatListEntry, Conversation } from '../../shared/api/chats.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { queryOf } from '../../client/api/queries.ts'
import { arrange, firstUnread } from '../../client/chat/arrange.ts'
import type { Bubble } from '../../client/chat/conversation.ts'
import { messageParts } from '../../client/chat/message-parts.ts'
import { markRead } from '../../client/chat/mark-read.ts'
import { deletingChat } from '../../client/pages/chats/use-delete-chat.ts'
import { closeSeenNotes } from '../../client/push/close-notes.ts'
import { takeMessage } from '../../client/live/apply-event.ts'
import { startAppBadge } from '../../client/session/app-badge.ts'
import { ANNA, card, CHAT, chatListEntry, conversation, message, settle } from './chat-fixtures.ts'
import { memberAnswers, part, renderPage, textOf, type Visit } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

type ChatList = EndpointOutput<Contract['listChats']>

const LIST = queryOf('listChats').queryKey

afterEach(() => void vi.unstubAllGlobals())

const row = (name: string, more: Partial<ChatListEntry> = {}) =>
  chatListEntry(name, name === 'anna' ? { conversation_id: CHAT, ...more } : more)

function list(...chats: ChatListEntry[]): ChatList {
  return { chats, total: chats.length, total_unread: chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0), page: 1 }
}

const withList = (answer: ChatList) =>
  memberAnswers().map((answered) => (answered[0].endpoint === 'listChats' ? ([answered[0], answer] as const) : answered))

const conversationPage = async (chat: Conversation, language: 'en' | 'de' = 'en', visit: Visit = {}) =>
  part(
    await renderPage(`/chats/${CHAT}`, {
      member: true,
      language,
      tenant: { time_zone: 'Europe/Dublin' },
      answers: [...withList(list(row('anna', { num_unread_messages: 1 }))), [{ endpoint: 'getChat', query: { conversation: CHAT } }, chat]],
      ...visit
    }),
    'main'
  )

describe('the list of conversations', () => {
  test('shows the member, the last message, its time and the unread count', async () => {
    const chats = list(
      row('anna', { num_unread_messages: 3 }),
      row('bea', {
        last_message: { position: 1, content: { type: 'text', text: 'until then' }, at: '2026-11-19T10:00:00.000Z', mine: true }
      })
    )
    const main = part(await renderPage('/chats', { member: true, answers: withList(chats) }), 'main')
    expect(textOf(main)).toMatch(/anna 11:00 from anna 3 unread messages .*bea yesterday You: until then/)
    expect(main).toContain(`href="/chats/${CHAT}"`)
  })

  test('labels a profile made by the company, and names no one who has left', async () => {
    const chats = list(
      row('anna', { profile: card('anna', { fictional: true, online: 'now' }) }),
      row('bea', { profile: null, profile_id: null })
    )
    const text = textOf(
      part(
        await renderPage('/chats', { member: true, answers: withList(chats), tenant: { fictional_singular: { en: 'Made up' } } }),
        'main'
      )
    )
    expect(text).toMatch(/anna Made up/)
    expect(text).toContain(sentence('chat.somebody_gone'))
    expect(text).not.toMatch(/bea(?<!from bea)/)
    expect(text).not.toContain('Online now')
  })

  test('says what will appear there, but not while loading', async () => {
    expect(textOf(part(await renderPage('/chats', { member: true, answers: memberAnswers() }), 'main'))).toContain(
      sentence('chat-list.none_title')
    )
    expect(textOf(part(await renderPage('/chats', { member: true }), 'main'))).not.toContain(sentence('chat-list.none_title'))
  })
})

describe('a conversation as the server renders it', () => {
  test('is gone once the server no longer finds it', async () => {
    const gone = { endpoint: 'getChat', query: { conversation: CHAT } } as const
    const chat = conversation([message(1, { text: 'from before the block' })])
    expect(textOf(await conversationPage(chat))).toContain('from before the block')
    expect(textOf(await conversationPage(chat, 'en', { gone }))).not.toContain('from before the block')
  })

  const mine = (position: number, read: boolean) => message(position, { mine: true, client_id: `k${position}`, read })

  test('contains its messages by day, so that they are readable without a script', async () => {
    const html = await conversationPage(conversation([message(1, { at: '2026-11-18T10:00:00.000Z' }), message(2), message(3)]))
    expect(textOf(part(html, 'div', 'role="log"'))).toMatch(/^Wednesday anna: message 1 .* today anna: message 2 .* anna: message 3/)
  })

  test('shows the state of the newest own message only', async () => {
    const text = textOf(part(await conversationPage(conversation([mine(1, true), mine(2, true), message(3)])), 'div', 'role="log"'))
    expect(text.match(/Read/g)).toHaveLength(1)
    expect(text).toMatch(/message 2 .* Read .*message 3/)
    expect(textOf(part(await conversationPage(conversation([mine(1, false)])), 'div', 'role="log"'))).toContain('Sent')
  })

  test('marks what was unread', async () => {
    expect(textOf(part(await conversationPage(conversation([message(1), message(2)])), 'div', 'role="log"'))).toMatch(
      /message 1 .* New anna: message 2/
    )
  })

  test('shows a text as text, whatever is in it', async () => {
    const html = await conversationPage(conversation([message(1, { text: '<img src=x onerror=alert(1)>' })]))
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x')
  })

  test('says how long messages are kept [CHAT-6]', async () => {
    expect(textOf(await conversationPage(conversation([message(1)], { history_months: 6 })))).toContain('deleted after 6 months')
  })

  test.each([
    ['a long one', {}],
    ['one whose other member is gone', { profile: null }]
  ])('says so in its menu too, with a copy of everything: %s', async (_, chat) => {
    const html = await conversationPage(conversation([message(51)], { has_more: true, history_months: 6, ...chat }))
    const menu = part(html, 'details', 'data-menu')
    expect(textOf(menu)).toContain(`deleted after 6 months. ${sentence('export.action')}`)
    expect(menu).toContain('<a href="/settings#export"')
  })

  test('says before anything is written that the member’s own address is not confirmed', async () => {
    const text = textOf(await conversationPage(conversation([message(1)], { own_mail_unconfirmed: true })))
    expect(text).toContain('You haven’t confirmed your email yet')
  })

  test.each([
    ['not_confirmed', sentence('chat.not_confirmed', { member: 'anna' })],
    ['deleted', sentence('chat.deleted')]
  ] as const)('has the reason instead of a composer when writing is closed: %s [ROLE-13]', async (writeBlock, words) => {
    const html = await conversationPage(conversation([message(1)], { write_block: writeBlock }))
    expect(html).not.toContain('<textarea')
    expect(textOf(html)).toContain(words)
    expect(await conversationPage(conversation([message(1)]))).toContain('<textarea')
  })

  test('offers earlier messages where there are any', async () => {
    expect(textOf(await conversationPage(conversation([message(51)], { has_more: true })))).toContain('Show earlier messages')
  })
})

describe('the addresses in a message', () => {
  test.each([
    ['see https://a.example/x, ok', ['https://a.example/x']],
    ['www.a.example', ['https://www.a.example/']],
    ['(http://a.example/?q=1)', ['http://a.example/?q=1']],
    ['https://bank.example@evil.example', []],
    ['javascript:alert(1) data:text/html,x ftp://a.example a.example https://localhost', []],
    ['HTTPS://A.EXAMPLE https://аррӏе.example', ['https://a.example/', 'https://xn--80ak6aa92e.example/']]
  ])('%s', (text, links) => {
    const parts = messageParts(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(parts.flatMap(({ link }) => (link ? [link.href] : []))).toEqual(links)
  })
})

describe('the marks between messages', () => {
  const bubble = (key: string, at: string, own = false): Bubble => ({
    id: null,
    key,
    at,
    mine: own,
    content: { type: 'text', text: key },
    replyTo: null,
    heart: false,
    position: 1,
    state: own ? 'sent' : 'received',
    failure: null
  })
  const day = (at: string) => at.slice(0, 10)

  test('are the day where one begins and the time after a long pause; runs are joined', () => {
    const bubbles = [
      bubble('a', '2026-11-19T23:50:00Z'),
      bubble('b', '2026-11-20T00:05:00Z'),
      bubble('c', '2026-11-20T00:06:00Z'),
      bubble('d', '2026-11-20T00:07:00Z', true),
      bubble('e', '2026-11-20T02:00:00Z', true)
    ]
    expect(arrange(bubbles, day, null).map(({ mark, first, last }) => [mark, first, last])).toEqual([
      ['day', true, true],
      ['day', true, false],
      [null, false, true],
      [null, true, true],
      ['time', true, true]
    ])
  })

  test('the first unread one is counted from the end, over own and removed ones, once it is loaded', () => {
    const removed: Bubble = { ...bubble('e', ''), content: { type: 'text', text: '' } }
    const bubbles = [bubble('a', ''), bubble('b', ''), bubble('c', '', true), bubble('d', ''), removed]
    expect(firstUnread(bubbles, 2, false)).toBe('b')
    expect(firstUnread(bubbles, 9, false)).toBe('a')
    expect(firstUnread(bubbles, 9, true)).toBeNull()
    expect(firstUnread(bubbles, 0, false)).toBeNull()
  })
})

/** A server that answers every call the same way, when the test lets it. */
function api() {
  const calls: { method: string; path: string; body: unknown }[] = []
  let answer!: () => void
  const asked = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ method: init.method!, path, body: JSON.parse(init.body as string) })
    await asked
    return Response.json({ num_unread_messages: 0 })
  })
  return { calls, answer }
}

const MEMBER = queryOf('getUser').queryKey

function setCounters(queryClient: QueryClient, counters: { unread: number; newLikes: number }): void {
  queryClient.setQueryData(MEMBER, memberAnswers(counters)[0]![1] as EndpointOutput<Contract['getUser']>)
}

function cached() {
  const queryClient = new QueryClient()
  queryClient.setQueryData(LIST, list(row('anna', { num_unread_messages: 3 }), row('bea', { num_unread_messages: 2 })))
  setCounters(queryClient, { unread: 5, newLikes: 4 })
  return {
    queryClient,
    /** The count in the list and in the navigation. */
    unread: () => {
      const counted = queryClient.getQueryData(MEMBER)!.user.num_unread_messages
      expect(queryClient.getQueryData(LIST)!.total_unread).toBe(counted)
      return counted
    },
    ids: () => queryClient.getQueryData(LIST)!.chats.map((chat) => chat.profile!.name)
  }
}

test('an opened conversation has nothing unread at once, before the server knows [CHAT-1]', async () => {
  const { calls, answer } = api()
  const { queryClient, unread } = cached()
  const done = markRead(queryClient, CHAT, 7)
  await settle()
  expect(unread()).toBe(2)
  expect(calls).toEqual([{ method: 'POST', path: '/api/read.php', body: { conversation: CHAT, position: 7 } }])
  answer()
  await done
  expect(unread()).toBe(2)
})

test('a message that comes while the conversation is being marked as read stays unread, whatever the answer counts [CHAT-1]', async () => {
  const { answer } = api()
  const { queryClient, unread } = cached()
  const done = markRead(queryClient, CHAT, 7)
  await settle()
  expect(unread()).toBe(2)
  takeMessage(queryClient, { conversation_id: CHAT, profile_id: ANNA, message: message(8) })
  expect(unread()).toBe(3)
  answer()
  await done
  expect(unread()).toBe(3)
  expect(queryClient.getQueryState(LIST)?.isInvalidated).toBe(true)
})

test('if the page has no list, the counter is refetched once the conversation is read [CHAT-1]', async () => {
  const { answer } = api()
  const { queryClient } = cached()
  queryClient.removeQueries({ queryKey: LIST })
  answer()
  await markRead(queryClient, CHAT, 7)
  expect(queryClient.getQueryState(MEMBER)?.isInvalidated).toBe(true)
})

test('a deleted conversation leaves the list at once, then one call is made [CHAT-2] [CHAT-3]', async () => {
  const { calls, answer } = api()
  const { queryClient, ids, unread } = cached()
  queryClient.setQueryData(queryOf('getChat', { conversation: CHAT }).queryKey, conversation([message(1)]))
  const told: unknown[] = []
  const done = new MutationObserver(
    queryClient,
    deletingChat(
      queryClient,
      (error) => told.push(error),
      () => told.push('done')
    )
  ).mutate(CHAT)
  await settle()
  expect(ids()).toEqual(['bea'])
  expect(unread()).toBe(2)
  expect(told).toEqual([])
  answer()
  await done
  expect(calls).toEqual([{ method: 'DELETE', path: '/api/chat.php', body: { conversation: CHAT } }])
  expect(told).toEqual(['done'])
  expect(queryClient.getQueryData(queryOf('getChat', { conversation: CHAT }).queryKey)).toBeUndefined()
})

test('the badge of the installed app is unread messages plus new likes, and cleared at none [LIKE-3]', async () => {
  const calls: (number | string)[] = []
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void calls.push(count),
    clearAppBadge: async () => void calls.push('clear')
  })
  const { queryClient } = cached()
  startAppBadge(queryClient)
  setCounters(queryClient, { unread: 0, newLikes: 4 })
  queryClient.setQueryData(queryOf('getChat', { member: ANNA }).queryKey, null)
  setCounters(queryClient, { unread: 0, newLikes: 0 })
  await settle()
  expect(calls).toEqual([9, 4, 'clear'])
})

test('notifications are closed once their news has been seen, here or elsewhere, and no others are', async () => {
  const { answer } = api()
  const { queryClient } = cached()
  const bea = href('chats-id', { id: queryClient.getQueryData(LIST)!.chats[1]!.conversation_id })
  const shown = new Set<string>()
  const note = (tag: string, data: string) => ({ tag, data, close: () => void shown.delete(tag) })
  const push = (tag: string) => void shown.add(tag)
  let path = href('chats-id', { id: CHAT })
  const getNotifications = async () =>
    [note('message', path), note('like', href('likes')), note('other', '/')].filter(({ tag }) => shown.has(tag))
  const serviceWorker = { getRegistration: async () => ({ getNotifications }) }
  vi.stubGlobal('navigator', { serviceWorker })
  for (const tag of ['message', 'like', 'other']) push(tag)
  closeSeenNotes(queryClient)
  await settle()
  expect([...shown]).toEqual(['message', 'like', 'other'])
  // Read here, while another conversation isn't.
  const done = markRead(queryClient, CHAT, 7)
  await settle()
  expect([...shown]).toEqual(['like', 'other'])
  answer()
  await done
  // A notification pushed before its news has arrived stays, whatever else the page does.
  push('message')
  queryClient.setQueryData(queryOf('getChat', { member: ANNA }).queryKey, null)
  await settle()
  expect([...shown]).toEqual(['like', 'other', 'message'])
  // Read elsewhere: the counter says so before the list.
  path = bea
  setCounters(queryClient, { unread: 1, newLikes: 4 })
  await settle()
  expect([...shown]).toEqual(['like', 'other', 'message'])
  queryClient.setQueryData(LIST, list(row('anna'), row('bea')))
  await settle()
  expect([...shown]).toEqual(['like', 'other'])
  push('message')
  setCounters(queryClient, { unread: 0, newLikes: 0 })
  await settle()
  expect([...shown]).toEqual(['other'])
  // Where no worker is installed, nothing is to be closed.
  serviceWorker.getRegistration = async () => undefined as never
  setCounters(queryClient, { unread: 1, newLikes: 0 })
  await settle()
})
