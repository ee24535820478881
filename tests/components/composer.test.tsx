import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
import { outboxStore } from '../../client/outbox/outbox-store.ts'
import { CHAT_DRAFT_PREFIX, forgetWritten } from '../../client/session/device-keys.ts'
import { showToast } from '../../client/state/toasts.ts'
import type { Conversation } from '../../shared/api/chats.ts'
import { CONTRACT, type Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { ANNA, CHAT, conversation, message } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { HttpError, mount, tidyUp } from './mount.tsx'
import { sentence } from './sentence.ts'

const HELLO = 'Hello, I bake too.'

/** Opens a new conversation with Anna; `then` is what the refusal of a message changes in it, and with it only the first message is refused. */
async function openNew(more: Partial<Conversation>, refusal?: HttpError, then?: Partial<Conversation>, width = 1280, tenant = {}) {
  const chat = conversation([], more)
  let current = chat
  let refuses = refusal
  const { getByRole, getByText, ...rest } = await mount(`/members/${ANNA}/chat`, {
    width,
    tenant,
    answers: [[{ endpoint: 'getChat', query: { member: ANNA } }, chat]],
    api: {
      getChat: () => current,
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      sendMessage: ({ body }) => {
        const refused = refuses
        if (then) {
          refuses = undefined
          current = conversation([], { ...more, ...then })
        }
        if (refused) return refused
        const sent = message(1, { mine: true, text: (body as { text: string }).text })
        current = conversation([sent])
        return { conversation_id: CHAT, message: sent }
      }
    }
  })
  return {
    ...rest,
    getByRole,
    getByText,
    field: getByRole('textbox', { name: sentence('chat.write_to', { member: 'anna' }) }),
    send: getByRole('button', { name: sentence('chat.send') })
  }
}

test('the message from the sign-up waits in the composer of a new conversation, to be sent or changed by the member alone [ENT-35]', async () => {
  const { field, send, calls, queryClient } = await openNew({ draft: HELLO })
  await expect.element(field).toHaveValue(HELLO)
  startOutbox(queryClient)
  await field.fill(`${HELLO} And you?`)
  expect(calls.filter(({ endpoint }) => endpoint === 'sendMessage')).toEqual([])
  await send.click()
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'sendMessage')?.body)
    .toEqual({ member: ANNA, text: `${HELLO} And you?`, credits: 2, to_fictional: false })
  await expect.element(field).toHaveValue('')
})

test('a text that is sent stays on the device as begun until its message is stored there: a page that ends in between loses nothing', async () => {
  const { field, send, queryClient } = await openNew({})
  startOutbox(queryClient)
  const happened: string[] = []
  // oxlint-disable-next-line typescript/unbound-method -- called with its store
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown) {
    this.transaction.addEventListener('complete', () => happened.push('message stored'))
    return put.call(this, value)
  })
  // oxlint-disable-next-line typescript/unbound-method -- called with its storage
  const { removeItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key: string) {
    if (key.startsWith(CHAT_DRAFT_PREFIX)) happened.push('text removed')
    removeItem.call(this, key)
  })
  await field.fill('Good evening')
  await send.click()
  await expect.element(field).toHaveValue('')
  await expect.poll(() => happened).toContain('text removed')
  expect(happened.slice(0, 2)).toEqual(['message stored', 'text removed'])
})

test('a draft wins over it, and without either the composer is empty [ENT-35]', async () => {
  const first = await openNew({ draft: HELLO })
  await expect.element(first.field).toHaveValue(HELLO)
  await first.field.fill('Something else')
  await first.unmount()
  const again = await openNew({ draft: HELLO })
  await expect.element(again.field).toHaveValue('Something else')
  await again.unmount()
  localStorage.clear()
  const { field } = await openNew({ draft: null })
  await expect.element(field).toHaveValue('')
})

test('a draft is the same in every tab, until it is sent in one of them or the member logs out', async () => {
  const { field } = await openNew({})
  await field.fill('Begun here')
  const other = document.body.appendChild(document.createElement('iframe')).contentWindow!
  const [key] = Object.keys(other.localStorage)
  expect(other.localStorage.getItem(key!)).toBe('Begun here')
  other.localStorage.setItem(key!, 'Begun here, ended there')
  await expect.element(field).toHaveValue('Begun here, ended there')
  other.localStorage.removeItem(key!)
  await expect.element(field).toHaveValue('')
  other.frameElement!.remove()
  await field.fill('Begun again')
  forgetWritten()
  expect(Object.keys(localStorage)).toEqual([])
})

