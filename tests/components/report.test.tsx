import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryOf } from '../../client/api/queries.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { COPIED_MESSAGES } from '../../shared/rules/reports.ts'
import { CHAT, conversation, id, message } from '../client/chat-fixtures.ts'
import { profile } from '../client/member-profile.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { memberApi } from './member-api.ts'
import { HttpError, mount } from './mount.tsx'
import { openConversation } from './open-conversation.ts'
import { readIn } from './read-in.ts'
import { sentence } from './sentence.ts'

const getUser = () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>
const RECEIPT = { reference: 'K7QF-3M9T', due_at: '2026-11-27T12:00:00.000Z' }
const ANN = id('Ann')
const NOW = '2026-11-20T12:00:00.000Z'

test('a report from the profile needs a reason, blocks unless unticked, and its receipt is read before the member is gone', async () => {
  await readIn('America/New_York')
  const answers = [
    [
      { endpoint: 'getMember', query: { id: ANN } },
      { member: profile(), blocked: null, now: NOW }
    ]
  ] as const
  const api = memberApi({
    getUser,
    fileReport: () => {
      // The live event of the block comes before the answer, and takes the profile away.
      queryClient.setQueryData<EndpointOutput<Contract['getMember']>>(['getMember', { id: ANN }], {
        member: null,
        blocked: { id: ANN, name: 'Ann' },
        now: NOW
      })
      return RECEIPT
    },
    visitMember: () => ({})
  })
  const { getByRole, getByText, getByTitle, calls, queryClient } = await mount(`/members/${ANN}`, {
    answers: [...answers],
    api,
    width: 375
  })
  await getByTitle(sentence('profile.more')).click()
  await getByRole('button', { name: sentence('safety.report', { member: 'Ann' }) }).click()
  const dialog = getByRole('dialog', { name: sentence('report.title', { member: 'Ann' }) })
  await expect.element(dialog.getByRole('radio').first()).toHaveFocus()
  await expect.element(dialog.getByText(sentence('report.copied'))).toBeVisible()
  await expectAccessible()
  const submit = dialog.getByRole('button', { name: sentence('report.submit') })
  await submit.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'fileReport')).toEqual([])

  await dialog.getByLabelText(sentence('report.kind.money')).click()
  await dialog.getByLabelText(sentence('report.text')).fill('Asked for a gift card')
  await expect.element(dialog.getByLabelText(sentence('report.block', { member: 'Ann' }))).toBeChecked()
  await submit.click()
  const receipt = sentence('report.sent_text', { reference: RECEIPT.reference, due: '27 November at 7:00' })
  await expect.element(getByText(receipt)).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'fileReport').map(({ body }) => body)).toEqual([
    { member: ANN, kind: 'money', text: 'Asked for a gift card', block: true }
  ])
  await expect.element(getByText(sentence('report.sent_blocked', { member: 'Ann' }))).toBeVisible()
  await expect.element(getByText(sentence('profile.blocked', { member: 'Ann' }))).toBeInTheDocument()
  await getByRole('dialog')
    .getByRole('button', { name: sentence('form.close') })
    .last()
    .click()
  await expect.element(getByText(sentence('profile.blocked', { member: 'Ann' }))).toBeVisible()
})

test('the input of a report is kept after the dialog was closed by accident, until it is sent', async () => {
  const answer = { member: profile(), blocked: null, now: NOW }
  const { getByRole, getByText, getByTitle } = await mount(`/members/${ANN}`, {
    answers: [[{ endpoint: 'getMember', query: { id: ANN } }, answer]],
    api: memberApi({ getUser, getMember: () => answer, fileReport: () => RECEIPT, visitMember: () => ({}) })
  })
  const dialog = getByRole('dialog')
  const open = async () => {
    await getByTitle(sentence('profile.more')).click()
    await getByRole('button', { name: sentence('safety.report', { member: 'Ann' }) }).click()
  }
  const text = dialog.getByLabelText(sentence('report.text'))
  const reason = dialog.getByLabelText(sentence('report.kind.harassment'))
  const block = dialog.getByLabelText(sentence('report.block', { member: 'Ann' }))
  await open()
  await reason.click()
  await text.fill('Wrote this three times')
  await block.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await open()
  await expect.element(text).toHaveValue('Wrote this three times')
  await expect.element(reason).toBeChecked()
  await expect.element(block).not.toBeChecked()
  await dialog.getByRole('button', { name: sentence('report.submit') }).click()
  await expect.element(getByText(RECEIPT.reference, { exact: false })).toBeVisible()
  await userEvent.keyboard('{Escape}')

  await open()
  await expect.element(text).toHaveValue('')
})

