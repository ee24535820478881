import { afterEach, expect, test, vi } from 'vitest'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { MemberProfile } from '../../shared/api/members.ts'
import { card, conversation } from '../client/chat-fixtures.ts'
import { userEvent } from 'vitest/browser'
import { profile } from '../client/member-profile.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { goOffline } from './go-offline.ts'
import { HttpError, mount, type Api } from './mount.tsx'
import { emulateMedia } from './emulate-media.ts'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'
import { WIDEST_LANGUAGES } from './widest-languages.ts'

type Opened = EndpointOutput<Contract['getMember']>

/** A picture that needs no server. */
function image(colour: string): NonNullable<MemberProfile['main_image']> {
  const address = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="10"><rect width="8" height="10" fill="${colour}"/></svg>`)}`
  return { filename: address, thumb_filename: address, match: address, status: 'active' }
}

const photo = (colour: string, locked = false) => ({ ...image(colour), locked })

const ANN = profile({ main_image: image('plum') })
const NOW = '2026-11-20T20:00:00.000Z'
const LATER = '2026-11-20T23:00:00.000Z'
const url = location.href

afterEach(() => history.replaceState(null, '', url))

const FOUND = card('Ann', { main_image: ANN.main_image, online: 'today' })

/** The search with Ann in it. */
const openSearch = (reducedMotion = false) =>
  openList(
    '/members',
    {
      searchMembers: () => ({ members: [FOUND], total: 1, total_exact: true, page: 1, pages: 1, next: null, similar: [], access: 'all' }),
      listRegions: () => ({ country: 'IE', regions: [] })
    },
    reducedMotion
  )

/** A page that lists Ann, whose profile answers when `open` is called. */
async function openList(path: string, lists: Api, reducedMotion = false) {
  const { promise, resolve } = Promise.withResolvers<Opened>()
  const matches = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: reducedMotion } as MediaQueryList) : matches(query)
  )
  // The page that the browser goes back to.
  history.replaceState(null, '', path)
  const moved = vi.spyOn(document, 'startViewTransition')
  const mounted = await mount(path, { width: 375, api: { ...lists, getMember: () => promise, visitMember: () => ({}) } })
  return { ...mounted, moved, open: () => resolve({ member: ANN, blocked: null, now: NOW }) }
}

test('opened from a card, a profile begins with the card’s facts, and its portrait moves there and back', async () => {
  const { getByRole, getByText, moved, open } = await openSearch()
  await getByRole('link', { name: /Ann/ }).click()
  // The answer isn't there yet.
  await expect.element(getByRole('heading', { name: /Ann/ })).toHaveFocus()
  await expect.element(getByText(sentence('member.active_today'))).toBeVisible()
  await expect.element(getByRole('img', { name: sentence('profile.picture', { member: 'Ann' }) })).toBeVisible()
  await expect.element(getByRole('button', { name: sentence('profile.like'), exact: true })).toBeVisible()
  expect(getByText('I bake.').query()).toBeNull()
  expect(moved).toHaveBeenCalledTimes(1)
  const transition = moved.mock.results[0]!.value as ViewTransition
  open()
  await expect.element(getByText('I bake.')).toBeVisible()
  await transition.finished
  history.back()
  await expect.element(getByRole('link', { name: /Ann/ })).toBeVisible()
  expect(moved).toHaveBeenCalledTimes(2)
  await (moved.mock.results[1]!.value as ViewTransition).finished
  expect([...document.querySelectorAll<HTMLElement>('*')].filter(({ style }) => style?.viewTransitionName)).toEqual([])
})

test.each([
  [
    '/match-finder',
    {
      findMatches: () => ({
        answers: { genders: [], min_age: 30, max_age: 40, country: null, region: null, interests: [], reasons: [] },
        answered_at: NOW,
        members: [{ ...FOUND, reasons: [] }]
      })
    }
  ],
  [
    '/swipe-game',
    {
      getSwipeDeck: () => ({ cards: [{ ...FOUND, shared_interests: [] }], passed: [], likes_left: 4, next_likes_at: LATER, now: NOW })
    }
  ]
] satisfies [string, Api][])('the same from a card of %s', async (path, lists) => {
  const { getByRole, getByText, moved, open } = await openList(path, lists)
  await getByRole('link', { name: /Ann/ }).click()
  // The answer isn't there yet.
  await expect.element(getByText(sentence('member.active_today'))).toBeVisible()
  expect(moved).toHaveBeenCalledTimes(1)
  const transition = moved.mock.results[0]!.value as ViewTransition
  await transition.ready
  open()
  await expect.element(getByText('I bake.')).toBeVisible()
  await transition.finished
})

