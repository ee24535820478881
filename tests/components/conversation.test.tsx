import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Answered } from '../../client/api/query-client.ts'
import { queryOf } from '../../client/api/queries.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { CONTRACT } from '../../shared/api/contract.ts'
import type { LastContent } from '../../shared/api/message.ts'
import { ANNA, card, CHAT, conversation, message } from '../client/chat-fixtures.ts'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
import { listen } from './announced.ts'
import { HttpError } from './mount.tsx'
import { appOf, memberAnswers } from '../client/render-page.tsx'
import { conversationWith, openConversation as open } from './open-conversation.ts'
import { readIn } from './read-in.ts'
import { sentence } from './sentence.ts'

test('a message of nothing but emoji is big, and one with anything more is not', async () => {
  const { getByText } = await open([message(1, { text: '❤️' }), message(2, { text: '👩‍👩‍👧 🇳🇱' }), message(3, { text: '❤️ you' })])
  const size = (text: string) => Number.parseFloat(getComputedStyle(getByText(text, { exact: true }).element()).fontSize)
  expect(size('❤️')).toBeGreaterThan(32)
  expect(size('👩‍👩‍👧 🇳🇱')).toBeGreaterThan(32)
  expect(size('❤️ you')).toBeLessThan(20)
})

test('the other side is told at most every few seconds that the member writes, and seen writing until their message is here', async () => {
  const { getByRole, getByText, calls, queryClient } = await open([message(1)])
  const field = getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) })
  await field.fill('H')
  await field.fill('He')
  await expect
    .poll(() => calls.filter(({ endpoint }) => endpoint === 'tellTyping').map(({ body }) => body))
    .toEqual([{ conversation: CHAT }])
  const typing = getByText(sentence('chat.typing'))
  await expect.element(typing).not.toBeInTheDocument()
  applyEvent(queryClient, 'typing', JSON.stringify({ conversation_id: CHAT }))
  // In the head, and in the list beside it.
  await expect.poll(() => typing.elements().length).toBe(2)
  const next = { conversation_id: CHAT, profile_id: ANNA, message: message(2, { text: 'Here it is' }) }
  applyEvent(queryClient, 'message', JSON.stringify(next))
  await expect.element(getByText('Here it is').first()).toBeVisible()
  expect(typing.elements()).toHaveLength(0)
})

test('a fictional profile keeps its label and never shows that it is typing', async () => {
  const profile = { ...card('anna'), fictional: true }
  const { chats, answers } = conversationWith([message(1)], { chat: { profile } })
  const list: Answered = [
    { endpoint: 'listChats', query: {} },
    { ...chats, chats: [{ ...chats.chats[0]!, profile }] }
  ]
  const { getByText, queryClient } = await open([], {
    answers: [answers[0]!, list],
    tenant: { fictional_singular: { en: 'Made up' } }
  })
  // In the head, and in the list beside it.
  const labels = getByText('Made up', { exact: true })
  await expect.poll(() => labels.elements().length).toBe(2)
  applyEvent(queryClient, 'typing', JSON.stringify({ conversation_id: CHAT }))
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  expect(labels.elements()).toHaveLength(2)
  expect(getByText(sentence('chat.typing')).elements()).toEqual([])
})

test('messages that no event has brought are fetched: those before one that came, and one that only the list has', async () => {
  let there = [message(1)]
  const { getByRole, calls, queryClient } = await open(there, { api: { getChat: () => conversation(there) } })
  const asked = () => calls.filter(({ endpoint }) => endpoint === 'getChat').length
  const log = getByRole('log')
  await expect.element(log.getByText('message 1')).toBeVisible()
  there = [1, 2, 3].map((position) => message(position))
  applyEvent(queryClient, 'message', JSON.stringify({ conversation_id: CHAT, profile_id: ANNA, message: message(3) }))
  await expect.element(log.getByText('message 2')).toBeVisible()
  expect(asked()).toBe(1)
  there = [1, 2, 3, 4].map((position) => message(position))
  queryClient.setQueryData(queryOf('listChats').queryKey, (list) => {
    const last = { position: 4, content: there[3]!.content as LastContent, at: there[3]!.at, mine: false }
    return list && { ...list, chats: [{ ...list.chats[0]!, last_message: last }] }
  })
  await expect.element(log.getByText('message 4')).toBeVisible()
  expect(asked()).toBe(2)
})

