import { expect, test, vi } from 'vitest'
import { Answering } from '../../client/chat/later-parts.ts'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
import { queryOf } from '../../client/api/queries.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { usePush } from '../../client/state/push.ts'
import type { LastContent } from '../../shared/api/message.ts'
import { ANNA, CHAT, conversation, message } from '../client/chat-fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { HttpError } from './mount.tsx'
import { openConversation as open } from './open-conversation.ts'
import { sentence } from './sentence.ts'

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

test('an offer of notifications that was closed is not made in the next conversation', async () => {
  usePush.setState({ capability: true, subscription: false })
  const sendMessage = () => ({ conversation_id: CHAT, message: message(2, { mine: true, text: 'Hello' }) })
  const send = async ({ getByRole, queryClient }: Awaited<ReturnType<typeof open>>) => {
    startOutbox(queryClient)
    await getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) }).fill('Hello')
    await getByRole('button', { name: sentence('chat.send') }).click()
    await expect.element(getByRole('log').getByText('Hello')).toBeVisible()
  }
  const first = await open([message(1)], { api: { sendMessage } })
  await send(first)
  await first.getByRole('button', { name: sentence('form.close') }).click()
  await first.unmount()
  const second = await open([message(1)], { api: { sendMessage } })
  await send(second)
  await expect.poll(() => second.queryClient.isFetching()).toBe(0)
  await expect.element(second.getByText(sentence('message-tools.push_offer', { member: 'anna' }))).not.toBeInTheDocument()
  usePush.setState(usePush.getInitialState(), true)
})

