import { expect, test, vi } from 'vitest'
import { startOutbox } from '../../client/outbox/browser-outbox.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { message } from '../client/chat-fixtures.ts'
import { profile } from '../client/member-profile.ts'
import { memberAnswers, translatorOf } from '../client/render-page.tsx'
import { unseenStates } from '../fixtures/unseen-states.ts'
import { expectAccessible } from './accessible.ts'
import { brokenWords } from './broken-words.ts'
import { emulateMedia } from './emulate-media.ts'
import { type Api, HttpError, mount, type Mounting } from './mount.tsx'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'
import { WIDEST_LANGUAGES } from './widest-languages.ts'

const NOW = '2026-11-20T20:00:00.000Z'
const GIVEN = [
  { gift: 'rose', count: 3 },
  { gift: 'moon', count: 1 }
] as const
const ANN = profile({ gifts: [...GIVEN] })

const SELLING = { payment_provider: 'sandbox', fictional_profiles: true, fictional_warning: { en: 'Made up by us.' } } as const

/** Ann's profile, with what the API answers to a gift. */
async function openProfile(sendGift: NonNullable<Api['sendGift']>, member = ANN, visit: Mounting = {}) {
  const mounted = await mount(`/members/${member.id}`, {
    width: 375,
    tenant: SELLING,
    api: {
      getMember: () => ({ member, blocked: null, now: NOW }),
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      visitMember: () => ({}),
      getWelcomeCode: () => new HttpError('not_found'),
      sendGift
    },
    ...visit
  })
  startOutbox(mounted.queryClient)
  return mounted
}

test('a profile shows its gifts and the price of one more; chosen by keyboard, it is sent once with the words [SCR-14] [SET-17]', async () => {
  const sent = message(1, { mine: true, content: { type: 'gift', gift: 'tulips', note: 'For you' } })
  const { getByRole, getByText, calls } = await openProfile(() => ({ conversation_id: ANN.id, message: sent }))
  await expect.element(getByRole('heading', { name: sentence('gifts.title') })).toBeVisible()
  await expect.element(getByText(/^Rose\s*× 3$/)).toBeInTheDocument()
  await getByRole('button', { name: sentence('gifts.button', { credits: 5 }) }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByRole('radio', { name: sentence('gift.rose') })).toHaveFocus()
  await dialog.getByRole('textbox').click()
  await dialog.getByRole('button', { name: sentence('giving.send', { credits: 5 }) }).click()
  // The list of gifts is longer than a phone's screen: the error scrolls into view.
  await expect.element(dialog.getByText(sentence('field.choose'))).toBeInViewport({ ratio: 1 })
  await expect.element(dialog.getByRole('radio', { name: sentence('gift.rose') })).toHaveFocus()
  await dialog.getByRole('radio', { name: sentence('gift.tulips') }).click()
  await dialog.getByRole('textbox').fill('For you')
  await expectAccessible()
  // The one that is about to be paid for is seen in forced colours too.
  await emulateMedia('forced-colors', 'active')
  expect(unseenStates()).toEqual([])
  await dialog.getByRole('button', { name: sentence('giving.send', { credits: 5 }) }).click()
  await expect.element(getByText(sentence('giving.sent', { gift: sentence('gift.tulips') }))).toBeVisible()
  const wanted = { member: ANN.id, gift: 'tulips', note: 'For you', credits: 5, to_fictional: false }
  expect(calls.filter(({ endpoint }) => endpoint === 'sendGift').map(({ body }) => body)).toEqual([wanted])
})

test('a gift for a fictional profile warns, and goes only to someone who has ticked that they understand [SET-12]', async () => {
  const sent = message(1, { mine: true, content: { type: 'gift', gift: 'moon', note: null } })
  const { getByRole, getByText, calls } = await openProfile(() => ({ conversation_id: ANN.id, message: sent }), { ...ANN, fictional: true })
  await getByRole('button', { name: sentence('gifts.button', { credits: 5 }) }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText('Made up by us.')).toBeVisible()
  await dialog.getByRole('radio', { name: sentence('gift.moon') }).click()
  const send = dialog.getByRole('button', { name: sentence('giving.send', { credits: 5 }) })
  await send.click()
  const understand = dialog.getByRole('checkbox', { name: sentence('giving.understand', { member: 'Ann' }) })
  await expect.element(understand).toHaveAccessibleDescription(sentence('giving.understand_first'))
  await expect.element(understand).toHaveFocus()
  await expect.element(understand).not.toBeChecked()
  await expectAccessible()
  await understand.click()
  await expect.element(dialog.getByText(sentence('giving.understand_first'))).not.toBeInTheDocument()
  await send.click()
  await expect.element(getByText(sentence('giving.sent', { gift: sentence('gift.moon') }))).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'sendGift').map(({ body }) => body)).toEqual([
    { member: ANN.id, gift: 'moon', note: '', credits: 5, to_fictional: true }
  ])
})