test.each([
  {
    what: 'their first words after a gift may be answered with a photo',
    chat: { accepts_photos: false },
    before: [message(1, { content: { type: 'gift', gift: 'rose', note: null } })],
    next: message(2, { text: 'Do you like it?' }),
    times: 1
  },
  {
    what: 'an own message to a fictional profile may have been the first paid one',
    chat: { confirms_fictional: true, profile: { ...card('anna'), fictional: true } },
    before: [message(1, { mine: true })],
    next: message(2, { mine: true }),
    times: 1
  },
  { what: 'any other message changes neither', chat: {}, before: [message(1)], next: message(2), times: 0 }
])('what can be sent and the price are refetched when they may have changed: $what', async ({ chat, before, next, times }) => {
  let there = before
  const { calls, queryClient, getByRole } = await open(before, { chat, api: { getChat: () => conversation(there, chat) } })
  await expect.element(getByRole('log')).toBeVisible()
  there = [...before, next]
  applyEvent(queryClient, 'message', JSON.stringify({ conversation_id: CHAT, profile_id: ANNA, message: next }))
  await expect.poll(() => getByRole('log').element().querySelectorAll('[data-position]').length).toBe(2)
  const asked = () => calls.filter(({ endpoint }) => endpoint === 'getChat').length
  await expect.poll(asked).toBe(times)
})

test('only the part of a long history that is near is mounted: scrolling back changes no place, and a quoted message far away is shown', async () => {
  const TOTAL = 400
  const all = Array.from({ length: TOTAL }, (_, index) => {
    const position = index + 1
    const text = `Number ${position}. ${'word '.repeat((position * 7) % 40)}`
    return message(position, { id: String(position).padStart(22, '0'), text, reply_to: position === TOTAL ? 30 : null })
  })
  const { getByRole, getByText, getByTitle, calls } = await open(all.slice(-50), {
    chat: { has_more: true },
    width: 375,
    api: {
      getChat: ({ query: { before = TOTAL + 1 } }) =>
        conversation(all.slice(Math.max(0, Number(before) - 51), Number(before) - 1), { has_more: Number(before) > 51 })
    }
  })
  const box = getByRole('region', { name: sentence('chat.messages_with', { member: 'anna' }) })
  const answer = getByText(`Number ${TOTAL}.`)
  await expect.element(answer).toBeInViewport()
  const scroller = box.element()
  const mounted = () => scroller.querySelectorAll('[data-position]').length
  await getByText(sentence('chat.quoted_earlier'), { exact: true }).click()
  await expect.element(getByText('Number 30.').first()).toBeInViewport()
  // A screen reader reads it, and a keyboard continues from there.
  await expect.poll(() => document.activeElement?.textContent).toContain('Number 30.')
  expect(calls.filter(({ endpoint }) => endpoint === 'getChat').length).toBeGreaterThan(6)
  await expect.poll(mounted).toBeLessThan(200)
  // Off the messages: the one below the pointer shows its tools.
  await getByTitle(sentence('chat.more')).hover()
  const height = scroller.scrollHeight
  for (let top = scroller.scrollTop; top < 0; top += 1000) {
    scroller.scrollTo({ top, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  await expect.element(answer).toBeInViewport()
  expect([Math.round(scroller.scrollHeight - height), mounted() < 200]).toEqual([0, true])
})

test('a quoted message is shown although earlier ones are already being loaded', async () => {
  const all = Array.from({ length: 150 }, (_, index) =>
    message(index + 1, { id: String(index + 1).padStart(22, '0'), reply_to: index === 100 ? 30 : null })
  )
  const slow = Promise.withResolvers<void>()
  const { getByRole, getByText, calls } = await open(all.slice(100), {
    chat: { has_more: true },
    api: {
      getChat: async ({ query: { before = 151 } }) => {
        await slow.promise
        return conversation(all.slice(Math.max(0, Number(before) - 51), Number(before) - 1), { has_more: Number(before) > 51 })
      }
    }
  })
  const scroller = getByRole('region', { name: sentence('chat.messages_with', { member: 'anna' }) }).element()
  scroller.scrollTo({ top: -scroller.scrollHeight, behavior: 'instant' })
  await expect.poll(() => calls.filter(({ endpoint }) => endpoint === 'getChat').length).toBe(1)
  await getByText(sentence('chat.quoted_earlier'), { exact: true }).click()
  slow.resolve()
  await expect.poll(() => document.activeElement?.textContent).toContain('message 30')
  await expect.element(getByText('message 30', { exact: true }).first()).toBeInViewport()
})

test.each([
  { muted: false, action: 'chats.mute', done: 'chats.muted' },
  { muted: true, action: 'chats.unmute', done: 'chats.unmuted' }
] as const)('from the head of a conversation $action, and a short message says so', async ({ muted, action, done }) => {
  const { getByRole, getByText, getByTitle, calls } = await open([message(1)], { chat: { muted }, api: { muteChat: () => ({}) } })
  await getByTitle(sentence('chat.more')).click()
  await getByRole('button', { name: sentence(action), exact: true }).click()
  await expect.element(getByText(sentence(done))).toBeVisible()
  await expect.poll(() => calls.find(({ endpoint }) => endpoint === 'muteChat')?.body).toEqual({ conversation: CHAT, muted: !muted })
})

test('messages are read when the page is in front, not while another window has the keyboard', async () => {
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  const { calls, getByText } = await open([message(1, { text: 'Are you there?' })], { unread: 1 })
  await expect.element(getByText('Are you there?')).toBeVisible()
  const read = () => calls.filter(({ endpoint }) => endpoint === 'readChat').map(({ body }) => body)
  window.dispatchEvent(new Event('blur'))
  expect(read()).toEqual([])
  focus.mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  await expect.poll(read).toEqual([{ conversation: CHAT, position: 1 }])
})

/** The conversation's page as it comes from the edge. `hydrate` answers with what takes it away again. */
async function received(answers: Answered[]) {
  const opened = () => appOf(`/chats/${CHAT}`, { member: true, answers })
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(await opened())
  return {
    place,
    log: place.querySelector('[role="log"]')!,
    hydrate: async () => {
      const root = hydrateRoot(place, await opened())
      return () => {
        root.unmount()
        place.remove()
      }
    }
  }
}

test('a conversation that was opened in a background tab is read once it is in front, not when the script takes over', async () => {
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  const posted: unknown[] = []
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (address === CONTRACT.readChat.path) posted.push(JSON.parse(init!.body as string))
    return new Promise(() => {})
  })
  const answers = [...memberAnswers(), ...conversationWith([message(1)], { unread: 1 }).answers]
  const { log, hydrate } = await received(answers)
  const remove = await hydrate()
  await expect.poll(() => Object.keys(log).some((key) => key.startsWith('__reactFiber$'))).toBe(true)
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  expect(posted).toEqual([])
  focus.mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => posted).toEqual([{ conversation: CHAT, position: 1 }])
  remove()
})