test('a message that a test still sends at its end has been sent when the next one begins', async () => {
  const { field, send, queryClient } = await openNew({})
  startOutbox(queryClient)
  const answered = vi.fn()
  const ask = fetch
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const answer = await ask(...call)
    answered(call[0])
    return answer
  })
  await field.fill('Hello')
  await send.click()
  await tidyUp()
  expect(answered).toHaveBeenCalledWith(CONTRACT.sendMessage.path)
  // Outboxes of earlier tests look for something to send, too, as those of other tabs do.
  await expect.poll(async () => (await navigator.locks.query()).held).toEqual([])
})

test('Enter that confirms a choice of an input method sends nothing; the one after it does, and the field keeps the focus', async () => {
  const { field, send, calls, queryClient } = await openNew({})
  startOutbox(queryClient)
  await field.fill('こんにちは')
  const enter = (more: KeyboardEventInit) =>
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }))
  enter({ isComposing: true, keyCode: 13 })
  // As in Safari, which ends the composition first.
  enter({ keyCode: 229 })
  await expect.element(field).toHaveValue('こんにちは')
  expect(calls.filter(({ endpoint }) => endpoint === 'sendMessage')).toEqual([])
  await send.click()
  await expect.poll(() => calls.filter(({ endpoint }) => endpoint === 'sendMessage')).toHaveLength(1)
  await expect.element(field).toHaveFocus()
})

test('a letter typed anywhere goes into the message, but not while a dialog is open', async () => {
  const { field } = await openNew({})
  await expect.element(field).toBeVisible()
  const typed = async (key: string) => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard(key)
    return document.activeElement === field.element()
  }
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  dialog.setAttribute('open', '')
  expect(await typed('a')).toBe(false)
  dialog.remove()
  expect([await typed('b'), await typed(' ')]).toEqual([true, false])
  await expect.element(field).toHaveValue('b')
})

test('the price of a message is beside the button, and is sent with it [ERR-18] [SET-17]', async () => {
  const opening = { credits: 0, reason: 'opening', free_left: 1 } as const
  const { field, send, calls, getByText, queryClient } = await openNew({ cost: opening })
  startOutbox(queryClient)
  await expect.element(getByText(sentence('chat.cost', { credits: 0 }), { exact: true })).toBeVisible()
  await expect.element(getByText(sentence('costs.opening', { left: 1 }))).toBeVisible()
  await field.fill('Hello')
  await send.click()
  await expect.poll(() => calls.find(({ endpoint }) => endpoint === 'sendMessage')?.body).toMatchObject({ credits: 0 })
  // The message that opened the conversation was free; the next one isn't.
  await expect.element(getByText(sentence('chat.cost', { credits: 2 }), { exact: true })).toBeVisible()
})

test.each([
  { credits: 0, reason: 'opening', free_left: 1 },
  { credits: 0, reason: 'reply', free_left: 0 }
] as const)('a message that was refused was not the free one: the next one still costs nothing, %o', async (cost) => {
  const { field, send, getByText, queryClient } = await openNew({ cost }, new HttpError('contact_limit', { hours: 3 }))
  startOutbox(queryClient)
  await field.fill('Hello')
  await send.click()
  await expect.element(getByText(sentence('error.contact_limit', { hours: 3 }), { exact: false }).first()).toBeVisible()
  await expect.element(getByText(sentence('chat.cost', { credits: 0 }), { exact: true })).toBeVisible()
  expect(getByText(sentence('chat.cost', { credits: 2 }), { exact: true }).elements()).toEqual([])
})

test.each([
  ['a brand that sells', 'sandbox', true],
  ['a brand without prices', 'none', false]
] as const)('where messages are free, %s (%s) says so beside the button: %s', async (_, payment_provider, said) => {
  const { send, getByText } = await openNew({ cost: { credits: 0, reason: 'free', free_left: 2 } }, undefined, undefined, 1280, {
    payment_provider
  })
  await expect.element(send).toBeVisible()
  expect(getByText(sentence('chat.cost', { credits: 0 }), { exact: true }).elements()).toHaveLength(said ? 1 : 0)
})

