import { expect, test } from 'vitest'
import { queryOf } from '../../client/api/queries.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import type { FoundMatch, MatchAnswers } from '../../shared/api/match-finder.ts'
import type { Gender } from '../../shared/api/values.ts'
import { card, id } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { memberApi } from './member-api.ts'
import { HttpError, mount } from './mount.tsx'
import { SCREEN_WIDTHS } from './screen.ts'
import { sentence } from './sentence.ts'

const PROPOSED: MatchAnswers = {
  genders: ['woman'],
  min_age: 30,
  max_age: 40,
  country: 'GB',
  region: null,
  interests: ['tea'],
  reasons: []
}
const ANN: FoundMatch = {
  ...card('Ann'),
  reasons: [
    { type: 'interests', interests: ['tea', 'coffee'] },
    { type: 'reason', reason: 'dating' },
    { type: 'region' },
    { type: 'looks_for_you' }
  ]
}
const BEA: FoundMatch = { ...card('Bea'), reasons: [] }

/** The match finder, before or after it was answered. */
async function open({
  answered = false,
  genders = PROPOSED.genders,
  members = [ANN, BEA],
  width = 1280,
  search = {},
  answer = () => ({}),
  findMatches
}: {
  answered?: boolean
  genders?: Gender[]
  members?: FoundMatch[]
  width?: number
  search?: Record<string, string>
  answer?: () => object | Promise<object>
  /** Answers instead of the matches. */
  findMatches?: () => HttpError
} = {}) {
  let answers = { ...PROPOSED, genders }
  let answered_at = answered ? '2026-11-20T20:00:00.000Z' : null
  const state = () => ({ answers, answered_at, members: answered_at === null ? [] : members })
  const api = memberApi({
    findMatches: findMatches ?? state,
    answerMatchFinder: ({ body }) => {
      answers = body
      answered_at = '2026-11-20T20:01:00.000Z'
      return answer()
    },
    forgetMatchAnswers: () => {
      answered_at = null
      return {}
    },
    likeMember: () => ({ liked: true, match: false, member: null })
  })
  const own = memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>
  const mounted = await mount('/match-finder', {
    width,
    api,
    answers: [
      [{ endpoint: 'findMatches', query: {} }, state()],
      [
        { endpoint: 'getUser', query: {} },
        { ...own, user: { ...own.user, search } }
      ]
    ]
  })
  const { getByRole } = mounted
  return {
    ...mounted,
    question: (key: string) => getByRole('heading', { name: sentence(key) }),
    next: getByRole('button', { name: sentence('match-finder.next'), exact: true }),
    back: getByRole('button', { name: sentence('match-finder.back'), exact: true }),
    submit: getByRole('button', { name: sentence('match-finder.submit') })
  }
}

test.each([true, false])('the heading doesn’t move when the answer arrives (answered before: %s)', async (answered) => {
  let arrive = () => {}
  const answer = { answers: PROPOSED, answered_at: answered ? '2026-11-20T20:00:00.000Z' : null, members: answered ? [ANN] : [] }
  const waiting = new Promise<void>((resolve) => (arrive = resolve))
  const api = memberApi({ findMatches: () => waiting.then(() => answer) })
  const { getByRole } = await mount('/match-finder', { width: 1280, api })
  const seen = () =>
    [...document.querySelectorAll('main h1')].map((heading) => heading.getBoundingClientRect()).filter(({ width }) => width > 1)
  await expect.element(getByRole('main').getByRole('heading', { level: 1 })).toBeInTheDocument()
  const [before] = seen()
  arrive()
  await expect.element(getByRole('heading', { level: 1, name: sentence('match-finder.heading') })).toBeVisible()
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
  const [after] = seen()
  expect(before?.left ?? after!.left).toBe(after!.left)
})

test('coming back to the window takes no card away that was just liked', async () => {
  const { getByRole, queryClient } = await open({ answered: true })
  await expect.element(getByRole('heading', { name: sentence('match-finder.heading'), level: 1 })).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  const { queryKey } = queryOf('findMatches')
  queryClient.setQueryData(queryKey, (known) => known, { updatedAt: 1 })
  window.dispatchEvent(new Event('visibilitychange'))
  // It would be fetched once paused writes had their turn.
  await new Promise((resolve) => setTimeout(resolve))
  expect([queryClient.isFetching(), queryClient.getQueryState(queryKey)?.dataUpdatedAt]).toEqual([0, 1])
})

test.each(SCREEN_WIDTHS)(
  'questions come one after another, filled in from the profile; the answers lead to who fits, with reasons, %s px wide [RT-24]',
  async (width) => {
    const finder = await open({ width })
    await expect.element(finder.question('match-finder.who')).toBeVisible()
    expect(finder.question('match-finder.where').query()).toBeNull()
    await expect.element(finder.getByRole('checkbox', { name: sentence('gender.many.woman') })).toBeChecked()
    await expectAccessible()
    await finder.getByRole('checkbox', { name: sentence('gender.many.couple') }).click()
    await finder.next.click()
    await expect.element(finder.question('match-finder.where')).toHaveFocus()
    await finder.next.click()
    await finder.getByRole('checkbox', { name: sentence('interest.coffee') }).click()
    await finder.back.click()
    await expect.element(finder.question('match-finder.where')).toBeVisible()
    await finder.next.click()
    await finder.next.click()
    await finder.getByRole('checkbox', { name: sentence('value.reason.dating') }).click()
    await finder.submit.click()

    await expect.element(finder.getByText(sentence('match-finder.also_likes', { interests: 'Tea and Coffee' }))).toBeVisible()
    for (const key of ['match-finder.same_region', 'match-finder.looks_for_you', 'match-finder.fits'] as const)
      await expect.element(finder.getByText(sentence(key))).toBeVisible()
    await expect.element(finder.getByText(sentence('match-finder.same_reason', { reason: sentence('value.reason.dating') }))).toBeVisible()
    expect(finder.calls.find(({ endpoint }) => endpoint === 'answerMatchFinder')?.body).toEqual({
      ...PROPOSED,
      genders: ['woman', 'couple'],
      interests: ['tea', 'coffee'],
      reasons: ['dating']
    })
    await expectAccessible()
  }
)