test('after hydration, times and days are those of the reader’s own zone, in the conversation and in the list beside it', async () => {
  await readIn('America/New_York')
  const complaints = vi.spyOn(console, 'error')
  const [late, early] = [message(1, { at: '2026-11-20T02:05:00.000Z' }), message(2, { at: '2026-11-20T05:30:00.000Z' })]
  const last = { position: 1, content: late.content as LastContent, at: late.at, mine: false }
  const { answers } = conversationWith([late, early], { last })
  const { place, log, hydrate } = await received([...memberAnswers(), ...answers])
  const texts = (of: string) => [...log.querySelectorAll(of)].map((element) => element.textContent)
  const shown = () => [texts('li > p'), texts('time'), place.querySelector('nav li time')!.textContent]
  expect(shown()).toEqual([['today', '6:30'], ['3:05', '6:30'], '3:05'])
  const remove = await hydrate()
  await expect.poll(shown).toEqual([['yesterday', 'today'], ['21:05', '0:30'], 'yesterday'])
  expect(complaints).not.toHaveBeenCalled()
  remove()
})

test('a browser that doesn’t know its zone shows the brand’s times', async () => {
  await readIn('Asia/Kathmandu')
  const options = { ...new Intl.DateTimeFormat('en-IE').resolvedOptions(), timeZone: 'Etc/Unknown' }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  const { getByRole } = await open([message(1)])
  await expect.element(getByRole('log').getByText('11:00')).toBeVisible()
})

test('unread messages that are too old to be shown are read with the own ones after them; where nothing is unread, nothing is', async () => {
  const own = [message(2, { mine: true, text: 'Good to know' })]
  const read = ({ calls }: Awaited<ReturnType<typeof open>>) =>
    calls.filter(({ endpoint }) => endpoint === 'readChat').map(({ body }) => body)
  const first = await open(own, { unread: 1 })
  await expect.poll(() => read(first)).toEqual([{ conversation: CHAT, position: 2 }])
  await first.unmount()
  const second = await open(own)
  await expect.element(second.getByText('Good to know')).toBeVisible()
  expect(read(second)).toEqual([])
})

