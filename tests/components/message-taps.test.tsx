import { afterEach, expect, test, vi } from 'vitest'
import { cdp, type Locator } from 'vitest/browser'
import { CHAT, message } from '../client/chat-fixtures.ts'
import { openConversation, type Protocol } from './open-conversation.ts'
import { sentence } from './sentence.ts'

// By a finger as the browser itself reports it: touches, pointers, the click, and what it selects.

afterEach(() => void vi.useRealTimers())

const browser = () => cdp() as unknown as Protocol

const wait = setTimeout

/** Taps the middle of an element, in the window that this page is a frame of; done when the page has had the click. */
async function tap(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  const frame = window.frameElement!.getBoundingClientRect()
  const scale = frame.width / innerWidth
  const { left, top, width, height } = target.element().getBoundingClientRect()
  const at = { x: frame.left + (left + width / 2) * scale, y: frame.top + (top + height / 2) * scale }
  const clicked = new Promise<void>((resolve) => addEventListener('click', () => wait(resolve), { once: true, capture: true }))
  await browser().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await browser().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await clicked
}

/** Taps without time between them, on however slow a machine; then so much time passes that nothing else belongs to them. */
async function tapAtOnce(...targets: Locator[]): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const target of targets) await tap(target)
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
}
const tapTwice = (target: Locator) => tapAtOnce(target, target)

const open = (more: Parameters<typeof openConversation>[1] = {}) =>
  openConversation(
    [
      message(1, { text: 'From Anna' }),
      message(2, { mine: true, text: 'My own' }),
      message(3, { text: 'https://shop.example' }),
      message(4, { text: 'And this' })
    ],
    {
      width: 375,
      ...more,
      api: { giveHeart: () => ({}), ...more.api }
    }
  )

test('two taps on their message give it a heart, two more take it away, and neither opens the tools', async () => {
  const { getByRole, getByText, calls } = await open()
  const hearts = () => calls.filter(({ endpoint }) => endpoint === 'giveHeart').map(({ body }) => body)
  const bubble = getByRole('log').getByText('From Anna')
  await tapTwice(bubble)
  await expect.element(getByText(sentence('chat.heart_given'))).toBeInTheDocument()
  expect(getByRole('button', { name: sentence('message-tools.heart') }).query()).toBeNull()
  await tapTwice(bubble)
  await expect.element(getByText(sentence('chat.heart_given'))).not.toBeInTheDocument()
  await expect.poll(hearts).toEqual([true, false].map((heart) => ({ conversation: CHAT, position: 1, heart })))
  expect(getByRole('button', { name: sentence('message-tools.heart') }).query()).toBeNull()
})

test('one tap opens the tools, whose heart says once on a phone that two taps do the same', async () => {
  const matches = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => (query === '(hover: none)' ? matches('all') : matches(query)))
  const { getByRole, getByText, calls } = await open()
  const button = getByRole('button', { name: sentence('message-tools.heart') })
  const tip = getByText(sentence('message-tools.heart_tip'))
  const bubble = getByRole('log').getByText('From Anna')
  await tap(bubble)
  await tap(button)
  await expect.element(getByText(sentence('chat.heart_given'))).toBeInTheDocument()
  await expect.element(tip).toBeVisible()
  // What was pressed is done, and the tools close; a tap on a button is not the first of two on the message.
  await expect.element(button).not.toBeInTheDocument()
  await tap(bubble)
  await expect.element(button).toBeVisible()
  await tapAtOnce(button, bubble)
  await expect.element(getByText(sentence('chat.heart_given'))).not.toBeInTheDocument()
  await tap(button)
  await expect.element(getByText(sentence('chat.heart_given'))).toBeInTheDocument()
  expect(calls.filter(({ endpoint }) => endpoint === 'giveHeart')).toHaveLength(3)
  expect(tip.elements()).toHaveLength(1)
})

test('two taps give no heart to one’s own message, by a link, where they select a word, or to two messages', async () => {
  const { getByRole, calls } = await open()
  await tapTwice(getByRole('log').getByText('My own'))
  const bubble = getByRole('log').getByText('From Anna')
  await expect.element(bubble).toBeVisible()
  getSelection()!.selectAllChildren(bubble.element())
  await tapTwice(bubble)
  getSelection()!.removeAllRanges()
  const stay = getByRole('dialog').getByText(sentence('external-link.stay')).last()
  // Between the two the dialog that the link opens is closed: otherwise the second one is the dialog's.
  await tapAtOnce(getByRole('button', { name: 'https://shop.example' }), stay, getByRole('button', { name: 'https://shop.example' }))
  await stay.click()
  await tapAtOnce(bubble, getByRole('log').getByText('And this'))
  await expect.poll(() => getByRole('button', { name: sentence('message-tools.heart') }).elements().length).toBe(2)
  expect(calls.map(({ endpoint }) => endpoint)).not.toContain('giveHeart')
})