test('unsent answers are restored, at the same question, after a reload or a visit to another page', async () => {
  const begun = await open()
  await begun.getByRole('checkbox', { name: sentence('gender.many.woman') }).click()
  await begun.getByRole('checkbox', { name: sentence('gender.many.couple') }).click()
  await begun.next.click()
  await expect.element(begun.question('match-finder.where')).toBeVisible()
  await begun.next.click()
  await begun.getByRole('checkbox', { name: sentence('interest.coffee') }).click()
  await begun.unmount()

  const again = await open()
  await expect.element(again.question('match-finder.what')).toBeVisible()
  await expect.element(again.getByRole('checkbox', { name: sentence('interest.coffee') })).toBeChecked()
  await again.next.click()
  await again.submit.click()
  await expect.element(again.getByRole('button', { name: sentence('match-finder.forget') })).toBeVisible()
  const sent = { ...PROPOSED, genders: ['couple'], interests: ['tea', 'coffee'] }
  expect(again.calls.find(({ endpoint }) => endpoint === 'answerMatchFinder')?.body).toEqual(sent)
  await again.unmount()
  expect(Object.keys(sessionStorage).filter((key) => key.includes('match-finder'))).toEqual([])
})

test('answers that are stored late don’t lead back from another page', async () => {
  const stored = Promise.withResolvers<object>()
  history.replaceState(null, '', '/match-finder')
  const finder = await open({ answer: () => stored.promise })
  for (let step = 0; step < 3; step++) await finder.next.click()
  await finder.submit.click()
  await finder.getByRole('link', { name: /^Likes/ }).click()
  const likes = finder.getByRole('heading', { level: 1, name: sentence('likes.heading') })
  await expect.element(likes).toBeVisible()
  stored.resolve({})
  await expect.poll(() => finder.queryClient.getQueryState(['findMatches', {}])?.isInvalidated).toBe(true)
  await finder.getByRole('link', { name: sentence('likes.given') }).click()
  await expect.element(likes).toBeVisible()
  expect(location.pathname).toBe('/likes/given')
})

test.each([false, true])('when the new matches can’t be loaded, the page says so, and shows no earlier ones (%s)', async (answered) => {
  const refused = Object.assign(new HttpError('too_many_requests'), { retryAfter: 3600 })
  const finder = await open({ answered, findMatches: () => refused })
  if (answered) await finder.getByRole('link', { name: sentence('match-finder.change') }).click()
  for (let step = 0; step < 3; step++) await finder.next.click()
  await finder.submit.click()
  await expect.element(finder.getByRole('heading', { name: sentence('match-finder.failed_title') })).toBeVisible()
  expect(finder.getByRole('link', { name: /Ann/ }).query()).toBeNull()
})

test('answers can be changed, and deleted', async () => {
  const finder = await open({ answered: true })
  await finder.getByRole('link', { name: sentence('match-finder.change') }).click()
  await expect.element(finder.question('match-finder.who')).toBeVisible()
  for (let step = 0; step < 3; step++) await finder.next.click()
  await finder.submit.click()
  await finder.getByRole('button', { name: sentence('match-finder.forget') }).click()
  await expect.element(finder.getByText(sentence('match-finder.forgotten'))).toBeVisible()
  await expect.element(finder.question('match-finder.who')).toBeVisible()
})

test('a like stays on its card, and the page says when no one fits and where to go on', async () => {
  const finder = await open({ answered: true, members: [ANN] })
  const heart = finder.getByRole('button', { name: sentence('member.like_name', { member: 'Ann' }) })
  await heart.click()
  await expect.poll(() => finder.queryClient.isMutating()).toBe(0)
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  expect(finder.getByRole('link', { name: /Ann/ }).element().getAttribute('href')).toBe(`/members/${id('Ann')}`)
  await finder.unmount()

  const empty = await open({ answered: true, members: [] })
  await expect.element(empty.getByRole('heading', { name: sentence('match-finder.none_title') })).toBeVisible()
  await expect
    .element(empty.getByRole('link', { name: sentence('match-finder.search') }))
    .toHaveAttribute('href', '/members?gender=woman&country=GB&min_age=30&max_age=40')
})

test.each<[string, Gender[]]>([
  ['gender=woman%2Ccouple&', ['woman', 'couple']],
  ['', []]
])('the search goes on with every gender that was asked for: "%s"', async (asked, genders) => {
  const finder = await open({ answered: true, genders })
  await expect
    .element(finder.getByRole('link', { name: sentence('match-finder.search') }))
    .toHaveAttribute('href', `/members?${asked}country=GB&min_age=30&max_age=40`)
})

test('the search goes on without fictional profiles for a member who hides them', async () => {
  const finder = await open({ answered: true, search: { gender: 'man', fictional: 'hide' } })
  await expect
    .element(finder.getByRole('link', { name: sentence('match-finder.search') }))
    .toHaveAttribute('href', '/members?gender=woman&country=GB&min_age=30&max_age=40&fictional=hide')
})