test.each([
  ['no-preference', 220],
  ['reduce', 0]
])('only the portrait moves, and for no longer than %s allows: %i ms', async (motion, longest) => {
  await emulateMedia('prefers-reduced-motion', motion)
  const { getByRole, moved, open } = await openSearch()
  const begin = Document.prototype.startViewTransition.bind(document)
  const layers: unknown[] = []
  // Read as soon as they begin: a busy machine would look too late.
  moved.mockImplementation((update) => {
    const transition = begin(update)
    void transition.ready.then(() => layers.push(...movingLayers()))
    return transition
  })
  await getByRole('link', { name: /Ann/ }).click()
  await expect.poll(() => layers).toEqual([['::view-transition-group(portrait)', longest]])
  open()
})

/** What is moving of a transition between pages, and for how long, in ms. */
const movingLayers = () =>
  document.getAnimations().flatMap(({ effect }) => {
    const { pseudoElement } = effect as KeyframeEffect
    return pseudoElement?.startsWith('::view-transition') ? [[pseudoElement, effect!.getComputedTiming().duration]] : []
  })

test('nothing moves for someone who wants less motion', async () => {
  const { getByRole, moved, open } = await openSearch(true)
  await getByRole('link', { name: /Ann/ }).click()
  await expect.element(getByRole('heading', { name: /Ann/ })).toBeVisible()
  expect(moved).not.toHaveBeenCalled()
  open()
})

test('photos are turned by buttons and arrow keys, and the locked ones are one at the end [SCR-23]', async () => {
  const member = { ...ANN, photo_count: 4, more_photos: [photo('teal'), photo('grey', true), photo('black', true)] }
  const { getByRole, getByTestId } = await mount(`/members/${ANN.id}`, {
    width: 375,
    api: { getMember: () => ({ member, blocked: null, now: NOW }), visitMember: () => ({}) }
  })
  const place = getByRole('status').filter({ hasText: /^Photo/ })
  /** The dots before those words: true is the one of the photo in sight. */
  const dots = () => [...place.element().previousElementSibling!.children].map((dot) => 'current' in (dot as HTMLElement).dataset)
  await expect.element(place).toBeInTheDocument()
  expect(dots()).toEqual([true, false, false])
  await getByRole('button', { name: sentence('profile.next_photo') }).click()
  await expect.element(place).toHaveTextContent(sentence('profile.photo_number', { number: 2, count: 4 }))
  expect(dots()).toEqual([false, true, false])
  const second = getByRole('button', { name: sentence('profile.photo_number', { number: 2, count: 4 }) })
  await expect.element(second).toBeInViewport({ ratio: 0.5 })
  second.element().focus()
  const press = (key: string, held: KeyboardEventInit = {}) =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
  // Alt and an arrow belong to the browser: back and forward.
  expect([press('ArrowLeft', { altKey: true }), press('ArrowLeft', { metaKey: true })]).toEqual([true, true])
  expect(press('ArrowLeft')).toBe(false)
  await expect.element(place).toHaveTextContent(sentence('profile.photo_number', { number: 1, count: 4 }))
  await expect.element(getByRole('button', { name: sentence('profile.enlarge') })).toHaveFocus()
  press('End')
  await expect.element(getByTestId('locked-photos')).toBeInViewport({ ratio: 0.5 })
  await expect.element(getByTestId('locked-photos').getByText(sentence('profile.locked_photos', { count: 2 }))).toBeInTheDocument()
  await expect.poll(dots).toEqual([false, false, true])
})

test('a photo is reported where it is seen large: what is sent names that one, and the notice says what is copied', async () => {
  const at = (id: string) => ({ ...image('teal'), filename: `/media/${id.repeat(22)}/full.webp` })
  const member = { ...ANN, main_image: at('a'), photo_count: 2, more_photos: [{ ...at('b'), locked: false }] }
  const { getByRole, calls } = await mount(`/members/${ANN.id}`, {
    width: 375,
    api: {
      getMember: () => ({ member, blocked: null, now: NOW }),
      visitMember: () => ({}),
      fileReport: () => ({ reference: 'K7QF-3M9T', due_at: '2026-11-27T12:00:00.000Z' })
    }
  })
  await getByRole('button', { name: sentence('profile.enlarge') }).click()
  const viewer = getByRole('dialog', { name: sentence('profile.photos_of', { member: 'Ann' }) })
  await viewer.getByRole('button', { name: sentence('profile.next_photo') }).click()
  await expect.element(viewer.getByRole('status').getByText(sentence('profile.photo_number', { number: 2, count: 2 }))).toBeInTheDocument()
  await viewer.getByRole('button', { name: sentence('profile.report_photo') }).click()
  const report = getByRole('dialog', { name: sentence('report.title', { member: 'Ann' }) })
  await expect.element(report.getByText(sentence('report.copied'))).toBeVisible()
  await expect.element(report.getByText(sentence('report.secret', { member: 'Ann' }))).toBeVisible()
  await report.getByLabelText(sentence('report.kind.intimate_picture')).click()
  await report.getByRole('button', { name: sentence('report.submit') }).click()
  await expect.element(getByRole('dialog', { name: sentence('report.sent_title') })).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'fileReport').map(({ body }) => body)).toEqual([
    { member: ANN.id, photo: 'b'.repeat(22), kind: 'intimate_picture', text: '', block: true }
  ])
})

