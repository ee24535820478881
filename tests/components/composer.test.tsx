import { expect, test } from 'vitest'
import { startOutbox } from '../../client/chat/browser-outbox.ts'
import type { Conversation } from '../../shared/api/chats.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { ANNA, CHAT, conversation, message } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { mount } from './mount.tsx'
import { sentence } from './sentence.ts'

const HELLO = 'Hello, I bake too.'

/** Opens a new conversation with Anna. */
async function openNew(more: Partial<Conversation>) {
  const chat = conversation([], more)
  const { getByRole, getByText, ...rest } = await mount(`/members/${ANNA}/chat`, {
    answers: [[{ endpoint: 'getChat', query: { member: ANNA } }, chat]],
    api: {
      getChat: () => chat,
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      sendMessage: ({ body }) => ({ conversation_id: CHAT, message: message(1, { mine: true, text: (body as { text: string }).text }) })
    }
  })
  return {
    ...rest,
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
  expect(calls.filter(({ entry }) => entry === 'sendMessage')).toEqual([])
  await send.click()
  await expect.poll(() => calls.find(({ entry }) => entry === 'sendMessage')?.body).toEqual({ member: ANNA, text: `${HELLO} And you?` })
  await expect.element(field).toHaveValue('')
})

test('what the member has begun to write there wins over it, and without one the composer is empty [ENT-35]', async () => {
  const first = await openNew({ draft: HELLO })
  await expect.element(first.field).toHaveValue(HELLO)
  await first.field.fill('Something else')
  await first.unmount()
  const again = await openNew({ draft: HELLO })
  await expect.element(again.field).toHaveValue('Something else')
  await again.unmount()
  sessionStorage.clear()
  const { field } = await openNew({ draft: null })
  await expect.element(field).toHaveValue('')
})