test('a message that comes while the reader is scrolled up is unread until it is seen, and then read once', async () => {
  const there = Array.from({ length: 40 }, (_, index) => message(index + 1))
  const left = { num_unread_messages: 0 }
  const { calls, getByRole, queryClient } = await open(there, { unread: 1, api: { readChat: () => left } })
  const read = () => calls.filter(({ endpoint }) => endpoint === 'readChat').map(({ body }) => (body as { position: number }).position)
  await expect.poll(read).toEqual([40])
  const scroller = getByRole('region', { name: sentence('chat.messages_with', { member: 'anna' }) }).element()
  scroller.scrollTo({ top: -1500 })
  await expect.poll(() => scroller.scrollTop).toBeLessThan(-1000)
  await vi.waitFor(() => scroller.dispatchEvent(new Event('scroll')))
  left.num_unread_messages = 1
  applyEvent(queryClient, 'message', JSON.stringify({ conversation_id: CHAT, profile_id: ANNA, message: message(41) }))
  const unread = () => queryClient.getQueryData(queryOf('listChats').queryKey)!.chats[0]!.num_unread_messages
  const below = getByRole('button', { name: sentence('chat.unseen', { count: 1 }) })
  await expect.element(below).toBeVisible()
  expect([read(), unread()]).toEqual([[40], 1])
  left.num_unread_messages = 0
  await below.click()
  await expect.element(below).not.toBeInTheDocument()
  await expect.element(page.elementLocator(scroller)).toHaveFocus()
  await expect.poll(read).toEqual([40, 41])
  await expect.poll(unread).toBe(0)
})

test('the line before unread messages is where they begin, even above messages loaded later; removed ones are not counted', async () => {
  const removed = { text: '' }
  const all = Array.from({ length: 70 }, (_, index) => message(index + 101, index === 65 ? removed : {}))
  const { getByRole, getByText, queryClient } = await open(all.slice(20), {
    unread: 59,
    chat: { has_more: true },
    api: { getChat: () => conversation(all.slice(0, 20)), readChat: () => ({ num_unread_messages: 0 }) }
  })
  const line = getByText(sentence('chat.new'), { exact: true })
  await expect.element(getByText('message 170')).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
  const scroller = getByRole('region', { name: sentence('chat.messages_with', { member: 'anna' }) }).element()
  scroller.scrollTo({ top: -scroller.scrollHeight })
  await expect.element(line).toBeInTheDocument()
  expect(line.element().parentElement!.textContent).toContain('message 111')
  // A message that arrives and is removed while the reader is further up isn't new either.
  for (const one of [message(171), message(172)])
    applyEvent(queryClient, 'message', JSON.stringify({ conversation_id: CHAT, profile_id: ANNA, message: one }))
  await expect.element(getByRole('button', { name: sentence('chat.unseen', { count: 2 }) })).toBeVisible()
  applyEvent(queryClient, 'message_taken_back', JSON.stringify({ conversation_id: CHAT, position: 172 }))
  await expect.element(getByRole('button', { name: sentence('chat.unseen', { count: 1 }) })).toBeVisible()
  expect(line.element().parentElement!.textContent).toContain('message 111')
})

test('a message is announced once, by its author, words and time, and then what becomes of it; never what can be pressed', async () => {
  const { getByRole, getByText, queryClient } = await open([message(1, { text: 'First' })], {
    api: {
      sendMessage: ({ body: { text }, key }) =>
        text === 'Tea'
          ? {
              conversation_id: CHAT,
              message: message(3, { mine: true, text, client_id: key!, at: [...document.querySelectorAll('time')].at(-1)!.dateTime })
            }
          : new HttpError('contact_limit', { hours: 2 })
    }
  })
  startOutbox(queryClient)
  const log = getByRole('log')
  const { announced } = listen()
  const next = { conversation_id: CHAT, profile_id: ANNA, message: message(2, { text: 'Second' }) }
  applyEvent(queryClient, 'message', JSON.stringify(next))
  await expect.element(log.getByText('Second')).toBeVisible()
  const { textContent: clock } = log.element().querySelector('[data-position="2"] time')!
  expect(announced.splice(0)).toEqual([`${sentence('chat.they_said', { member: 'anna' })} Second ${clock}`])
  await getByText('First').click()
  await expect.element(getByRole('button', { name: sentence('message-tools.reply'), exact: true })).toBeVisible()
  await getByText('First').click()
  expect(announced).toEqual([])
  for (const [text, result] of [
    ['Tea', sentence('chat.sent')],
    ['Coffee', `${sentence('costs.failed')} ${sentence('error.contact_limit', { hours: 2 })}`]
  ] as const) {
    await getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) }).fill(text)
    await getByRole('button', { name: sentence('chat.send'), exact: true }).click()
    await expect.poll(() => announced.at(-1)).toBe(result)
    const own = new RegExp(`${sentence('chat.you_said')} ${text} [\\d:]+ ${sentence('chat.sending')}$`)
    expect(announced.splice(0)).toEqual([expect.stringMatching(own), result])
  }
})