test('the menu of a profile is beside the name, or on phones beside the buttons, and never on a line of its own', async () => {
  const long = { ...ANN, name: 'Anna-Charlotte Wolkenstein' }
  for (const [width, neighbour] of [
    [375, 'main [role="group"] > a'],
    [768, 'h1'],
    [1280, 'h1']
  ] as const) {
    const { getByRole, unmount } = await mount(`/members/${ANN.id}`, {
      width,
      language: 'de',
      tenant: { payment_provider: 'sandbox' },
      api: { getMember: () => ({ member: long, blocked: null, now: NOW }), visitMember: () => ({}) }
    })
    await expect.element(getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(getByRole('button', { name: /Credits/ })).toBeVisible()
    const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
    const [menu, beside] = [boxOf('main [role="group"] summary'), boxOf(neighbour)]
    expect([width, menu.top < beside.bottom, menu.bottom > beside.top]).toEqual([width, true, true])
    expect(menu.right).toBeLessThanOrEqual(innerWidth)
    const words = document.createRange()
    words.selectNodeContents(document.querySelector(neighbour)!)
    expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(menu.left)
    await unmount()
  }
})

test.each(WIDEST_LANGUAGES)(
  'the buttons of a profile are in one row on any phone, as high as each other from 375 px on, and in two at most beside the photos, in %s',
  async (language) => {
    const { getByRole } = await mount(`/members/${ANN.id}`, {
      width: 320,
      language,
      tenant: { payment_provider: 'sandbox' },
      api: { getMember: () => ({ member: ANN, blocked: null, now: NOW }), visitMember: () => ({}) }
    })
    await expect.element(getByRole('button', { name: /5/ })).toBeVisible()
    const row = document.querySelector('main [role="group"]:has(summary)')!
    for (const width of [320, 360, 375, 390]) {
      await resize(width)
      const boxes = Array.from(row.querySelectorAll(':scope > :is(a, button), summary'), (button) => button.getBoundingClientRect())
      const isOneRow = Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom))
      const heights = new Set(boxes.map(({ height }) => Math.round(height)))
      expect([width, isOneRow, width < 375 || heights.size === 1]).toEqual([width, true, true])
    }
    await resize(768)
    const buttons = row.querySelectorAll(':scope > :is(a, button)')
    expect(buttons).toHaveLength(3)
    expect(new Set(Array.from(buttons, (button) => Math.round(button.getBoundingClientRect().top))).size).toBeLessThanOrEqual(2)
  }
)

test('a visitor’s gift button says the price and opens the sign-up, or leads to the log-in where no one can sign up [ROLE-4]', async () => {
  const open = (tenant: object) =>
    mount(`/members/${ANN.id}`, {
      member: false,
      width: 375,
      tenant: { payment_provider: 'sandbox', ...tenant },
      api: { getMember: () => ({ member: ANN, blocked: null, now: NOW }), listRegions: () => ({ country: 'IE', regions: [] }) }
    })
  const page = await open({})
  const gift = page.getByRole('link', { name: sentence('gifts.button', { credits: 5 }) })
  await expect.element(gift).toHaveAttribute('href', `/members/${ANN.id}/signup`)
  await gift.click()
  await expect.element(page.getByRole('dialog').getByTestId('signup-step-0')).toBeVisible()
  // Its dialog belongs to no page.
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.unmount()

  const closed = await open({ signups: 'none' })
  await expect.element(closed.getByRole('link', { name: sentence('gifts.button', { credits: 5 }) })).toHaveAttribute('href', '/login')
})

