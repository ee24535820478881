import { expect, test, vi } from 'vitest'
import type { ChatListEntry } from '../../shared/api/chats.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { CHATS_PER_PAGE } from '../../shared/rules/chats.ts'
import { chatListEntry, id } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { applyEvent } from '../../client/live/apply-event.ts'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
import { useOutbox } from '../../client/outbox/use-outbox.ts'
import { expectAccessible } from './accessible.ts'
import { listen } from './announced.ts'
import { mount, HttpError } from './mount.tsx'
import { sentence } from './sentence.ts'

test('a conversation that can’t be deleted is gone at once, then an alert says why and it is back [CHAT-2] [CHAT-3] [CHAT-4] [CHAT-5]', async () => {
  const list = { chats: [chatListEntry('anna'), chatListEntry('bea')], total: 2, total_unread: 0, page: 1 }
  const hold = Promise.withResolvers<void>()
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {})
  const { getByTitle, getByRole, getByText, calls } = await mount('/chats', {
    answers: [[{ endpoint: 'listChats', query: {} }, list]],
    api: {
      listChats: () => list,
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      async deleteChat() {
        await hold.promise
        return new HttpError('not_found')
      }
    }
  })
  const remove = { name: sentence('chat-list.delete'), exact: true }
  await getByTitle(sentence('chat-list.more', { member: 'anna' })).click()
  await getByRole('button', remove).click()
  await getByRole('dialog').getByRole('button', remove).click()
  await expect.element(getByText('from anna')).not.toBeInTheDocument()
  await expect.element(getByText('from bea')).toBeVisible()
  expect(alert).not.toHaveBeenCalled()
  expect(calls.map(({ endpoint, body }) => [endpoint, body])).toEqual([['deleteChat', { conversation: id('chat-anna') }]])

  hold.resolve()
  await expect.poll(() => alert.mock.calls).toEqual([[sentence('error.not_found')]])
  await expect.element(getByText('from anna')).toBeVisible()
  expect(calls.map(({ endpoint }) => endpoint)).toContain('listChats')
})

/** Opens the list while the outbox has a message to someone, "c1", that the server refuses. */
async function withRefused(chats: ChatListEntry[], to: { member: string; name: string }) {
  const list = { chats, total: chats.length, total_unread: 0, page: 1 }
  const screen = await mount('/chats', {
    answers: [[{ endpoint: 'listChats', query: {} }, list]],
    api: {
      listChats: () => list,
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      sendMessage: () => new HttpError('not_enough_credits')
    }
  })
  startOutbox(screen.queryClient)
  await expect.poll(useOutbox.getState).not.toBeNull()
  await useOutbox.getState()!.add({ ...to, clientId: 'c1', content: { type: 'text', text: 'Hello' }, at: '2026-11-20T11:00:00.000Z' })
  return screen
}

test.each([
  { what: 'beside other conversations', chats: [chatListEntry('anna')] },
  { what: 'where there is no conversation', chats: [] }
])('a first message that was refused leads back to itself $what, and can be deleted', async ({ chats }) => {
  const { getByRole, getByText, getByTitle } = await withRefused(chats, { member: id('cleo'), name: 'Cleo' })
  const cleo = getByRole('link', { name: 'Cleo' })
  await expect.element(cleo.getByText(sentence('chats.not_sent'))).toBeVisible()
  await expect.element(cleo).toHaveAttribute('href', `/members/${id('cleo')}/chat`)
  await expectAccessible()
  await getByTitle(sentence('chat-list.more', { member: 'Cleo' })).click()
  await getByRole('button', { name: sentence('chat-list.discard') }).click()
  await expect.element(cleo).not.toBeInTheDocument()
  await expect.element(getByText(sentence('chat-list.discarded'))).toBeVisible()
  expect(useOutbox.getState()!.all()).toEqual([])
})

test('a message that was refused is shown in the list, whose conversation says why', async () => {
  const { getByRole } = await withRefused([chatListEntry('anna'), chatListEntry('bea')], { member: id('bea'), name: 'bea' })
  const [anna, bea] = [getByRole('link', { name: 'anna' }), getByRole('link', { name: 'bea' })]
  await expect.element(bea.getByText(sentence('chats.not_sent'))).toBeVisible()
  await expect.element(anna.getByText(sentence('chats.not_sent'))).not.toBeInTheDocument()
  useOutbox.getState()!.discard('c1')
  await expect.element(bea.getByText('from bea')).toBeVisible()
})

