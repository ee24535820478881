import { expect, test } from 'vitest'
import { wordsOf } from '../../client/chat/message-parts.ts'
import type { Conversation } from '../../shared/api/chats.ts'
import { createConversation } from '../../client/chat/conversation.ts'
import { ANNA, browser, CHAT, conversation, id, message, noAnswer, refused, server, settle, tab } from './chat-fixtures.ts'

function open(first: Conversation = conversation([]), earlier: (before: number) => Promise<Conversation | null> = async () => null) {
  const to = server()
  const chat = createConversation({ member: ANNA, first, askEarlier: (_, before) => earlier(before) })
  // As the page does with a sent message (client/outbox/browser-outbox.ts).
  const side = tab(browser(), to, undefined, { onSent: (_, sent) => chat.receive(sent.conversation_id, sent.message) })
  chat.connect(side.outbox)
  const shown = () => chat.getSnapshot().bubbles.map((bubble) => `${wordsOf(bubble.content)} ${bubble.state}`)
  return { chat, to, ...side, shown }
}

test('a message is shown at once and keeps its bubble when it has been sent', async () => {
  const { chat, write, shown } = open()
  write('hello')
  expect(shown()).toEqual(['hello sending'])
  const key = chat.getSnapshot().bubbles[0]!.key
  await settle()
  expect(shown()).toEqual(['hello sent'])
  expect(chat.getSnapshot().bubbles[0]!.key).toBe(key)
  expect(chat.getSnapshot().conversationId).toBe(CHAT)
})

test('a live event that comes before the answer replaces the pending bubble', async () => {
  const { chat, to, write, shown } = open()
  let answer!: (sent: ReturnType<typeof to.accept>) => void
  to.next(() => new Promise((resolve) => (answer = resolve)))
  const key = write('hello')
  await settle()
  const sent = to.accept({ clientId: key, member: ANNA, content: { type: 'text', text: 'hello' }, at: '', queued: 0, failure: null })
  chat.receive(CHAT, sent.message)
  expect(shown()).toEqual(['hello sent'])
  answer(sent)
  await settle()
  expect(shown()).toEqual(['hello sent'])
})

test('a message whose answer never arrived is not sent again once it is seen in the list', async () => {
  const { chat, to, outbox, write, shown } = open()
  to.next(
    (entry) => {
      to.accept(entry)
      return noAnswer()
    },
    ...Array.from({ length: 5 }, () => () => noAnswer())
  )
  write('hello')
  await settle()
  expect(shown()).toEqual(['hello failed'])
  chat.take(conversation(to.stored))
  expect(shown()).toEqual(['hello sent'])
  expect(outbox.pending(ANNA)).toEqual([])
})

test('the same text sent twice stays two bubbles', async () => {
  const { write, shown } = open()
  write('ok')
  write('ok')
  expect(shown()).toEqual(['ok sending', 'ok sending'])
  await settle()
  expect(shown()).toEqual(['ok sent', 'ok sent'])
})

test('a message that arrives as event, as answer and with a list is shown once', () => {
  const { chat, shown } = open()
  chat.receive(CHAT, message(1))
  chat.take(conversation([message(1)]))
  chat.receive(CHAT, message(1))
  expect(shown()).toEqual(['message 1 received'])
})

test('messages are in the order of their positions, pending ones after them', () => {
  const { chat, line, write, shown } = open(conversation([message(2)]))
  line.online = false
  write('mine')
  chat.receive(CHAT, message(4))
  chat.receive(CHAT, message(3))
  expect(shown()).toEqual(['message 2 received', 'message 3 received', 'message 4 received', 'mine waiting'])
})

test('a refused message stays with its reason until it is retried or discarded', async () => {
  const { chat, to, outbox, write, shown } = open()
  to.next(() => refused('not_confirmed'))
  const key = write('hello')
  await settle()
  expect(shown()).toEqual(['hello failed'])
  expect(chat.getSnapshot().bubbles[0]!.failure?.code).toBe('not_confirmed')
  outbox.retry(key)
  expect(shown()).toEqual(['hello sending'])
  await settle()
  expect(shown()).toEqual(['hello sent'])
})

test('own messages the other side has read say so, and stay read', () => {
  const mine = [1, 2].map((position) => message(position, { mine: true, client_id: `k${position}` }))
  const { chat, shown } = open(conversation(mine))
  chat.readUpTo(1, true)
  expect(shown()).toEqual(['message 1 read', 'message 2 sent'])
  chat.take(conversation(mine))
  expect(shown()).toEqual(['message 1 read', 'message 2 sent'])
})

