import { afterEach, expect, test, vi } from 'vitest'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
import { usePush } from '../../client/state/push.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { CHAT, message } from '../client/chat-fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { memberApi } from './member-api.ts'
import { mount } from './mount.tsx'
import { openConversation } from './open-conversation.ts'
import { sentence } from './sentence.ts'

const ID = 'A'.repeat(22)
const POSSIBLE = { capability: true, subscription: false } as const

afterEach(() => {
  document.cookie = 'notices=; Max-Age=0; Path=/'
})

test.each(LOCALES)('known from before it is one line above the page on a phone, in %s too [BAN-8]', async (language) => {
  const { getByTestId } = await mount('/profile', { width: 375, language, page: { notices: [`push:${ID}`] }, api: memberApi() })
  const offer = getByTestId('banner-push')
  await expect.element(offer).toBeInTheDocument()
  expect(offer.element().closest('aside')).not.toBeNull()
  expect(offer.element().getBoundingClientRect().height).toBeLessThan(56)
  expect(offer.element().scrollWidth).toBeLessThanOrEqual(offer.element().clientWidth)
})

test('a tap before the browser has been checked waits for that, and the line disappears if nothing can be offered', async () => {
  const { getByTestId } = await mount('/profile', { page: { notices: [`push:${ID}`] }, api: memberApi() })
  const offer = getByTestId('banner-push')
  const subscribe = vi.fn(async () => usePush.setState({ subscription: 'denied' }))
  await offer.getByRole('button', { name: sentence('banner.push_enable') }).click()
  usePush.setState({ ...POSSIBLE, subscribe })
  await expect.element(offer).not.toBeInTheDocument()
  expect(subscribe).toHaveBeenCalledOnce()
  expect(document.cookie).not.toContain('push:')
})

test('after the first sent message the chat offers to tell of the answer, in one line that can be closed', async () => {
  usePush.setState(POSSIBLE)
  const { getByRole, getByText, queryClient } = await openConversation([message(1)], {
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
})

test('an offer of notifications that was closed is not made in the next conversation', async () => {
  usePush.setState(POSSIBLE)
  const sendMessage = () => ({ conversation_id: CHAT, message: message(2, { mine: true, text: 'Hello' }) })
  const send = async ({ getByRole, queryClient }: Awaited<ReturnType<typeof openConversation>>) => {
    startOutbox(queryClient)
    await getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) }).fill('Hello')
    await getByRole('button', { name: sentence('chat.send') }).click()
    await expect.element(getByRole('log').getByText('Hello')).toBeVisible()
  }
  const first = await openConversation([message(1)], { api: { sendMessage } })
  await send(first)
  await first.getByRole('button', { name: sentence('form.close') }).click()
  await first.unmount()
  const second = await openConversation([message(1)], { api: { sendMessage } })
  await send(second)
  await expect.poll(() => second.queryClient.isFetching()).toBe(0)
  await expect.element(second.getByText(sentence('message-tools.push_offer', { member: 'anna' }))).not.toBeInTheDocument()
})

// Last, because a closed offer stays closed as long as this browser is open.
test('found after the page has loaded, the offer is at its end, moves nothing and covers nothing; it can be closed for good [BAN-8] [BAN-12]', async () => {
  const { getByTestId, getByRole } = await mount('/profile', { width: 375, api: memberApi() })
  const heading = getByRole('heading', { level: 1 })
  await expect.element(getByRole('button', { name: sentence('profile-edit.locate') })).toBeInTheDocument()
  const before = heading.element().getBoundingClientRect()
  usePush.setState(POSSIBLE)
  const offer = getByTestId('banner-push')
  await expect.element(offer).toBeInTheDocument()
  expect(heading.element().getBoundingClientRect()).toEqual(before)
  expect(offer.element().closest('main')).not.toBeNull()
  expect(getComputedStyle(offer.element()).position).toBe('static')
  await expectAccessible()
  expect(document.cookie).toContain(`push:${ID}`)
  await offer.getByRole('button', { name: sentence('form.close') }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(Number(localStorage.getItem(`hide_push_alert:${ID}`))).toBeGreaterThan(0)
  expect(document.cookie).toMatch(new RegExp(`push:${ID}~hide_push_alert:${ID}$`))
})
