import { expect, test, vi } from 'vitest'
import { startOutbox } from '../../client/chat/browser-outbox.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { usePush } from '../../client/state/push.ts'
import type { Conversation, Message } from '../../shared/api/chats.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { ANNA, CHAT, card, conversation, message } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { HttpError, mount, type Mounting } from './mount.tsx'
import { sentence } from './sentence.ts'

/** Opens the conversation with Anna. */
async function open(
  messages: Message[],
  { chat: more = {}, unread = 0, api = {}, ...visit }: Mounting & { chat?: Partial<Conversation>; unread?: number } = {}
) {
  const chat = conversation(messages, more)
  const entry = {
    conversation_id: CHAT,
    profile_id: ANNA,
    profile: card('anna'),
    num_unread_messages: unread,
    muted: false,
    last_message: null
  }
  return await mount(`/chats/${CHAT}`, {
    answers: [
      [{ endpoint: 'getChat', query: { conversation: CHAT } }, chat],
      [
        { endpoint: 'listChats', query: {} },
        { chats: [entry], total: 1, total_unread: unread, page: 1 }
      ]
    ],
    api: {
      getChat: () => chat,
      listChats: () => ({ chats: [entry], total: 1, total_unread: unread, page: 1 }),
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      readChat: () => ({ num_unread_messages: 0 }),
      tellTyping: () => ({}),
      ...api
    },
    ...visit
  })
}

test('a web address in a message is opened only after a warning that says where it leads', async () => {
  const { getByRole, getByText } = await open([message(1, { text: 'Look at https://shop.example/of?me=1.' })])
  await getByRole('button', { name: 'https://shop.example/of?me=1', exact: true }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByText(sentence('leaving.text', { host: 'shop.example' }))).toBeVisible()
  const link = dialog.getByRole('link', { name: sentence('leaving.open') }).element() as HTMLAnchorElement
  expect([link.href, link.target, link.rel]).toEqual(['https://shop.example/of?me=1', '_blank', 'noopener noreferrer nofollow ugc'])
  await expectAccessible()
  await dialog.getByText(sentence('leaving.stay')).last().click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(getByText('Look at')).toBeVisible()
})

test('the last message of a run shows its time; the actions of one appear on a tap and copy or report it', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  const { getByRole, getByText } = await open([message(1), message(2, { text: 'Copy me' })])
  const times = getByRole('log').element().querySelectorAll('time')
  expect([...times].map((time) => time.getBoundingClientRect().width > 10)).toEqual([false, true])
  await expect.element(getByRole('button', { name: sentence('message-tools.copy') })).not.toBeInTheDocument()
  await getByText('Copy me').click()
  await expectAccessible()
  await getByRole('button', { name: sentence('message-tools.copy') }).click()
  await expect.element(getByText(sentence('message-tools.copied'))).toBeVisible()
  expect(written).toEqual(['Copy me'])
  await getByText('Copy me').click()
  await getByRole('button', { name: sentence('message-tools.report_label') }).click()
  await expect.element(getByRole('dialog')).toBeVisible()
})

test('emoji alone are big, and a message that is hardly more is not', async () => {
  const { getByText } = await open([message(1, { text: '❤️' }), message(2, { text: '👩‍👩‍👧 🇳🇱' }), message(3, { text: '❤️ you' })])
  const size = (text: string) => Number.parseFloat(getComputedStyle(getByText(text, { exact: true }).element()).fontSize)
  expect(size('❤️')).toBeGreaterThan(32)
  expect(size('👩‍👩‍👧 🇳🇱')).toBeGreaterThan(32)
  expect(size('❤️ you')).toBeLessThan(20)
})

test('after the first sent message the chat offers to tell of the answer, in one line that can be closed', async () => {
  usePush.setState({ capability: true, subscription: false })
  const { getByRole, getByText, queryClient } = await open([message(1)], {
    api: {
      sendMessage: () => ({ conversation_id: CHAT, message: message(2, { mine: true, text: 'Hello' }) })
    }
  })
  startOutbox(queryClient)
  const offer = getByText(sentence('message-tools.push_offer', { member: 'anna' }))
  await expect.element(offer).not.toBeInTheDocument()
  await getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) }).fill('Hello')
  await getByRole('button', { name: sentence('chat.send') }).click()
  await expect.element(offer).toBeVisible()
  await getByRole('button', { name: sentence('form.close') }).click()
  await expect.element(offer).not.toBeInTheDocument()
  usePush.setState(usePush.getInitialState(), true)
})

