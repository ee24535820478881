import { expect, test, vi } from 'vitest'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { card } from '../client/chat-fixtures.ts'
import { profile } from '../client/member-profile.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { never } from '../fixtures/never.ts'
import { HttpError, mount, type Api } from './mount.tsx'
import { resize } from './screen.ts'
import { sentence } from './sentence.ts'

type Found = EndpointOutput<Contract['searchMembers']>

const pageOf = (number: number, more: Partial<Found> = {}): Found => ({
  members: Array.from({ length: 20 }, (_, index) => card(`p${number}m${index}e`)),
  total: 60,
  total_exact: true,
  page: number,
  pages: 3,
  next: `end-of-${number}-`.padEnd(64, 'x'),
  similar: [],
  access: 'all',
  ...more
})

const USER = memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>

const API: Api = {
  getUser: () => ({
    ...USER,
    user: { ...USER.user, profile: { ...USER.user.profile!, country: 'GB', region: 'GB-LDN', region_name: 'London' } }
  }),
  searchMembers: ({ query }) => pageOf(Number(query.page ?? '1')),
  listRegions: ({ query }) => ({ country: query.country!, regions: [{ code: 'GB-LDN', name: 'London' }] })
}

const openSearch = async (query: string, api: Api = {}, visit: object = {}) => {
  const mounted = await mount(`/members?${query}`, { api: { ...API, ...api }, tenant: { countries: ['GB', 'IE'] }, ...visit })
  await mounted.queryClient.fetchQuery({
    queryKey: ['getUser', {}],
    staleTime: 0,
    queryFn: () => API.getUser!({ query: {}, body: undefined })
  })
  return mounted
}

test('one line says what is searched for, and opens the filters', async () => {
  const { getByText, getByRole } = await openSearch('gender=man,couple&country=GB&min_age=25&max_age=45', {
    countMembers: () => ({ total: 1, total_exact: true })
  })
  await expect.element(getByText('Men and couples near London, 25–45')).toBeVisible()
  const men = getByRole('checkbox', { name: 'Men', exact: true })
  expect(men.query()).toBeNull()
  await getByText(sentence('members.change')).click()
  await expect.element(men).toBeVisible()
  await expect.element(men).toBeChecked()
  await expect.element(getByRole('checkbox', { name: 'Women', exact: true })).not.toBeChecked()
})

test('a brand of one country offers it as a choice if it shares members with others, and only then', async () => {
  for (const pool of ['north', undefined]) {
    const { getByText, getByRole, unmount } = await openSearch('gender=man&country=GB', {}, { tenant: { countries: ['GB'], pool } })
    await getByText(sentence('members.change')).click()
    await expect.element(getByRole('checkbox', { name: 'Men', exact: true })).toBeVisible()
    const country = getByRole('combobox', { name: sentence('members.country') })
    if (pool) await expect.element(country).toHaveValue('GB')
    else await expect.element(country).not.toBeInTheDocument()
    await unmount()
  }
})

test.each([
  [375, 0, 1],
  [375, 1, 1],
  [768, 0, 1],
  [768, 6, 1],
  [768, 7, 2]
])(
  'at %i px with %i results, each other way to meet is offered %i times: twice only when one is out of sight',
  async (width, found, times) => {
    const few = pageOf(1).members.slice(0, found)
    expect(few).toHaveLength(found)
    const searchMembers = () => pageOf(1, { members: few, total: found, pages: 1, next: null })
    const { getByRole, getByText } = await openSearch('anyone=1', { searchMembers }, { width })
    await expect
      .element(found > 0 ? getByRole('link', { name: few.at(-1)!.name }) : getByText(sentence('members.none_title')))
      .toBeInTheDocument()
    const main = getByRole('main')
    for (const way of ['footer.match_finder', 'footer.swipe_game'] as const)
      await expect.poll(() => main.getByRole('link', { name: sentence(way) }).elements().length).toBe(times)
  }
)

test('an unfiltered search says so', async () => {
  const { getByText } = await openSearch('anyone=1')
  await expect.element(getByText('Everyone, anywhere')).toBeVisible()
})