test('too few credits lead to the credits page, and the choice is still there [ERR-18]', async () => {
  const { getByRole } = await openProfile(() => new HttpError('not_enough_credits'))
  const open = () => getByRole('button', { name: sentence('gifts.button', { credits: 5 }) }).click()
  await open()
  const dialog = getByRole('dialog')
  await dialog.getByRole('radio', { name: sentence('gift.moon') }).click()
  await dialog.getByRole('button', { name: sentence('giving.send', { credits: 5 }) }).click()
  await expect.element(dialog.getByText(/You do not have enough credits\./)).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: sentence('giving.buy') })).toHaveAttribute('href', '/credits')
  await dialog.getByRole('button', { name: sentence('form.close') }).click()
  await open()
  await expect.element(getByRole('radio', { name: sentence('gift.moon') })).toBeChecked()
})

test('a gift whose price has changed is offered, and then sent, at the new one', async () => {
  const sent = message(1, { mine: true, content: { type: 'gift', gift: 'moon', note: null } })
  const { getByRole, getByText, calls } = await openProfile(({ body }) =>
    body.credits === 6 ? { conversation_id: ANN.id, message: sent } : new HttpError('message_price_changed', { credits: 6 })
  )
  await getByRole('button', { name: sentence('gifts.button', { credits: 5 }) }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('radio', { name: sentence('gift.moon') }).click()
  await dialog.getByRole('button', { name: sentence('giving.send', { credits: 5 }) }).click()
  await dialog.getByRole('button', { name: sentence('giving.send', { credits: 6 }) }).click()
  await expect.element(getByText(sentence('giving.sent', { gift: sentence('gift.moon') }))).toBeVisible()
  expect(calls.flatMap(({ endpoint, body }) => (endpoint === 'sendGift' ? [(body as { credits: number }).credits] : []))).toEqual([5, 6])
})

test('a gift that only premium members may send leads to credits, with the choice kept', async () => {
  const { getByRole } = await openProfile(() => new HttpError('premium_only'))
  await getByRole('button', { name: sentence('gifts.button', { credits: 5 }) }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('radio', { name: sentence('gift.moon') }).click()
  await dialog.getByRole('button', { name: sentence('giving.send', { credits: 5 }) }).click()
  await expect.element(dialog.getByRole('link', { name: sentence('giving.buy') })).toHaveAttribute('href', '/credits')
})

test('without a connection a gift waits, and is given once under its key, also from the page after a reload and after a failed attempt', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const sent = message(1, { mine: true, content: { type: 'gift', gift: 'moon', note: null } })
  const answers = [new HttpError('unavailable'), { conversation_id: ANN.id, message: sent }]
  const give = () => answers.shift()!
  const before = await openProfile(give)
  await before.getByRole('button', { name: sentence('gifts.button', { credits: 5 }) }).click()
  await before.getByRole('radio', { name: sentence('gift.moon') }).click()
  await before.getByRole('button', { name: sentence('giving.send', { credits: 5 }) }).click()
  const dialog = before.getByRole('dialog')
  await expect.element(dialog.getByText(sentence('connection.offline'))).toBeVisible()
  await expect.element(before.getByText(sentence('giving.sent_title'))).not.toBeInTheDocument()
  await before.unmount()

  const after = await openProfile(give)
  const given = () => after.calls.filter(({ endpoint }) => endpoint === 'sendGift')
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.poll(() => given().length, { timeout: 5000 }).toBe(2)
  expect(given()[0]).toEqual(given()[1])
  await after.getByRole('button', { name: sentence('gifts.button', { credits: 5 }) }).click()
  await expect.element(after.getByRole('radio', { name: sentence('gift.moon') })).not.toBeChecked()
})

test.each(WIDEST_LANGUAGES)('in %s no name of a gift breaks within a word, except a very long one on a phone', async (language) => {
  const { t } = await translatorOf(language)
  const { getByRole } = await openProfile(() => new HttpError('not_found'), ANN, { width: 1280, language })
  await getByRole('button', { name: t('gifts.button', { credits: 5 }) }).click()
  const names = getByRole('dialog').getByRole('radio')
  await expect.element(names.first()).toBeInTheDocument()
  const broken = () => brokenWords(names.elements().map((radio) => radio.parentElement!))
  expect(broken()).toEqual([])
  await resize(375)
  expect(broken().filter(({ length }) => length < 14)).toEqual([])
})