test('earlier messages come first, separate from the live ones, and no query is sent twice', async () => {
  const asked: number[] = []
  const { chat, shown } = open(conversation([message(51), message(52)], { has_more: true }), async (before) => {
    asked.push(before)
    return conversation([message(49), message(50)], { has_more: before > 51 })
  })
  void chat.loadEarlier()
  expect(chat.getSnapshot().loading).toBe('earlier')
  // The second caller waits for the same messages.
  await chat.loadEarlier()
  expect(asked).toEqual([51])
  expect(chat.getSnapshot().earlier.map((bubble) => bubble.position)).toEqual([49, 50])
  expect(shown()).toEqual(['message 51 received', 'message 52 received'])
  expect(chat.getSnapshot().hasMore).toBe(false)
})

test('earlier messages that couldn’t be loaded can be refetched', async () => {
  let fail = true
  const { chat } = open(conversation([message(2)], { has_more: true }), async () => {
    if (fail) throw noAnswer()
    return conversation([message(1)])
  })
  await chat.loadEarlier()
  expect(chat.getSnapshot()).toMatchObject({ loading: 'failed', hasMore: true })
  fail = false
  await chat.loadEarlier()
  expect(chat.getSnapshot()).toMatchObject({ loading: 'idle', hasMore: false })
})

test('a newer list doesn’t remove earlier messages', async () => {
  const { chat } = open(conversation([message(2)], { has_more: true }), async () => conversation([message(1)]))
  await chat.loadEarlier()
  chat.take(conversation([message(2), message(3)], { has_more: true }))
  expect(chat.getSnapshot().earlier.map((bubble) => bubble.position)).toEqual([1])
  expect(chat.getSnapshot().hasMore).toBe(false)
})

test('after a long absence only the newest messages are shown, and scrolling up loads the ones between', () => {
  const { chat, shown } = open(conversation([message(1)]))
  chat.take(conversation([message(60), message(61)], { has_more: true }))
  expect(shown()).toEqual(['message 60 received', 'message 61 received'])
  expect(chat.getSnapshot()).toMatchObject({ earlier: [], hasMore: true })
})

test('a live message that overtakes another leaves everything before it visible', () => {
  const { chat, shown } = open(conversation([message(1), message(2)]))
  chat.receive(CHAT, message(4))
  chat.take(conversation([message(1), message(2)]))
  expect(shown()).toEqual(['message 1 received', 'message 2 received', 'message 4 received'])
  chat.take(conversation([message(1), message(2), message(3), message(4)]))
  expect(shown()).toEqual([1, 2, 3, 4].map((position) => `message ${position} received`))
  expect(chat.getSnapshot()).toMatchObject({ earlier: [], hasMore: false })
})

test('after a long absence a live message does not hide that others are missing', () => {
  const { chat } = open(conversation([message(1)]))
  chat.receive(CHAT, message(80))
  chat.take(conversation([message(60), message(61)], { has_more: true }))
  expect(chat.getSnapshot().bubbles.map((bubble) => bubble.position)).toEqual([60, 61, 80])
  expect(chat.getSnapshot()).toMatchObject({ earlier: [], hasMore: true })
})

test('messages of another conversation do not show here', () => {
  const { outbox, line, shown } = open()
  line.online = false
  void outbox.add({ clientId: 'k', member: id('berta'), content: { type: 'text', text: 'to someone else' }, at: '' })
  expect(shown()).toEqual([])
})

test('an answer that was merged before changes nothing when the page shows the conversation again', () => {
  const first = conversation([message(1, { mine: true })])
  const { chat, shown } = open(first)
  chat.readUpTo(1, true)
  chat.receive(CHAT, message(2))
  chat.take(first)
  expect(shown()).toEqual(['message 1 read', 'message 2 received'])
})

test('deleted messages are gone: the whole conversation, or everything older than the server’s oldest', () => {
  const { chat, shown } = open(conversation([message(1), message(2)]))
  chat.take(conversation([message(2), message(3)]))
  expect(shown()).toEqual(['message 2 received', 'message 3 received'])
  chat.take(conversation([]))
  expect(shown()).toEqual([])
  expect(chat.getSnapshot().conversationId).toBeNull()
  // An answer from before the first message removes nothing.
  chat.receive(CHAT, message(1))
  chat.take(conversation([]))
  expect(shown()).toEqual(['message 1 received'])
})