test.each(['photo', 'gift'] as const)('the answer to a %s without words says what is answered', async (type) => {
  const content = type === 'photo' ? ({ type, state: 'shown' } as const) : ({ type, gift: 'rose', note: null } as const)
  const { getByRole, getByText, container } = await open([message(1, { content })], {
    api: { getChatPhoto: () => new HttpError('not_found') }
  })
  container.querySelector<HTMLElement>('[data-position="1"] time')!.click()
  await getByRole('button', { name: sentence('message-tools.reply'), exact: true }).click()
  const answering = getByText(sentence('message-tools.reply_to', { member: 'anna' }))
  await expect.element(answering).toBeVisible()
  expect(answering.element().parentElement!.textContent).toContain(sentence(`chats.${type}`))
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

test('messages that no event has brought are fetched: those before one that came, and one that only the list has', async () => {
  let there = [message(1)]
  const { getByRole, calls, queryClient } = await open(there, { api: { getChat: () => conversation(there) } })
  const asked = () => calls.filter(({ entry }) => entry === 'getChat').length
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

test('only the part of a long history that is near is mounted: scrolling back changes no place, and a quoted message far away is shown', async () => {
  const TOTAL = 400
  const all = Array.from({ length: TOTAL }, (_, index) => {
    const position = index + 1
    const text = `Number ${position}. ${'word '.repeat((position * 7) % 40)}`
    return message(position, { id: String(position).padStart(22, '0'), text, reply_to: position === TOTAL ? 30 : null })
  })
  const { getByRole, getByText, getByLabelText, calls } = await open(all.slice(-50), {
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
  expect(calls.filter(({ entry }) => entry === 'getChat').length).toBeGreaterThan(6)
  await expect.poll(mounted).toBeLessThan(200)
  // Off the messages: the one below the pointer shows its tools.
  await getByLabelText(sentence('chat.more')).hover()
  const height = scroller.scrollHeight
  for (let top = scroller.scrollTop; top < 0; top += 1000) {
    scroller.scrollTo({ top, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  await expect.element(answer).toBeInViewport()
  expect([Math.round(scroller.scrollHeight - height), mounted() < 200]).toEqual([0, true])
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

/** Moves one finger over an element, from where it is to each of these points, in px, and lifts it unless `held`. */
function drag(element: Element, points: readonly (readonly [x: number, y: number])[], fingers = 1): { lift: (how?: string) => void } {
  const { left, top } = element.getBoundingClientRect()
  const touches = ([x, y]: readonly [number, number]) =>
    Array.from(
      { length: fingers },
      (_, identifier) => new Touch({ identifier, target: element, clientX: left + x, clientY: top + y + 40 * identifier })
    )
  const fire = (type: string, at: Touch[]) =>
    element.dispatchEvent(new TouchEvent(type, { touches: at, changedTouches: at, bubbles: true, cancelable: true }))
  fire('touchstart', touches([0, 0]))
  for (const point of points) fire('touchmove', touches(point))
  return { lift: (how = 'touchend') => void fire(how, []) }
}

test('a message is answered by a swipe to the right, which it follows; a short one, a slanted one and one that is cancelled do nothing', async () => {
  // What a swipe wrongly began to answer would be shown at once.
  await Answering.load('en')
  const { getByRole, getByText } = await open([message(1, { text: 'Tea or coffee?' }), message(2, { text: '' })], {
    width: 375
  })
  const bubble = getByRole('log').getByText('Tea or coffee?')
  const line = () => bubble.element().closest<HTMLElement>('[data-position]')!
  const reply = getByText(sentence('message-tools.reply_to', { member: 'anna' }))
  const start = line().getBoundingClientRect().left
  const moved = () => Math.round(line().getBoundingClientRect().left - start)

  const short = drag(bubble.element(), [[30, 0]])
  expect(moved()).toBe(30)
  short.lift()
  expect(moved()).toBe(0)
  for (const [points, fingers, how] of [
    [[[-120, 0]], 1, 'touchend'],
    [
      [
        [10, 20],
        [120, 20]
      ],
      1,
      'touchend'
    ],
    [[[120, 0]], 2, 'touchend'],
    [[[120, 0]], 1, 'touchcancel']
  ] as const) {
    drag(bubble.element(), points, fingers).lift(how)
    expect(moved()).toBe(0)
  }
  // One that was taken back can't be answered.
  drag(getByText(sentence('chat.removed')).element(), [[120, 0]]).lift()
  await new Promise(requestAnimationFrame)
  expect(reply.query()).toBeNull()

  const far = drag(bubble.element(), [
    [20, 2],
    [120, 4]
  ])
  // It follows as far as it takes, and no farther.
  expect(moved()).toBe(56)
  far.lift()
  await expect.element(reply).toBeVisible()
  expect(moved()).toBe(0)
  await expect.element(getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) })).toHaveFocus()
})

test('a heart and a message taken back show at once, and are as before if the server refuses', async () => {
  const hold = Promise.withResolvers<void>()
  const { getByRole, getByText, calls } = await open([message(1, { text: 'From Anna' }), message(2, { mine: true, text: 'Regretted' })], {
    api: {
      giveHeart: ({ body }) => ((body as { heart: boolean }).heart ? {} : new HttpError('not_found')),
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
  await getByText('From Anna').click()
  await getByRole('button', { name: sentence('message-tools.heart') }).click()
  await expect.element(getByText(sentence('error.not_found'))).toBeVisible()
  await expect.element(getByText(sentence('chat.heart_given'))).toBeInTheDocument()
  expect(calls.flatMap(({ entry, body }) => (['giveHeart', 'takeBackMessage'].includes(entry) ? [body] : []))).toEqual([
    { conversation: CHAT, position: 1, heart: true },
    { conversation: CHAT, position: 2 },
    { conversation: CHAT, position: 1, heart: false }
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

test('a message that comes while the reader is scrolled up is unread until it is seen, and then read once', async () => {
  const there = Array.from({ length: 40 }, (_, index) => message(index + 1))
  const left = { num_unread_messages: 0 }
  const { calls, getByRole, queryClient } = await open(there, { unread: 1, api: { readChat: () => left } })
  const read = () => calls.filter(({ entry }) => entry === 'readChat').map(({ body }) => (body as { position: number }).position)
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
  await expect.poll(read).toEqual([40, 41])
  await expect.poll(unread).toBe(0)
})

test('the line before what is unread stands where that begins, also above what is loaded later; what was removed is not counted', async () => {
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
  // What comes and is removed while the reader is further up isn't new either.
  for (const one of [message(171), message(172)])
    applyEvent(queryClient, 'message', JSON.stringify({ conversation_id: CHAT, profile_id: ANNA, message: one }))
  await expect.element(getByRole('button', { name: sentence('chat.unseen', { count: 2 }) })).toBeVisible()
  applyEvent(queryClient, 'message_taken_back', JSON.stringify({ conversation_id: CHAT, position: 172 }))
  await expect.element(getByRole('button', { name: sentence('chat.unseen', { count: 1 }) })).toBeVisible()
  expect(line.element().parentElement!.textContent).toContain('message 111')
})

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const A_PHOTO = { image: { filename: PIXEL, match: PIXEL } }

/** A picture file of this size. */
async function aPictureFile(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'mine.png', { type: 'image/png' })
}

test('a received photo is blurred until it is shown, then opens large; without an answer it stays blurred', async () => {
  let works = false
  const photo = (state: 'blurred' | 'shown') => message(2, { content: { type: 'photo', state } })
  const { getByRole, calls } = await open([message(1), photo('blurred')], {
    width: 375,
    api: { getChatPhoto: () => A_PHOTO, showPhoto: () => (works ? {} : new HttpError('not_found')) }
  })
  const show = getByRole('button', { name: sentence('chat-photo.show') })
  await expect.element(show).toBeVisible()
  await expect.element(getByRole('img', { name: sentence('chat-photo.theirs', { member: 'anna' }) })).not.toBeInTheDocument()
  await expectAccessible()
  await show.click()
  await expect.element(getByRole('status').getByText(sentence('error.not_found'))).toBeVisible()
  await expect.element(show).toBeVisible()
  works = true
  await show.click()
  await getByRole('button', { name: sentence('chat-photo.enlarge') }).click()
  await expect.element(getByRole('dialog').getByRole('img', { name: sentence('chat-photo.theirs', { member: 'anna' }) })).toBeVisible()
  const place = { conversation: CHAT, position: 2 }
  expect(calls.filter(({ entry }) => entry === 'showPhoto').map(({ body }) => body)).toEqual([place, place])
  // Its addresses are others than those of the blurred one.
  await expect.poll(() => calls.filter(({ entry }) => entry === 'getChatPhoto').length).toBe(3)
})

test('after the first reply has been taken back, the next one is free again', async () => {
  const cost = { credits: 0, reason: 'reply', free_left: 0 } as const
  const replied = [message(1), message(2, { mine: true, text: 'Regretted' })]
  const { getByText, getByRole } = await open(replied, { chat: { cost }, api: { takeBackMessage: () => ({}) } })
  const says = (credits: number) => getByText(sentence('chat.cost', { credits }), { exact: true })
  await expect.element(says(2)).toBeVisible()
  await getByText('Regretted').click()
  await getByRole('button', { name: sentence('message-tools.take_back') }).click()
  await expect.element(says(0)).toBeVisible()
})

test.each([
  [1.5, 1.5],
  [3, 1.5],
  [1, 1],
  [0.4, 0.667],
  [undefined, 0.8]
])('a photo whose width is %s of its height is shown as wide as %s, before it is loaded too', async (ratio, shown) => {
  const loaded = Promise.withResolvers<typeof A_PHOTO>()
  const photo = message(2, { content: { type: 'photo', state: 'shown', ...(ratio && { ratio }) } })
  const { getByRole } = await open([message(1), photo], { width: 375, api: { getChatPhoto: () => loaded.promise } })
  const shape = () => document.querySelector('[data-position="2"] svg[viewBox]')?.parentElement?.getBoundingClientRect()
  await expect.poll(shape).toBeDefined()
  const before = shape()!
  expect(before.width / before.height).toBeCloseTo(shown, 2)
  loaded.resolve(A_PHOTO)
  const picture = getByRole('button', { name: sentence('chat-photo.enlarge') }).getByRole('img')
  await expect.element(picture).toBeVisible()
  const { width, height } = picture.element().getBoundingClientRect()
  expect([width, height].map(Math.round)).toEqual([before.width, before.height].map(Math.round))
})

test('a photo is chosen, looked at, shown at once, and sent at its price; one that was refused says why and is sent again on request [GEN-10]', async () => {
  const sent = message(2, { mine: true, content: { type: 'photo', state: 'shown' } })
  const hold = Promise.withResolvers<void>()
  let refuses = true
  const { getByRole, getByText, container, calls, queryClient } = await open([message(1)], {
    width: 375,
    api: {
      sendPhoto: async ({ key }) => {
        await hold.promise
        return refuses ? new HttpError('photos_off') : { conversation_id: CHAT, message: { ...sent, client_id: key ?? null } }
      }
    }
  })
  startOutbox(queryClient)
  await expect.element(getByRole('button', { name: sentence('chat-photo.button'), exact: true })).toBeVisible()
  const choose = (file: File) => {
    const chosen = new DataTransfer()
    chosen.items.add(file)
    const input = container.querySelector<HTMLInputElement>('input[type=file]')!
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const dialog = getByRole('dialog')
  const send = dialog.getByRole('button', { name: sentence('chat-photo.send', { credits: 2 }) })

  choose(await aPictureFile(100, 100))
  await expect.element(dialog.getByText(sentence('field.photo_small'))).toBeVisible()
  await expect.element(send).toBeDisabled()
  await dialog.getByRole('button', { name: sentence('form.close') }).click()

  choose(await aPictureFile(500, 600))
  await expect.element(dialog.getByRole('img', { name: sentence('chat-photo.preview') })).toBeVisible()
  await expectAccessible()
  await send.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const own = getByRole('img', { name: sentence('chat-photo.yours') })
  await expect.element(own).toBeVisible()
  await expect.element(getByText(sentence('chat.sending'))).toBeVisible()
  hold.resolve()
  await expect.element(getByText(sentence('error.photos_off'), { exact: false })).toBeVisible()
  refuses = false
  await getByRole('button', { name: sentence('load-failed.retry') }).click()
  await expect.element(getByText(sentence('chat.sent'), { exact: true })).toBeVisible()
  await getByRole('button', { name: sentence('chat-photo.enlarge') }).click()
  await expect.element(dialog.getByRole('img')).toBeVisible()
  const queries = calls.filter(({ entry }) => entry === 'sendPhoto').map(({ query }) => query)
  const wanted = { member: ANNA, credits: '2' }
  expect(queries).toEqual([wanted, wanted])
})

test('with too few credits a photo leads to more of them', async () => {
  const { getByRole, container } = await open([message(1)], {
    tenant: { payment_provider: 'sandbox' },
    chat: { cost: { credits: 2_000, reason: 'paid', free_left: 0 } }
  })
  await expect.element(getByRole('button', { name: sentence('chat-photo.button'), exact: true })).toBeVisible()
  const chosen = new DataTransfer()
  chosen.items.add(await aPictureFile(500, 600))
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText(sentence('error.not_enough_credits'))).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: sentence('chat-photo.buy') })).toHaveAttribute('href', '/credits')
})

test('a gift in a conversation is shown at once, waits without a connection, and is sent from the page after a reload', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const sent = message(2, { mine: true, content: { type: 'gift', gift: 'rose', note: null } })
  const visit = {
    width: 375,
    tenant: { payment_provider: 'sandbox' },
    api: { sendGift: () => ({ conversation_id: CHAT, message: sent }) }
  } as const
  const before = await open([message(1)], visit)
  startOutbox(before.queryClient)
  await before.getByRole('button', { name: /^Gift/ }).click()
  await before.getByRole('radio', { name: sentence('gift.rose') }).click()
  const give = before.getByRole('button', { name: sentence('giving.send', { credits: 5 }) })
  // As wide as the sheet: the dialog is within the composer, whose own buttons are small on a phone.
  expect(give.element().getBoundingClientRect().width).toBeGreaterThan(300)
  await give.click()
  await expect.element(before.getByRole('dialog')).not.toBeInTheDocument()
  const words = sentence('gift.you_sent', { gift: sentence('gift.rose') })
  await expect.element(before.getByRole('log').getByText(words)).toBeVisible()
  await expect.element(before.getByText(sentence('chat.waiting'))).toBeVisible()
  await before.unmount()

  const { getByRole, getByText, calls, queryClient } = await open([message(1)], visit)
  startOutbox(queryClient)
  await expect.element(getByText(sentence('chat.waiting'))).toBeVisible()
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.element(getByText(sentence('chat.sent'), { exact: true })).toBeVisible()
  expect(getByRole('log').getByText(words).elements()).toHaveLength(1)
  const given = { member: ANNA, gift: 'rose', note: '', credits: 5, to_fictional: false }
  expect(calls.filter(({ entry }) => entry === 'sendGift').map(({ body }) => body)).toEqual([given])
})

test('where photos aren’t taken there is no button for them', async () => {
  const { getByRole } = await open([message(1)], { chat: { accepts_photos: false }, tenant: { payment_provider: 'sandbox' } })
  await expect.element(getByRole('button', { name: /^Gift/ })).toBeVisible()
  await expect.element(getByRole('button', { name: sentence('chat-photo.button'), exact: true })).not.toBeInTheDocument()
})