test('a long list can be searched by name and last message, and shows what the member has begun to write', async () => {
  const names = ['anna', 'bea', 'cleo', 'dora', 'eva', 'fay', 'gwen', 'hedy', 'ines']
  localStorage.setItem(`chat_draft:${'A'.repeat(22)}:${id('fay')}`, 'Not finished')
  const chats = names.map((name) => chatListEntry(name))
  chats[4]!.last_message!.content = { type: 'text', text: 'Très José' }
  const foreign = 'Łukasz, Đorđe, Søren, Æsa, Sœur, Weiß'
  chats[7]!.last_message!.content = { type: 'text', text: foreign }
  const list = { chats, total: 9, total_unread: 0, page: 1 }
  const { getByRole, getByText } = await mount('/chats', {
    answers: [[{ endpoint: 'listChats', query: {} }, list]],
    api: { listChats: () => list, getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']> }
  })
  await expect.element(getByText(sentence('chats.draft', { text: 'Not finished' }))).toBeVisible()
  const other = document.body.appendChild(document.createElement('iframe')).contentWindow!
  other.localStorage.setItem(`chat_draft:${'A'.repeat(22)}:${id('gwen')}`, 'In another tab')
  await expect.element(getByText(sentence('chats.draft', { text: 'In another tab' }))).toBeVisible()
  other.frameElement!.remove()
  const field = getByRole('searchbox', { name: sentence('chat-list.search') })
  await field.fill('BEA')
  await expect.element(getByText('from anna')).not.toBeInTheDocument()
  await expect.element(getByText('from bea')).toBeVisible()
  await field.fill('jose')
  await expect.element(getByText('Très José')).toBeVisible()
  await field.fill('LUKASZ dorde soren aesa soeur weiss')
  await expect.element(getByText(foreign)).toBeVisible()
  const { announced } = listen()
  await field.fill('no such name')
  await expect.element(getByText(sentence('chat-list.search_none', { text: 'no such name' }))).toBeVisible()
  expect(announced).toContain(sentence('chat-list.search_none', { text: 'no such name' }))
  await field.fill('')
  await expect.element(getByText('from anna')).toBeVisible()
})

test('a page of the list that can’t be loaded says so, is tried again, and until it is there nothing is said to be missing', async () => {
  const names = ['anna', 'bea', 'cleo']
  const pageOf = (page: number) => ({ chats: [chatListEntry(names[page - 1]!)], total: 3 * CHATS_PER_PAGE, total_unread: 0, page })
  let limited = true
  const { getByRole, getByText, calls } = await mount('/chats', {
    answers: [[{ endpoint: 'listChats', query: {} }, pageOf(1)]],
    api: {
      listChats: ({ query: { page = '1' } }) =>
        page === '2' && limited ? Object.assign(new HttpError('too_many_requests'), { retryAfter: 3600 }) : pageOf(Number(page)),
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>
    }
  })
  const more = getByRole('button', { name: sentence('chat-list.show_more') })
  const again = getByRole('button', { name: sentence('load-failed.retry') })
  await more.click()
  await expect.element(getByRole('alert').getByText(sentence('load-failed.limit', { minutes: 60 }))).toBeVisible()
  expect(more.elements()).toEqual([])
  await expectAccessible()

  const field = getByRole('searchbox', { name: sentence('chat-list.search') })
  await field.fill('bea')
  await expect.poll(() => calls.map(({ query }) => query.page)).toContain('3')
  await expect.element(getByText('from anna')).not.toBeInTheDocument()
  await expect.element(again).toBeVisible()
  expect(getByText(sentence('chat-list.search_none', { text: 'bea' })).elements()).toEqual([])
  limited = false
  await again.click()
  await expect.element(getByText('from bea')).toBeVisible()
  expect(again.elements()).toEqual([])
})

test('someone who is online has a mark, which comes and goes with the list that a live event brings; a fictional profile has none', async () => {
  let online: 'now' | 'today' = 'today'
  const list = () => {
    const anna = chatListEntry('anna')
    const bea = chatListEntry('bea')
    const chats = [
      { ...anna, profile: { ...anna.profile!, online } },
      { ...bea, profile: { ...bea.profile!, online: 'now' as const, fictional: true } }
    ]
    return { chats, total: 2, total_unread: 0, page: 1 }
  }
  const { getByRole, queryClient } = await mount('/chats', {
    answers: [[{ endpoint: 'listChats', query: {} }, list()]],
    api: { listChats: list, getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']> }
  })
  const marked = () =>
    getByRole('listitem')
      .filter({ hasText: sentence('member.online_now') })
      .elements()
      .map((item) => item.textContent)
  await expect.element(getByRole('link', { name: /from anna/ })).toBeVisible()
  expect(marked()).toEqual([])
  online = 'now'
  applyEvent(queryClient, 'contacts_changed', '{}')
  await expect.poll(marked).toEqual([expect.stringContaining('anna')])
  online = 'today'
  applyEvent(queryClient, 'contacts_changed', '{}')
  await expect.poll(marked).toEqual([])
})