test('the button says how many there are while the filters change; what was searched for is remembered', async () => {
  const totals: Record<string, number> = { 'man,couple': 132, '': 12_345 }
  const { getByText, getByRole, calls } = await openSearch('gender=man&country=GB', {
    countMembers: ({ query }) => {
      const total = totals[query.gender ?? ''] ?? 0
      return { total, total_exact: total <= 10_000 }
    },
    rememberSearch: () => ({ search: { gender: 'man,couple', country: 'GB' } })
  })
  await getByText(sentence('members.change')).click()
  await expect.element(getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await getByRole('checkbox', { name: 'Couples', exact: true }).click()
  await expect.element(getByRole('button', { name: 'Show 132 profiles' })).toBeVisible()
  for (const name of ['Men', 'Couples']) await getByRole('checkbox', { name, exact: true }).click()
  await expect.element(getByRole('button', { name: 'Show more than 10,000 profiles' })).toBeVisible()
  for (const name of ['Men', 'Couples']) await getByRole('checkbox', { name, exact: true }).click()
  await getByRole('button', { name: 'Show 132 profiles' }).click()
  await expect
    .poll(() => calls.filter(({ endpoint }) => endpoint === 'rememberSearch').map(({ body }) => body))
    .toEqual([{ filters: { gender: 'man,couple', country: 'GB' } }])
  await expect.element(getByText('Men and couples near London')).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'searchMembers').at(-1)?.query).toMatchObject({ gender: 'man,couple', country: 'GB' })
})