test('a free member unlocks a photo for its price, and gets a link to credits when there are too few [ERR-18]', async () => {
  let unlocked = false
  const at = (id: string, locked: boolean) => ({ ...photo('teal', locked), filename: `/media/${id.repeat(22)}/locked.webp` })
  const answer = () => ({ ...ANN, photo_count: 3, more_photos: [at('a', !unlocked), at('b', true)] })
  const { getByRole, getByTestId, calls } = await mount(`/members/${ANN.id}`, {
    width: 375,
    api: {
      getMember: () => ({ member: answer(), blocked: null, now: NOW }),
      visitMember: () => ({}),
      getUser: () => memberAnswers({ credits: 19 })[0]![1] as EndpointOutput<Contract['getUser']>,
      unlockPhoto: ({ body: { credits = 0 } }) => {
        if (unlocked) return new HttpError('not_enough_credits')
        if (credits < 2) return new HttpError('message_price_changed', { credits: 2 })
        unlocked = true
        return {}
      }
    }
  })
  const locked = getByTestId('locked-photos')
  await getByRole('button', { name: sentence('profile.next_photo') }).click()
  await expect.element(locked.getByText(sentence('profile.credits_left', { credits: 20 }))).toBeInTheDocument()
  const unlock = getByRole('button', { name: sentence('profile.unlock', { credits: 1 }) })
  await unlock.click()
  // The page was older than the price.
  await expect.element(locked.getByText(sentence('error.message_price_changed', { credits: 2 }))).toBeInTheDocument()
  await getByRole('button', { name: sentence('profile.unlock', { credits: 2 }) }).click()
  await expect.element(locked.getByText(sentence('profile.locked_photos', { count: 1 }))).toBeInTheDocument()
  expect(calls.filter(({ endpoint }) => endpoint === 'unlockPhoto')).toHaveLength(2)
  await unlock.click()
  await expect.element(locked.getByText(sentence('error.not_enough_credits'))).toBeInTheDocument()
})

test('a photo isn’t unlocked for credits later than when it was asked for', async () => {
  goOffline()
  const locked = { ...photo('teal', true), filename: `/media/${'a'.repeat(22)}/locked.webp` }
  const { getByRole, getByTestId, calls } = await mount(`/members/${ANN.id}`, {
    width: 375,
    api: {
      getMember: () => ({ member: { ...ANN, photo_count: 2, more_photos: [locked] }, blocked: null, now: NOW }),
      visitMember: () => ({}),
      getUser: () => memberAnswers({ credits: 19 })[0]![1] as EndpointOutput<Contract['getUser']>,
      unlockPhoto: () => new HttpError('unavailable')
    }
  })
  await getByRole('button', { name: sentence('profile.next_photo') }).click()
  await getByRole('button', { name: sentence('profile.unlock', { credits: 1 }) }).click()
  await expect.element(getByTestId('locked-photos').getByText(sentence('error.unavailable'))).toBeInTheDocument()
  expect(calls.filter(({ endpoint }) => endpoint === 'unlockPhoto')).toHaveLength(1)
})

test.each([
  ['sells nothing', 0, 1, false],
  ['sells nothing', 1, 1, true],
  ['sells nothing', 0, 0, true],
  ['sells credits', 0, 1, true]
])('on a brand that %s a free member with %i credits is offered a photo for %i: %s', async (sells, credits, photo_credits, offered) => {
  const locked = { ...photo('teal', true), filename: `/media/${'a'.repeat(22)}/locked.webp` }
  const { getByRole, getByTestId } = await mount(`/members/${ANN.id}`, {
    width: 375,
    tenant: { photo_credits, payment_provider: sells === 'sells credits' ? 'sandbox' : 'none' },
    answers: memberAnswers({ credits }),
    api: {
      getMember: () => ({ member: { ...ANN, photo_count: 2, more_photos: [locked] }, blocked: null, now: NOW }),
      visitMember: () => ({}),
      getUser: () => memberAnswers({ credits })[0]![1] as EndpointOutput<Contract['getUser']>
    }
  })
  await getByRole('button', { name: sentence('profile.next_photo') }).click()
  await expect.element(getByTestId('locked-photos')).toBeVisible()
  expect(getByRole('button', { name: sentence('profile.unlock', { credits: photo_credits }) }).elements()).toHaveLength(offered ? 1 : 0)
})

test('a tap on the answer to a prompt begins a message that quotes it, and sends nothing', async () => {
  history.replaceState(null, '', `/members/${ANN.id}`)
  const member = { ...ANN, prompts: [{ prompt: 'perfect_evening' as const, answer: 'Rain and a long book' }] }
  const { getByRole, calls } = await mount(`/members/${ANN.id}`, {
    width: 375,
    api: {
      getMember: () => ({ member, blocked: null, now: NOW }),
      visitMember: () => ({}),
      listChats: () => ({ chats: [], total: 0, total_unread: 0, page: 1 }),
      getChat: () => conversation([], { profile: card('Ann') })
    }
  })
  const words = `${sentence('prompt.perfect_evening')} Rain and a long book`
  await getByRole('link', { name: words }).click()
  const composer = getByRole('textbox')
  await expect.element(composer).toHaveValue(`> ${words}\n`)
  await expect.element(composer).toHaveFocus()
  expect(calls.map(({ endpoint }) => endpoint)).not.toContain('sendMessage')
})