test.each([
  ['accepted', RECEIPT, RECEIPT.reference],
  ['refused', new HttpError('limit_reached'), sentence('error.limit_reached')]
])('a report that is closed while it is being sent, and then %s, says so', async (_, answered, says) => {
  const hold = Promise.withResolvers<void>()
  const answer = { member: profile(), blocked: null, now: NOW }
  const { getByRole, getByText, getByTitle, calls } = await mount(`/members/${ANN}`, {
    answers: [[{ endpoint: 'getMember', query: { id: ANN } }, answer]],
    api: memberApi({ getUser, getMember: () => answer, fileReport: () => hold.promise.then(() => answered), visitMember: () => ({}) })
  })
  await getByTitle(sentence('profile.more')).click()
  await getByRole('button', { name: sentence('safety.report', { member: 'Ann' }) }).click()
  const dialog = getByRole('dialog')
  await dialog.getByLabelText(sentence('report.kind.money')).click()
  await dialog.getByRole('button', { name: sentence('report.submit') }).click()
  await expect.poll(() => calls.map(({ endpoint }) => endpoint)).toContain('fileReport')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  hold.resolve()
  await expect.element(getByText(says, { exact: false })).toBeVisible()
  await expect.poll(() => getByText(sentence('profile.blocked', { member: 'Ann' })).elements().length).toBe(answered === RECEIPT ? 1 : 0)
})

test('a reporter whose address isn’t confirmed is promised no mail, but told to confirm it', async () => {
  const own = memberAnswers({ confirmed: false })[0]!
  const answer = { member: profile(), blocked: null, now: NOW }
  const { getByRole, getByTitle } = await mount(`/members/${ANN}`, {
    answers: [own, [{ endpoint: 'getMember', query: { id: ANN } }, answer]],
    api: memberApi({
      getUser: () => own[1] as EndpointOutput<Contract['getUser']>,
      getMember: () => answer,
      fileReport: () => RECEIPT,
      visitMember: () => ({})
    })
  })
  await getByTitle(sentence('profile.more')).click()
  await getByRole('button', { name: sentence('safety.report', { member: 'Ann' }) }).click()
  await getByRole('dialog').getByLabelText(sentence('report.kind.money')).click()
  await getByRole('dialog')
    .getByRole('button', { name: sentence('report.submit') })
    .click()
  const { reference } = RECEIPT
  // The focus is on its title, which is read with it.
  await expect.element(getByRole('dialog')).toHaveAccessibleDescription(sentence('report.sent_unconfirmed', { reference }))
})