test('without a count, failed or still loading, the button only says what it does', async () => {
  const { getByText, getByRole, calls } = await openSearch(
    'gender=man',
    { countMembers: () => new HttpError('too_many_requests') },
    { fails: true }
  )
  await getByText(sentence('members.change')).click()
  await getByRole('checkbox', { name: 'Couples', exact: true }).click()
  await expect.poll(() => calls.some(({ endpoint }) => endpoint === 'countMembers')).toBe(true)
  await expect.element(getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await expect.element(getByText('No one yet')).not.toBeInTheDocument()
})

test('the profile’s search can be restored, and the filters removed', async () => {
  const { getByText, getByRole, calls } = await openSearch('gender=man', {
    rememberSearch: ({ body }): { search: Record<string, string> } => ({
      search: body.filters ? { anyone: '1' } : { gender: 'woman', country: 'GB' }
    })
  })
  await getByText(sentence('members.change')).click()
  await getByRole('button', { name: sentence('members.suggested') }).click()
  await expect.element(getByText('Women near London')).toBeVisible()
  await getByText(sentence('members.change')).click()
  await getByRole('link', { name: sentence('members.anyone') }).click()
  await expect.element(getByText('Everyone, anywhere')).toBeVisible()
  expect(calls.filter(({ endpoint }) => endpoint === 'rememberSearch').map(({ body }) => body)).toEqual([
    { filters: null },
    { filters: {} }
  ])
})

test('the profile’s search that comes late doesn’t replace one that was begun meanwhile', async () => {
  const suggested = Promise.withResolvers<{ search: Record<string, string> }>()
  history.replaceState(null, '', '/members?gender=man')
  const { getByText, getByRole, queryClient } = await openSearch('gender=man', {
    rememberSearch: ({ body }) => (body.filters ? { search: { anyone: '1' } } : suggested.promise)
  })
  await getByText(sentence('members.change')).click()
  await getByRole('button', { name: sentence('members.suggested') }).click()
  await getByRole('link', { name: sentence('members.anyone') }).click()
  await expect.element(getByText('Everyone, anywhere')).toBeVisible()
  suggested.resolve({ search: { gender: 'woman', country: 'GB' } })
  await expect
    .poll(() => queryClient.getQueryData<EndpointOutput<Contract['getUser']>>(['getUser', {}])?.user.search)
    .toHaveProperty('gender')
  await getByText(sentence('members.change')).click()
  await expect.element(getByRole('checkbox', { name: 'Women', exact: true })).not.toBeChecked()
  expect(location.search).toBe('?anyone=1')
})

test.each([
  ['gender=man&fictional=hide', 'fictional=hide'],
  ['gender=man', 'anyone=1']
])('every way to a search without filters keeps whether fictional profiles are hidden: %s', async (query, everyone) => {
  const answers: [string, Api['searchMembers']][] = [
    ['members.clear', () => pageOf(1, { members: [], total: 0, pages: 0, next: null })],
    ['members.clear', () => new HttpError('invalid')],
    ['members.anyone', () => pageOf(1)]
  ]
  for (const [key, searchMembers] of answers) {
    const { getByRole, getByText, unmount } = await openSearch(query, { searchMembers }, { fails: true })
    await getByText(sentence('members.change')).click()
    await expect.element(getByRole('link', { name: sentence(key) })).toHaveAttribute('href', `/members?${everyone}`)
    await unmount()
  }
})

test('each page continues where the one before ended, and cards outside the screen keep their size [API-26]', async () => {
  const { getByRole, calls } = await openSearch('gender=man')
  for (const number of [2, 3]) {
    await getByRole('link', { name: sentence('members.show_more') }).click()
    await expect.poll(() => document.querySelectorAll('article').length).toBe(20 * number)
  }
  const asked = calls.filter(({ endpoint }) => endpoint === 'searchMembers').map(({ query }) => [query.page, query.after])
  expect(asked).toEqual([
    ['1', undefined],
    ['2', pageOf(1).next],
    ['3', pageOf(2).next]
  ])
  await resize(375, 700)
  const heights = () => [...document.querySelectorAll('article')].map((one) => one.closest('li')!.getBoundingClientRect().height)
  // The new width reaches the cards outside the screen last.
  await expect.poll(() => Math.max(...heights()) - Math.min(...heights())).toBeLessThan(1)
  expect(getComputedStyle(document.querySelector('article')!.closest('li')!).contentVisibility).toBe('auto')
})

test('with the application, a visitor’s list goes on in place from the pages that its document had', async () => {
  const searchMembers: Api['searchMembers'] = ({ query }) => pageOf(Number(query.page ?? '1'), { total: 200, pages: 10 })
  const { getByRole, calls } = await mount('/members?page=8', {
    member: false,
    api: { searchMembers },
    tenant: { logged_out_search: 'all' }
  })
  const cards = () => document.querySelectorAll('article').length
  await expect.poll(cards).toBe(80)
  await expect.element(getByRole('link', { name: sentence('members.show_previous') })).toHaveAttribute('href', '/members?page=4')
  await getByRole('link', { name: sentence('members.show_more') }).click()
  await expect.poll(cards).toBe(100)
  const asked = calls.flatMap(({ endpoint, query }) => (endpoint === 'searchMembers' ? query.page : []))
  expect(new Set(asked)).toEqual(new Set(['5', '6', '7', '8', '9']))
})

test('however long a profile was read, the list is where it was left, before it is loaded again', async () => {
  let read = false
  const { getByRole } = await openSearch('gender=man', {
    searchMembers: async ({ query }) => (read ? await never<Found>() : pageOf(Number(query.page ?? '1'))),
    getMember: () => ({ member: profile({ id: card('p3m4e').id, name: 'p3m4e' }), blocked: null, now: '2026-11-21T12:00:00.000Z' }),
    visitMember: () => ({})
  })
  for (const number of [2, 3]) {
    await getByRole('link', { name: sentence('members.show_more') }).click()
    await expect.poll(() => document.querySelectorAll('article').length).toBe(20 * number)
  }
  const opened = getByRole('link', { name: 'p3m4e' })
  opened.element().scrollIntoView({ block: 'center' })
  const { scrollY } = window
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await opened.click()
  await expect.element(getByRole('heading', { name: 'p3m4e', level: 1 })).toBeVisible()
  await vi.advanceTimersByTimeAsync(3600_000)
  vi.useRealTimers()
  read = true
  history.back()
  await expect.element(opened).toHaveFocus()
  expect([document.querySelectorAll('article').length, window.scrollY]).toEqual([60, scrollY])
})

test('forward, too, leads to where a page was left', async () => {
  history.replaceState(null, '', '/members?gender=man')
  const { getByRole } = await openSearch('gender=man', {
    getMember: () => ({ member: profile({ id: card('p1m4e').id, name: 'p1m4e' }), blocked: null, now: '2026-11-21T12:00:00.000Z' }),
    visitMember: () => ({})
  })
  await resize(375, 600)
  const opened = getByRole('link', { name: 'p1m4e' })
  const heading = getByRole('heading', { name: 'p1m4e', level: 1 })
  await opened.click()
  await expect.element(heading).toHaveFocus()
  window.scrollTo(0, 150)
  history.back()
  await expect.element(opened).toHaveFocus()
  history.forward()
  await expect.element(heading).toBeVisible()
  await expect.poll(() => window.scrollY).toBe(150)
})

test('a like that is answered makes the card a match at once, and its end makes it none', async () => {
  const ann = card('ann')
  const { getByText, getByRole } = await openSearch('anyone=1', {
    searchMembers: () => pageOf(1, { members: [ann], total: 1, pages: 1, next: null }),
    likeMember: () => ({ liked: true, match: true, member: null }),
    unlikeMember: () => ({ liked: false })
  })
  const tag = getByText(sentence('members.match'), { exact: true })
  const heart = getByRole('button', { name: sentence('member.like_name', { member: ann.name }) })
  await expect.element(heart).toBeVisible()
  expect(tag.query()).toBeNull()
  await heart.click()
  await expect.element(tag).toBeVisible()
  await heart.click()
  await expect.poll(() => tag.query()).toBeNull()
})

test('a like that is refused is taken back on its card, with the reason', async () => {
  const ann = card('ann')
  const { getByText, getByRole } = await openSearch('anyone=1', {
    searchMembers: () => pageOf(1, { members: [ann], total: 1, pages: 1, next: null }),
    likeMember: () => new HttpError('limit_reached')
  })
  const heart = getByRole('button', { name: sentence('member.like_name', { member: ann.name }) })
  await heart.click()
  await expect.element(getByText(sentence('error.limit_reached'))).toBeVisible()
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
})

test.each([320, 1280])('to visitors who see blurred pictures a small lock in a corner says why (%i px)', async (width) => {
  const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="10"/>')}`
  const image = { filename: picture, thumb_filename: picture, match: picture, status: 'active' as const }
  const { getByRole } = await mount('/members?anyone=1', {
    width,
    member: false,
    tenant: { logged_out_search: 'limited' },
    api: {
      ...API,
      searchMembers: () => pageOf(1, { members: [card('ann', { main_image: image })], access: 'limited', pages: 1, total: 1 })
    }
  })
  const lock = getByRole('img', { name: sentence('member.locked_picture') }).first()
  await expect.element(lock).toBeInTheDocument()
  const frame = lock.element().closest('article')!.getBoundingClientRect()
  const { top, left, width: wide, height } = lock.element().parentElement!.getBoundingClientRect()
  expect([wide, height]).toEqual([32, 32])
  expect(top - frame.top).toBeLessThan(12)
  expect(left - frame.left).toBeLessThan(12)
})

test.each([false, true])(
  'a card shows what the server has once the taps on its heart are refused; the first one was stored: %s',
  async (stored) => {
    const hold = Promise.withResolvers<void>()
    const refused = new HttpError('limit_reached')
    const { getByRole, queryClient, calls } = await openSearch('anyone=1', {
      async likeMember() {
        await hold.promise
        return stored ? { liked: true, match: false, member: null } : refused
      },
      unlikeMember: () => refused
    })
    const heart = getByRole('button', { name: sentence('member.like_name', { member: card('p1m0e').name }) })
    const pressed = (on: boolean) => expect.element(heart).toHaveAttribute('aria-pressed', String(on))
    await heart.click()
    await pressed(true)
    await heart.click()
    await pressed(false)
    hold.resolve()
    await expect.poll(() => calls.map(({ endpoint }) => endpoint)).toContain('unlikeMember')
    await expect.poll(() => queryClient.isMutating()).toBe(0)
    await pressed(stored)
  }
)
