import { expect, test } from 'vitest'
import { applyEvent } from '../../../client/live/apply-event.ts'
import { showLikeModal } from '../../../client/state/like-modal.ts'
import type { Contract } from '../../../shared/api/contract.ts'
import type { EndpointOutput } from '../../../shared/api/endpoint.ts'
import { card, conversation, message } from '../../client/chat-fixtures.ts'
import { profile } from '../../client/member-profile.ts'
import { memberAnswers } from '../../client/render-page.tsx'
import { expectAccessible } from '../accessible.ts'
import { memberApi } from '../member-api.ts'
import { HttpError, mount } from '../mount.tsx'
import { sentence } from '../sentence.ts'

// A member leaves, or blocks the viewer, while a dialog about them is open.

const NOW = '2026-11-20T20:00:00.000Z'
const IMAGE = { filename: '/f.webp', thumb_filename: '/t.webp', match: '/m.webp', status: 'active' as const }
const ANN = card('Ann', { main_image: IMAGE })
const MATCHED = { ...ANN, likes_you: true, like_new: true, match: true, liked: true, automatic: false, shared_interests: [] }
const SELLING = { payment_provider: 'sandbox' } as const

/** A page of the viewer, and a function that makes Ann leave as the server tells it. */
async function open(path: string) {
  let here = true
  const ifHere =
    <A,>(answer: A) =>
    () =>
      here ? answer : new HttpError('not_found')
  const screen = await mount(path, {
    width: 375,
    tenant: SELLING,
    api: memberApi({
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      getMember: ifHere({ member: profile({ main_image: IMAGE }), blocked: null, now: NOW }),
      getLike: ifHere({ member: MATCHED }),
      getChat: ifHere(conversation([message(1)], { profile: ANN })),
      listLikes: () => ({ profiles: [], liked_by: [], matches: [], total_new: 0, more: { received: null, given: null, matches: null } }),
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      readChat: () => ({ num_unread_messages: 0 }),
      visitMember: () => ({}),
      getWelcomeCode: () => new HttpError('not_found'),
      fileReport: () => new HttpError('not_found')
    })
  })
  const leave = async () => {
    // Earlier requests have been answered.
    await expect.poll(() => screen.queryClient.isFetching()).toBe(0)
    here = false
    applyEvent(screen.queryClient, 'contacts_changed', '{}')
  }
  return { ...screen, leave, dialog: screen.getByRole('dialog') }
}

type Screen = Awaited<ReturnType<typeof open>>

const PROFILE = `/members/${ANN.id}`
const press = ({ getByRole }: Screen, name: string) => getByRole('button', { name }).click()
const more = ({ getByTitle }: Screen, label: string) => getByTitle(label).click()

test.each<[string, string, (screen: Screen) => unknown]>([
  ['a match', '/likes', () => showLikeModal({ kind: 'match', member: MATCHED })],
  ['a new like', '/likes', () => showLikeModal({ kind: 'like', member: ANN, automatic: false })],
  ['a suggestion', '/likes', () => showLikeModal({ kind: 'suggestion', member: ANN })],
  ['a gift on a profile', PROFILE, (screen) => press(screen, sentence('gifts.button', { credits: 5 }))],
  ['a gift in a conversation', `${PROFILE}/chat`, (screen) => press(screen, sentence('gifts.button', { credits: 5 }))],
  ['large photos', PROFILE, (screen) => press(screen, sentence('profile.enlarge'))],
  [
    'blocking on a profile',
    PROFILE,
    async (screen) => {
      await more(screen, sentence('profile.more'))
      await press(screen, sentence('block.open', { member: 'Ann' }))
    }
  ],
  [
    'blocking in a conversation',
    `${PROFILE}/chat`,
    async (screen) => {
      await more(screen, sentence('chat.more'))
      await press(screen, sentence('block.open', { member: 'Ann' }))
    }
  ]
])('the dialog of %s closes when its member is gone', async (_, path, show) => {
  const screen = await open(path)
  await show(screen)
  await expect.element(screen.dialog).toBeVisible()
  await screen.leave()
  await expect.element(screen.dialog).not.toBeInTheDocument()
  // Neither the next dialog in line nor a link to a page that no longer exists.
  expect(document.querySelector(`dialog a[href*="${ANN.id}"]`)).toBeNull()
})

test('a match that waits behind another dialog doesn’t stay if its member has gone meanwhile', async () => {
  const screen = await open('/likes')
  showLikeModal({ kind: 'suggestion', member: ANN })
  showLikeModal({ kind: 'match', member: MATCHED })
  await expect.element(screen.dialog).toBeVisible()
  await screen.leave()
  await expect.element(screen.dialog).not.toBeInTheDocument()
})

test.each(['before', 'after'])(
  'a report of someone who left %s it was sent says so, keeps every word and names another way',
  async (when) => {
    const screen = await open(PROFILE)
    await more(screen, sentence('profile.more'))
    await press(screen, sentence('safety.report', { member: 'Ann' }))
    const words = screen.dialog.getByLabelText(sentence('report.text'))
    const submit = screen.dialog.getByRole('button', { name: sentence('report.submit') })
    await screen.dialog.getByLabelText(sentence('report.kind.money')).click()
    await words.fill('Asked for a gift card')
    if (when === 'before') await screen.leave()
    else {
      // The event is still on its way.
      await submit.click()
      await expect.element(screen.dialog.getByText(sentence('error.not_found'))).toBeVisible()
      await screen.leave()
    }
    await expect.element(screen.dialog.getByRole('alert')).toHaveTextContent(sentence('report.gone', { member: 'Ann' }))
    await expect.element(words).toHaveValue('Asked for a gift card')
    await expect.element(submit).not.toBeInTheDocument()
    const way = screen.dialog.getByRole('link', { name: sentence('report.complain') })
    await expect.element(way).toHaveAttribute('href', '/complaints')
    // The dialog, and what is written in it, stays beside it.
    await expect.element(way).toHaveAttribute('target', '_blank')
    await expectAccessible()
  }
)
