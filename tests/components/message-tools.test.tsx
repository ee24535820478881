import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Answering } from '../../client/chat/answering-later.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
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
  await expect.element(dialog.getByText(sentence('external-link.text', { host: 'shop.example' }))).toBeVisible()
  const link = dialog.getByRole('link', { name: sentence('external-link.open') }).element() as HTMLAnchorElement
  expect([link.href, link.target, link.rel]).toEqual(['https://shop.example/of?me=1', '_blank', 'noopener noreferrer nofollow ugc'])
  await expectAccessible()
  await dialog.getByText(sentence('external-link.stay')).last().click()
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

test('by keyboard the options of a message keep the focus, lead to its actions, close them, and have it again after one', async () => {
  const { getByRole, getByText } = await open([message(1), message(2, { mine: true, text: 'Regretted' })], {
    api: { giveHeart: () => ({}), takeBackMessage: () => ({}) }
  })
  const options = getByRole('button', { name: sentence('chat.options') })
  const heart = getByRole('button', { name: sentence('message-tools.heart') })
  await userEvent.tab()
  ;(options.first().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heart).toBeVisible()
  await userEvent.tab()
  await expect.element(heart).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(options.first()).toHaveFocus()
  await expect.element(options.first()).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(heart).not.toBeInTheDocument()
  await expect.element(options.first()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heart).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(getByText(sentence('chat.heart_given'))).toBeInTheDocument()
  await expect.element(options.first()).toHaveFocus()
  ;(options.last().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(getByRole('button', { name: sentence('message-tools.take_back') })).toBeVisible()
  ;(getByRole('button', { name: sentence('message-tools.take_back') }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(getByText(sentence('chat.removed'))).toBeVisible()
  expect(getByText(sentence('chat.sent')).elements()).toEqual([])
  // A removed message has no options: those of the one before it.
  await expect.element(options.first()).toHaveFocus()
})

test('Tab leads to the newest message and on to the composer; arrow keys lead to the options of the others', async () => {
  const { getByRole } = await open([1, 2, 3].map((position) => message(position)))
  const options = (index: number) => getByRole('button', { name: sentence('chat.options') }).nth(index)
  const scroller = getByRole('region', { name: sentence('chat.messages_with', { member: 'anna' }) })
  ;(scroller.element() as HTMLElement).focus()
  await userEvent.tab()
  await expect.element(options(2)).toHaveFocus()
  for (const [keys, there] of [
    ['{ArrowUp}{ArrowUp}', 0],
    ['{ArrowUp}', 0],
    ['{ArrowDown}', 1],
    ['{Home}', 0],
    ['{End}{ArrowUp}', 1]
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.element(options(there)).toHaveFocus()
  }
  // Where the arrow keys have led is where Tab comes back to from its tools.
  await userEvent.keyboard('{Enter}')
  await expect.element(getByRole('button', { name: sentence('message-tools.heart') })).toBeVisible()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await expect.element(options(1)).toHaveFocus()
  await userEvent.keyboard('{Enter}{End}')
  await userEvent.tab()
  await expect.element(scroller).not.toContainElement(document.activeElement as HTMLElement)
  // Once the focus has left the messages, Tab leads to the newest again.
  await userEvent.tab({ shift: true })
  await expect.element(options(2)).toHaveFocus()
})

test.each([
  ['refuses to copy', () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))],
  [
    'has no clipboard',
    () => {
      throw new TypeError("Cannot read properties of undefined (reading 'writeText')")
    }
  ]
])('a browser that %s says so', async (_, writeText) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  const { getByRole, getByText } = await open([message(1, { text: 'Copy me' })])
  await getByText('Copy me').click()
  await getByRole('button', { name: sentence('message-tools.copy'), exact: true }).click()
  await expect.element(getByText(sentence('message-tools.copy_failed'))).toBeVisible()
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
    .poll(() => calls.find(({ endpoint }) => endpoint === 'sendMessage')?.body)
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
  // A message that a swipe wrongly chose to answer would be shown at once.
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
  // It follows the finger as far as the gesture needs, and no farther.
  expect(moved()).toBe(56)
  far.lift()
  await expect.element(reply).toBeVisible()
  expect(moved()).toBe(0)
  const field = getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) })
  await expect.element(field).toHaveFocus()
  await getByRole('button', { name: sentence('message-tools.reply_cancel') }).click()
  await expect.element(reply).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
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
  expect(calls.flatMap(({ endpoint, body }) => (['giveHeart', 'takeBackMessage'].includes(endpoint) ? [body] : []))).toEqual([
    { conversation: CHAT, position: 1, heart: true },
    { conversation: CHAT, position: 2 },
    { conversation: CHAT, position: 1, heart: false }
  ])
})

test('a heart that is taken away again, and a conversation unmuted again, are sent once the change before is answered', async () => {
  const line = Promise.withResolvers<void>()
  const steps: unknown[] = []
  const slowly = (change: boolean) => async () => {
    steps.push(['asked', change])
    await line.promise
    steps.push(['answered', change])
    return {}
  }
  let muted = false
  const { getByRole, getByText, getByTitle, queryClient } = await open([message(1, { text: 'From Anna' })], {
    api: {
      giveHeart: ({ body }) => slowly(body.heart)(),
      muteChat({ body }) {
        muted = body.muted
        return slowly(body.muted)()
      },
      getChat: () => conversation([message(1, { text: 'From Anna' })], { muted })
    }
  })
  const heart = async () => {
    await getByText('From Anna').click()
    await getByRole('button', { name: sentence('message-tools.heart') }).click()
  }
  const menu = async (action: string) => {
    await getByTitle(sentence('chat.more'), { exact: true }).click()
    await getByRole('button', { name: sentence(action), exact: true }).click()
  }
  await heart()
  await expect.element(getByText(sentence('chat.heart_given'))).toBeInTheDocument()
  await heart()
  await expect.element(getByText(sentence('chat.heart_given'))).not.toBeInTheDocument()
  await menu('chats.mute')
  await expect.poll(() => muted).toBe(true)
  applyEvent(queryClient, 'chats_changed', '{}')
  await menu('chats.unmute')
  // What is sent at once would arrive meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(steps).toEqual([
    ['asked', true],
    ['asked', true]
  ])
  line.resolve()
  await expect.poll(() => steps).toHaveLength(8)
  await expect.poll(() => queryClient.isMutating() + queryClient.isFetching()).toBe(0)
  expect(muted).toBe(false)
})

test('a gift leaves the first reply free, as the price beside the button says', async () => {
  const cost = { credits: 0, reason: 'reply', free_left: 0 } as const
  const given = [message(1), message(2, { mine: true, content: { type: 'gift', gift: 'rose', note: 'For you' } })]
  const { getByText } = await open(given, { chat: { cost } })
  await expect.element(getByText(sentence('chat.cost', { credits: 0 }), { exact: true })).toBeVisible()
})

test('where one of the two hides what they have read, no message can be taken back', async () => {
  const { getByRole, getByText } = await open([message(1, { mine: true, text: 'Regretted' })], { chat: { can_take_back: false } })
  await getByText('Regretted').click()
  await expect.element(getByRole('button', { name: sentence('message-tools.copy') })).toBeVisible()
  expect(getByRole('button', { name: sentence('message-tools.take_back') }).elements()).toEqual([])
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