test.each([
  [{ credits: 2_000, reason: 'paid', free_left: 0 }, 'error.not_enough_credits', 'costs.buy', '/credits'],
  [{ credits: 0, reason: 'premium_only', free_left: 0 }, 'costs.premium', 'costs.get_premium', '/premium']
] as const)('%o: nothing is sent or lost, and a link leads on [ERR-18] [ERR-19]', async (cost, text, action, path) => {
  const { field, send, calls, getByRole, queryClient } = await openNew({ cost })
  startOutbox(queryClient)
  await field.fill('Do you bake?')
  await send.click()
  await expect.element(getByRole('alert').getByText(sentence(text), { exact: false })).toBeVisible()
  await expect.element(getByRole('link', { name: sentence(action) })).toHaveAttribute('href', path)
  await expect.element(field).toHaveValue('Do you bake?')
  expect(calls.map(({ endpoint }) => endpoint)).not.toContain('sendMessage')
})

test('before the first paid message to a fictional profile the member says that they know', async () => {
  const { field, send, calls, getByRole, queryClient } = await openNew({ confirms_fictional: true })
  startOutbox(queryClient)
  await field.fill('Hello')
  await send.click()
  expect(calls.map(({ endpoint }) => endpoint)).not.toContain('sendMessage')
  await getByRole('checkbox', { name: sentence('costs.understand', { member: 'anna' }) }).click()
  await send.click()
  await expect.poll(() => calls.find(({ endpoint }) => endpoint === 'sendMessage')?.body).toMatchObject({ credits: 2, to_fictional: true })
})

const PAID = { credits: 2, reason: 'paid', free_left: 0 } as const
const FREE = { credits: 0, reason: 'reply', free_left: 0 } as const

test.each([
  ['message_price_changed', { credits: 2 }, { confirms_fictional: true, cost: FREE }],
  ['invalid', {}, { confirms_fictional: false, cost: PAID }]
] as const)(
  'a message refused with %s, which has become the first paid one to a fictional profile, is retried once the member says that they know',
  async (code, params, before) => {
    const after = { confirms_fictional: true, cost: PAID }
    const { field, send, calls, getByRole, getByText, queryClient } = await openNew(before, new HttpError(code, params), after)
    const sent = () => calls.filter(({ endpoint }) => endpoint === 'sendMessage').map(({ body }) => body)
    startOutbox(queryClient)
    await field.fill('Do you bake?')
    await send.click()
    const understand = getByRole('checkbox', { name: sentence('costs.understand', { member: 'anna' }) })
    await expect.element(understand).toBeVisible()
    const retry = getByRole('button', { name: sentence('load-failed.retry') })
    await retry.click()
    await expect.element(getByText(sentence('costs.understand_first'))).toBeVisible()
    expect(sent()).toHaveLength(1)
    await understand.click()
    await retry.click()
    await expect.poll(sent).toMatchObject([{ to_fictional: false }, { credits: 2, to_fictional: true }])
    await expect.element(retry).not.toBeInTheDocument()
  }
)

test.each([
  ['not_enough_credits', 'costs.buy', '/credits'],
  ['premium_only', 'costs.get_premium', '/premium']
] as const)('a message that was refused with %s stays, with its reason and the way there [ERR-18] [ERR-19]', async (code, action, path) => {
  const { field, send, getByRole, getByText, queryClient } = await openNew({}, new HttpError(code))
  startOutbox(queryClient)
  await field.fill('Do you bake?')
  await send.click()
  await expect.element(getByText(sentence(`error.${code}`), { exact: false }).first()).toBeVisible()
  await expect.element(getByRole('link', { name: sentence(action) }).first()).toHaveAttribute('href', path)
  await expect.element(getByRole('log').getByText('Do you bake?')).toBeVisible()
  await getByRole('button', { name: sentence('costs.discard') }).click()
  await expect.element(getByRole('log').getByText('Do you bake?')).not.toBeInTheDocument()
  await expect.element(getByText(sentence('chat-list.discarded'))).toBeVisible()
})