test('a message is reported by the button beside it, the conversation also when its member is gone', async () => {
  const chat = conversation([message(1, { text: 'Send me money, please' }), message(2, { mine: true, text: 'No' })], {
    profile: null,
    write_block: 'deleted'
  })
  const answers = [
    [
      { endpoint: 'listChats', query: {} },
      { chats: [], total: 0, total_unread: 0, page: 1 }
    ],
    [{ endpoint: 'getChat', query: { conversation: CHAT } }, chat]
  ] as const
  const api = memberApi({ getUser, fileReport: () => RECEIPT, readChat: () => ({ num_unread_messages: 0 }) })
  const { getByRole, getByText, getByLabelText, getByTitle, calls } = await mount(`/chats/${CHAT}`, { answers: [...answers], api })
  const send = async () => {
    const dialog = getByRole('dialog')
    await expect.element(dialog.getByText(sentence('report.copied_chat', { count: COPIED_MESSAGES }))).toBeVisible()
    // There is no one left to block.
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument()
    await dialog.getByLabelText(sentence('report.kind.spam')).click()
    await dialog.getByRole('button', { name: sentence('report.submit') }).click()
    await getByRole('dialog')
      .getByRole('button', { name: sentence('form.close') })
      .last()
      .click()
  }
  // A first message that asks for money has a calm line above it.
  await expect.element(getByText(sentence('chat.never_money'))).toBeVisible()
  // Only theirs can be reported.
  for (const button of getByLabelText(sentence('chat.options')).elements()) (button as HTMLElement).click()
  await expect.poll(() => getByRole('button', { name: sentence('message-tools.copy') }).elements().length).toBeGreaterThan(1)
  expect(getByRole('button', { name: sentence('message-tools.report_label') }).elements()).toHaveLength(1)
  await getByRole('button', { name: sentence('message-tools.report_label') }).click()
  await send()
  await getByTitle(sentence('chat.more')).click()
  await getByRole('button', { name: sentence('chat.report_gone') }).click()
  await send()
  expect(calls.filter(({ endpoint }) => endpoint === 'fileReport').map(({ body }) => body)).toEqual([
    { conversation: CHAT, message: id('m1'), kind: 'spam', text: '', block: false },
    { conversation: CHAT, kind: 'spam', text: '', block: false }
  ])
})

test('a conversation whose member is blocked with a report stays behind the receipt, then the list is there', async () => {
  let blocked = false
  const chat = conversation([message(1)])
  const { getByRole, getByText, getByTitle, calls, queryClient } = await openConversation([message(1)], {
    api: {
      getChat: () => (blocked ? new HttpError('not_found') : chat),
      fileReport: async () => {
        blocked = true
        queryClient.setQueryData(queryOf('listChats').queryKey, (list) => list && { ...list, chats: [], total: 0 })
        // The live event of the block comes before the answer.
        void queryClient.invalidateQueries({ queryKey: ['getChat'] })
        await expect.poll(() => queryClient.isFetching()).toBe(0)
        return RECEIPT
      },
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 })
    }
  })
  await expect.element(getByText('message 1')).toBeVisible()
  const before = calls.filter(({ endpoint }) => endpoint === 'readChat').length
  await getByTitle(sentence('chat.more')).click()
  await getByRole('button', { name: sentence('safety.report', { member: chat.profile!.name }) }).click()
  const dialog = getByRole('dialog')
  await dialog.getByLabelText(sentence('report.kind.money')).click()
  await dialog.getByRole('button', { name: sentence('report.submit') }).click()
  await expect.element(dialog.getByText(RECEIPT.reference, { exact: false })).toBeVisible()
  await expect.element(getByText('message 1')).toBeInTheDocument()
  // What has left the list isn't reported as read.
  expect(calls.filter(({ endpoint }) => endpoint === 'readChat')).toHaveLength(before)
  await dialog
    .getByRole('button', { name: sentence('form.close') })
    .last()
    .click()
  await expect.element(getByRole('heading', { level: 1, name: sentence('chats.heading') })).toBeVisible()
  expect(window.location.pathname).toBe('/chats')
})

test('someone whom the viewer has blocked is still reported from the settings, with what they wrote', async () => {
  const api = memberApi({
    getUser,
    listBlocked: () => ({ blocked: [{ id: ANN, name: 'Ann', blocked_at: NOW }], total: 1, page: 1 }),
    fileReport: () => RECEIPT
  })
  const { getByRole, calls } = await mount('/settings', { api, width: 320 })
  await getByRole('button', { name: sentence('safety.report', { member: 'Ann' }) }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText(sentence('report.copied_chat', { count: COPIED_MESSAGES }))).toBeVisible()
  // They are blocked already.
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument()
  await dialog.getByLabelText(sentence('report.kind.money')).click()
  await dialog.getByRole('button', { name: sentence('report.submit') }).click()
  await expect.element(dialog.getByText(RECEIPT.reference, { exact: false })).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'fileReport').map(({ body }) => body)).toEqual([
    { member: ANN, kind: 'money', text: '', block: false }
  ])
})