test('the other side is told at most every few seconds that the member writes, and seen writing until their message is here', async () => {
  const { getByRole, getByText, calls, queryClient } = await open([message(1)])
  const field = getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) })
  await field.fill('H')
  await field.fill('He')
  await expect.poll(() => calls.filter(({ entry }) => entry === 'tellTyping').map(({ body }) => body)).toEqual([{ conversation: CHAT }])
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

test('a conversation is muted from its head, which then offers the opposite', async () => {
  const { getByRole, getByLabelText, calls } = await open([message(1)], { chat: { muted: true }, api: { muteChat: () => ({}) } })
  await getByLabelText(sentence('chat.more')).click()
  await getByRole('button', { name: sentence('chats.unmute') }).click()
  await expect.poll(() => calls.find(({ entry }) => entry === 'muteChat')?.body).toEqual({ conversation: CHAT, muted: false })
})

test('a message is answered: quoted above the composer and in the answer, and shown again from there', async () => {
  const { getByRole, getByText, calls, queryClient } = await open([message(1, { text: 'Tea or coffee?' }), message(2, { text: 'Well?' })], {
    api: { sendMessage: () => ({ conversation_id: CHAT, message: message(3, { mine: true, text: 'Coffee', reply_to: 1 }) }) }
  })
  startOutbox(queryClient)
  await getByText('Tea or coffee?').click()
  await getByRole('button', { name: sentence('message-tools.reply'), exact: true }).click()
  await expect.element(getByText(sentence('message-tools.reply_to', { member: 'anna' }))).toBeVisible()
  const field = getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) })
  await expect.element(field).toHaveFocus()
  await field.fill('Coffee')
  await getByRole('button', { name: sentence('chat.send') }).click()
  await expect
    .poll(() => calls.find(({ entry }) => entry === 'sendMessage')?.body)
    .toEqual({ member: ANNA, text: 'Coffee', credits: 2, to_fictional: false, reply_to: 1 })
  await expect.element(getByText(sentence('message-tools.reply_to', { member: 'anna' }))).not.toBeInTheDocument()
  await expect.poll(() => getByText('Tea or coffee?').elements().length).toBe(2)
  await expectAccessible()
})

test('a heart and a message taken back show at once, and are as before if the server refuses', async () => {
  const hold = Promise.withResolvers<void>()
  const { getByRole, getByText, calls } = await open([message(1, { text: 'From Anna' }), message(2, { mine: true, text: 'Regretted' })], {
    api: {
      giveHeart: () => ({}),
      takeBackMessage: async () => {
        await hold.promise
        return new HttpError('already_read')
      }
    }
  })
  await getByText('From Anna').click()
  await getByRole('button', { name: sentence('message-tools.heart') }).click()
  await expect.element(getByText(sentence('chat.heart_given'))).toBeInTheDocument()
  await getByText('Regretted').click()
  await getByRole('button', { name: sentence('message-tools.take_back') }).click()
  await expect.element(getByText(sentence('chat.removed'))).toBeVisible()
  hold.resolve()
  await expect.element(getByText(sentence('error.already_read'))).toBeVisible()
  await expect.element(getByText('Regretted')).toBeVisible()
  expect(calls.flatMap(({ entry, body }) => (['giveHeart', 'takeBackMessage'].includes(entry) ? [body] : []))).toEqual([
    { conversation: CHAT, position: 1, heart: true },
    { conversation: CHAT, position: 2 }
  ])
})

test('messages are read when the page is in front, not while another window has the keyboard', async () => {
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  const { calls, getByText } = await open([message(1, { text: 'Are you there?' })], { unread: 1 })
  await expect.element(getByText('Are you there?')).toBeVisible()
  const read = () => calls.filter(({ entry }) => entry === 'readChat').map(({ body }) => body)
  window.dispatchEvent(new Event('blur'))
  expect(read()).toEqual([])
  focus.mockReturnValue(true)
  window.dispatchEvent(new Event('focus'))
  await expect.poll(read).toEqual([{ conversation: CHAT, position: 1 }])
})