test('waiting messages are kept in IndexedDB for their own account until the log-out; those of an earlier version are taken over', async () => {
  const content = { type: 'photo', state: 'shown' } as const
  const entry = { member: ANNA, content, at: new Date(0).toISOString(), failure: null, queued: 2, clientId: 'new' }
  localStorage.setItem('outbox:me:old', JSON.stringify({ ...entry, content: undefined, text: 'From before', queued: 1, clientId: 'old' }))
  localStorage.setItem('outbox:me:broken', '{"half')
  const store = outboxStore('me')
  await store.put({ ...entry, file: new Blob(['jpeg']) })
  // As after a reload.
  const kept = await outboxStore('me').all()
  expect(kept.map((one) => [one.clientId, one.content])).toEqual([
    ['old', { type: 'text', text: 'From before' }],
    ['new', content]
  ])
  expect(await kept[1]!.file!.text()).toBe('jpeg')
  expect(await outboxStore('other').all()).toEqual([])
  await store.delete('old')
  expect((await store.all()).map(({ clientId }) => clientId)).toEqual(['new'])
  forgetWritten()
  expect(await outboxStore('me').all()).toEqual([])
})

test.each([1280, 768, 375])('the field takes the rest of the buttons’ row, and the price is below it: %i px', async (width) => {
  const { field, send, getByText } = await openNew({}, undefined, undefined, width)
  await expect.element(field).toBeVisible()
  const [text, button] = [field, send].map((one) => one.element().getBoundingClientRect())
  const price = getByText(sentence('chat.cost', { credits: 2 }))
    .element()
    .getBoundingClientRect()
  const row = field.element().closest('form')!.parentElement!.getBoundingClientRect()
  expect(text!.width).toBeGreaterThan(row.width - 4 * button!.width)
  expect(text!.height).toBeLessThan(1.5 * button!.height)
  expect(price.top).toBeGreaterThan(text!.bottom - 8)
  expect(Math.abs(price.right - row.right)).toBeLessThan(1)
})

test.each([1280, 375])('a toast covers neither the field nor its button, also above an on-screen keyboard: %i px', async (width) => {
  const { field, send, getByText } = await openNew({}, undefined, undefined, width)
  await expect.element(field).toBeVisible()
  showToast({ text: 'It is done' })
  const toast = getByText('It is done')
  await expect.element(toast).toBeVisible()
  const bottom = () => Math.round(toast.element().parentElement!.getBoundingClientRect().bottom)
  const top = (one: typeof field) => Math.round(one.element().getBoundingClientRect().top)
  await expect.poll(() => bottom() <= Math.min(top(field), top(send))).toBe(true)
  document.documentElement.style.setProperty('--visible-height', '300px')
  await expect.poll(() => bottom() <= 300 && bottom() <= top(field)).toBe(true)
  document.documentElement.style.removeProperty('--visible-height')
})

test('a store that could not be opened is opened again for the next message', async () => {
  const store = outboxStore('me')
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError')
  })
  await expect(store.all()).rejects.toThrow()
  expect(await store.all()).toEqual([])
  expect(open).toHaveBeenCalledTimes(2)
})

test('a store that opens too late is used for the messages after it', async () => {
  const real = indexedDB.open.bind(indexedDB)
  let answer = () => {}
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce((name, version) => {
    const late = new EventTarget() as IDBOpenDBRequest
    answer = () => {
      const request = real(name, version)
      Object.defineProperty(late, 'result', { get: () => request.result })
      for (const type of ['upgradeneeded', 'success']) request.addEventListener(type, () => late.dispatchEvent(new Event(type)))
    }
    return late
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const store = outboxStore('me')
  const first = store.all()
  const refused = expect(first).rejects.toThrow('does not open')
  vi.advanceTimersByTime(3000)
  vi.useRealTimers()
  await refused
  answer()
  await expect.poll(() => store.all().catch(() => null)).toEqual([])
  expect(open).toHaveBeenCalledTimes(1)
})

test('without IndexedDB a message waits in memory, the browser asks before the page is left, and it goes when the connection is back', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError')
    },
    deleteDatabase() {}
  })
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { field, send, calls, getByText, queryClient } = await openNew({})
  const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const added = vi.spyOn(window, 'addEventListener')
  startOutbox(queryClient)
  // Not even a listener: a page that has one may not be kept for the back button.
  expect([leave(), added.mock.calls.filter(([type]) => type === 'beforeunload')]).toEqual([false, []])
  await field.fill('From a private window')
  await send.click()
  await expect.element(getByText('From a private window')).toBeVisible()
  expect(leave()).toBe(true)
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.poll(() => calls.filter(({ endpoint }) => endpoint === 'sendMessage')).toHaveLength(1)
  await expect.poll(leave).toBe(false)
})
