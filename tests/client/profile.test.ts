import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { MemberProfile } from '../../shared/api/members.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { INTERESTS } from '../../shared/tenants/interests.ts'
import { queryOf } from '../../client/api/queries.ts'
import { seeLike, setLiked } from '../../client/members/liked.ts'
import type { Answered } from '../../client/api/query-client.ts'
import { follow, opened, type LikesPage, type ShownLike } from '../../client/likes/likes-order.ts'
import { setBlocked } from '../../client/members/use-block.ts'
import { card, id } from './chat-fixtures.ts'
import { profile } from './member-profile.ts'
import { memberAnswers, part, renderPage, textOf, type Visit } from './render-page.tsx'
import { sentence } from '../fixtures/sentence.ts'

const ANN = id('Ann')
const NOW = '2026-11-20T20:00:00.000Z'

const BLOCKED = { member: null, blocked: { id: ANN, name: 'Ann' }, now: NOW }

/** A further photo, as signed for the viewer. */
function photo(name: string, locked = false): MemberProfile['more_photos'][number] {
  const address = (variant: string) => `/media/${name}/${locked ? 'locked' : variant}.webp`
  return { filename: address('full'), thumb_filename: address('thumb'), match: address('match'), status: 'active', locked }
}

const show = (member: MemberProfile, visit: Visit = {}) => showAnswer({ member, blocked: null, now: NOW }, visit)

const showAnswer = async (answer: EndpointOutput<Contract['getMember']>, visit: Visit = {}) =>
  part(
    await renderPage(`/members/${ANN}`, {
      member: true,
      ...visit,
      answers: [...memberAnswers(), [{ endpoint: 'getMember', query: { id: ANN } }, answer]]
    }),
    'main'
  )

describe('a profile', () => {
  test('shows name, age, place, facts, texts and interests', async () => {
    const text = textOf(await show(profile()))
    for (const words of ['Ann , 34', 'Netherlands', 'Woman', 'Looking for: Men', 'I bake.', 'Hiking', 'Tea']) expect(text).toContain(words)
  })

  test('leaves no trace of fields that the operator does not show [SET-15]', async () => {
    const member = profile({ age: null, gender: null, looking_for: [], interests: [] })
    const text = textOf(await show(member, { tenant: { visible_profile_fields: [] } }))
    expect(text).toContain('Ann')
    for (const words of ['Ann ,', 'null', 'Woman', 'Hiking', 'Interests']) expect(text).not.toContain(words)
  })

  test('is gone once its member has left, also for someone who blocked them', async () => {
    const gone = { gone: { endpoint: 'getMember', query: { id: ANN } } } as const
    expect(textOf(await show(profile(), gone))).not.toContain('Ann')
    expect(textOf(await showAnswer(BLOCKED, gone))).not.toContain('Ann')
  })

  test('links to the conversation [SCR-12]', async () => {
    expect(await show(profile())).toContain(`href="/members/${ANN}/chat"`)
  })

  test('offers to like, or to remove the like', async () => {
    expect(await show(profile())).toMatch(/<button(?![^>]*data-on)[^>]*>(?:<[^>]*>)*Like</)
    expect(await show(profile({ liked: true }))).toMatch(/<button[^>]*data-on[^>]*>(?:<[^>]*>)*Unlike</)
  })

  test('offers to block; of a blocked member it shows the name and offers to unblock, nothing else [SCR-15]', async () => {
    expect(textOf(await show(profile()))).toContain('Block Ann')
    const blocked = await showAnswer(BLOCKED)
    expect(textOf(blocked)).toMatch(/^Ann You’ve blocked Ann\..* Unblock Ann$/)
    expect(blocked.match(/<(?:a|img|button)\b/g)).toEqual(['<button'])
  })

  test('becomes the name alone as soon as its member is blocked, wherever it is cached [SCR-15]', async () => {
    const queryClient = new QueryClient()
    const { queryKey } = queryOf('getMember', { id: ANN })
    const opened: EndpointOutput<Contract['getMember']> = { member: profile(), blocked: null, now: NOW }
    queryClient.setQueryData(queryKey, opened)
    await setBlocked(queryClient, ANN, true)
    expect(queryClient.getQueryData(queryKey)).toEqual(BLOCKED)
    await setBlocked(queryClient, ANN, false)
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })

  test('counts the photos [SCR-16]', async () => {
    expect(textOf(part(await show(profile()), 'span', 'data-testid="photo-count"'))).toBe('5 photos')
    expect(await show(profile({ photo_count: 0 }))).not.toContain('photo-count')
  })

  test('shows locked photos as one, blurred, counted in a sentence beside a small lock, and none to enlarge [SCR-23]', async () => {
    const html = await show(profile({ photo_count: 3, more_photos: [photo('two', true), photo('three', true)] }))
    const locked = /<div[^>]* data-testid="locked-photos"[^]*?<\/p>/.exec(html)![0]
    expect(textOf(locked)).toBe('2 more photos')
    expect([...locked.matchAll(/<img[^>]* src="([^"]*)"/g)].map((match) => match[1])).toEqual(['/media/two/locked.webp'])
    expect(locked.match(/<svg/g)).toHaveLength(1)
    expect(html).not.toMatch(/<button[^>]*><img[^>]* src="[^"]*locked/)
  })

  test('has no lock where there is no further photo', async () => {
    expect(await show(profile({ main_image: photo('one'), photo_count: 1 }))).not.toContain('locked-photos')
  })

  test('shows the further photos beside the main one if they may be seen, each a button with its number', async () => {
    const html = await show(profile({ main_image: photo('one'), photo_count: 3, more_photos: [photo('two'), photo('three')] }))
    const reel = part(html, 'div', 'aria-label="Photos of Ann"')
    expect([...reel.matchAll(/<button[^>]*><img[^>]* alt="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'Photo of Ann',
      'Photo 2 of 3',
      'Photo 3 of 3'
    ])
    // Only the one in sight is reached by Tab.
    expect(reel.match(/<button[^>]* tabindex="-1"/g)).toHaveLength(2)
    expect(html).not.toContain('locked-photos')
  })

  test.each([
    [
      'some of them locked',
      { main_image: photo('one'), photo_count: 4, more_photos: [photo('two'), photo('three', true), photo('four', true)] },
      4
    ],
    ['no main one', { main_image: null, photo_count: 1, more_photos: [photo('two')] }, 2]
  ])('counts photos the same in their own names and in where one is: %s', async (_, photos, count) => {
    const html = await show(profile(photos))
    const [status, alt] = [/role="status">(Photo \d of \d)/, /alt="(Photo \d of \d)"/].map((said) => said.exec(html)![1])
    expect([status, alt]).toEqual([`Photo 1 of ${count}`, `Photo 2 of ${count}`])
  })

  test('shows the interests that both have first, under their own heading', async () => {
    const html = await show(profile({ interests: ['hiking', 'tea', 'wine'], shared_interests: ['tea'] }))
    expect(textOf(html.slice(html.indexOf('<h2>Interests')))).toMatch(/^Interests In common Tea Hiking Wine/)
    expect(textOf(await show(profile()))).not.toContain('In common')
  })

  test('takes the small pictures from the host that the operator configured, the full-size ones from the brand’s own [SET-3]', async () => {
    const member = profile({ main_image: photo('one'), photo_count: 4, more_photos: [photo('two'), photo('three', true)] })
    const tenant = { cdn_prefix: 'https://pictures.example' }
    const html = await renderPage(`/members/${ANN}`, {
      member: true,
      tenant,
      answers: [
        ...memberAnswers({ picture: photo('mine') }),
        [
          { endpoint: 'getMember', query: { id: ANN } },
          { member, now: NOW }
        ]
      ]
    })
    const sources = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map((match) => match[1])
    const other = 'https://pictures.example'
    const paths = [`${other}/media/mine/thumb`, '/media/one/full', '/media/two/full', `${other}/media/three/locked`]
    expect(new Set(sources)).toEqual(new Set(paths.map((path) => `${path}.webp`)))
  })

  test('tells a visitor how many more photos there are, and links to the sign-up [ROLE-4]', async () => {
    const html = await show(profile(), { member: false })
    const at = html.indexOf('See 4 more photos')
    expect(html.slice(html.lastIndexOf('<a', at), at)).toContain(`href="/members/${ANN}/signup"`)
    expect(textOf(await show(profile({ photo_count: 1 }), { member: false }))).not.toContain('more photo')
    expect(textOf(await show(profile()))).not.toContain('See 4 more photos')
  })

  test('made by the company has label and warning, a member’s neither [SCR-17] [SET-12]', async () => {
    const tenant = { fictional_singular: { en: 'Made up' }, fictional_warning: { en: 'No one to meet.' } }
    const made = await show(profile({ fictional: true, online: 'now' }), { tenant })
    expect(textOf(made)).toContain('Made up')
    expect(textOf(part(made, 'div', 'data-testid="fictional-warning"'))).toContain('No one to meet.')
    expect(textOf(made)).not.toContain('Online now')
    const real = await show(profile(), { tenant })
    expect(real).not.toContain('fictional-warning')
    expect(textOf(real)).not.toContain('Made up')
  })

  test('says that two like each other', async () => {
    expect(textOf(await show(profile({ match: true, liked: true })))).toContain('You and Ann like each other.')
  })

  test('of one’s own has no actions', async () => {
    const own = await show(profile({ id: 'A'.repeat(22) }))
    expect(own).not.toContain('aria-label="What you can do"')
  })

  test('sends a visitor to sign up, or to log in where no one can [ROLE-2]', async () => {
    const links = (html: string) =>
      [...part(html, 'div', 'aria-label="What you can do"').matchAll(/href="([^"]*)"/g)].map((match) => match[1])
    expect(links(await show(profile(), { member: false }))).toEqual(Array(3).fill(`/members/${ANN}/signup`))
    expect(links(await show(profile(), { member: false, tenant: { signups: 'none' } }))).toEqual(Array(3).fill('/login'))
  })

  test('has a glyph for every interest [ENT-32]', async () => {
    const html = await show(profile({ interests: [...INTERESTS] }))
    const interests = html.slice(html.indexOf('<h2>Interests'))
    expect(interests.match(/<li><span[^>]*><svg/g)).toHaveLength(INTERESTS.length)
  })
})

type Likes = EndpointOutput<Contract['listLikes']>

const like = (name: string, more: object = {}) => ({
  ...card(name),
  liked_at: NOW,
  match: false,
  automatic: false,
  like_new: false,
  ...more
})

function likes(more: Partial<Likes> = {}): Likes {
  return { profiles: [], liked_by: [], matches: [], total_new: 0, more: { received: null, given: null, matches: null }, ...more }
}

describe('likes', () => {
  const pageOfLikes = (shown: readonly ShownLike[], more: Partial<LikesPage> = {}): LikesPage => ({
    likes: shown,
    next: null,
    from: null,
    ...more
  })
  const names = (shown: readonly ShownLike[]) => shown.map(({ name }) => name)
  const at = (day: number) => ({ liked_at: `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z` })

  test('received open with the new ones first, everyone once [LIKE-2]', () => {
    const first = pageOfLikes([like('ann'), like('bea', { like_new: true }), like('cleo')])
    expect(names(opened([first, pageOfLikes([like('cleo'), like('dina', { like_new: true })])]))).toEqual(['bea', 'dina', 'ann', 'cleo'])
  })

  test('keep their places while the list is open; new ones are only counted, and those that are gone disappear', () => {
    const entries = [like('ann', { like_new: true }), like('bea'), like('cleo')]
    const now = pageOfLikes([like('dina', { like_new: true }), like('cleo', { liked: true, match: true }), like('ann')])
    const { shown, fresh } = follow(entries, [now], new Set())
    expect(shown).toMatchObject([
      { name: 'ann', like_new: false },
      { name: 'cleo', match: true }
    ])
    expect(names(fresh)).toEqual(['dina'])
  })

  test('that the reader took back in the list stay in it, so that nothing moves under the finger', () => {
    const entries = [like('ann', { liked: true, match: true }), like('bea', { liked: true })]
    const { shown } = follow(entries, [pageOfLikes([like('bea', { liked: true })])], new Set([entries[0]!.id]))
    expect(shown).toMatchObject([{ name: 'ann', liked: false, match: false }, { name: 'bea' }])
  })

  test('that newer ones have pushed off the first page are not gone; those that would be on it are', () => {
    const entries = [like('ann', at(9)), like('bea', at(7)), like('cleo', at(5)), like('dina', at(3)), like('emma', at(1))]
    const first = pageOfLikes([like('fay', at(10)), like('bea', at(7))], { next: 'x' })
    // The second page began behind cleo, who is on neither now.
    const second = pageOfLikes([like('emma', at(1))], { from: at(5).liked_at })
    expect(names(follow(entries, [first, second], new Set()).shown)).toEqual(['bea', 'cleo', 'emma'])
  })

  test('of a further page follow at the end', () => {
    const first = pageOfLikes([like('ann', at(9)), like('bea', at(7))], { next: 'x' })
    const second = pageOfLikes([like('bea', at(7)), like('cleo', at(5))], { from: at(7).liked_at })
    const { shown, fresh, further } = follow([like('ann', at(9)), like('bea', at(7))], [first, second], new Set())
    expect([names(shown), names(fresh), names(further)]).toEqual([['ann', 'bea'], [], ['cleo']])
  })

  test('opening a profile clears the flag of a new like at once, and only once [LIKE-1]', () => {
    const queryClient = new QueryClient()
    const key = queryOf('listLikes').queryKey
    const before = likes({ liked_by: [like('Ann', { like_new: true }), like('bea', { like_new: true })], total_new: 2 })
    queryClient.setQueryData(key, before)
    queryClient.setQueryData(queryOf('getUser').queryKey, memberAnswers({ newLikes: 2 })[0]![1] as EndpointOutput<Contract['getUser']>)
    seeLike(queryClient, ANN)
    seeLike(queryClient, ANN)
    expect(queryClient.getQueryData(queryOf('getUser').queryKey)!.user.num_new_likes).toBe(1)
    expect(queryClient.getQueryData(key)).toMatchObject({ total_new: 1, liked_by: [{ like_new: false }, { like_new: true }] })
  })

  test('are shown at once wherever the member is', () => {
    const queryClient = new QueryClient()
    const search = queryOf('searchMembers', { page: '1' }).queryKey
    const one = queryOf('getMember', { id: ANN }).queryKey
    const found: EndpointOutput<Contract['searchMembers']> = {
      members: [card('Ann'), card('bea')],
      total: 2,
      total_exact: true,
      page: 1,
      pages: 1,
      next: null,
      similar: [],
      access: 'all'
    }
    queryClient.setQueryData(search, found)
    const opened: EndpointOutput<Contract['getMember']> = { member: profile(), blocked: null, now: NOW }
    queryClient.setQueryData(one, opened)
    setLiked(queryClient, ANN, true, true)
    expect(queryClient.getQueryData(search)?.members.map(({ liked }) => liked)).toEqual([true, false])
    expect(queryClient.getQueryData(one)?.member).toMatchObject({ liked: true, match: true })
    setLiked(queryClient, ANN, false)
    expect(queryClient.getQueryData(one)?.member).toMatchObject({ liked: false, match: false })
  })

  test('page shows the new ones marked, the tabs and the counts', async () => {
    const [user, chats] = memberAnswers()
    const answer = likes({ liked_by: [like('Bea'), like('Ann', { like_new: true })], total_new: 1 })
    const main = part(
      await renderPage('/likes', { member: true, answers: [user!, chats!, [{ endpoint: 'listLikes', query: {} }, answer]] }),
      'main'
    )
    expect(textOf(main)).toMatch(/Received 1 new like .*Ann , 34 .*New .*Bea , 34/)
    expect([...part(main, 'nav').matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual([
      '/likes',
      '/likes/given',
      '/likes/matches',
      '/visitors'
    ])
  })

  test('/likes/m/{id} shows one member in the likes context, who likes whom and the answer to it, in the members area [RT-16]', async () => {
    const liked = { ...card('Ann'), likes_you: true, like_new: true, match: false, automatic: false, shared_interests: ['tea'] }
    const answer: Answered = [{ endpoint: 'getLike', query: { id: ANN } }, { member: liked }]
    const main = part(await renderPage(`/likes/m/${ANN}`, { member: true, answers: [...memberAnswers(), answer] }), 'main')
    const text = textOf(main)
    for (const words of ['Ann , 34', sentence('new-like.title', { member: 'Ann' }), sentence('likes.like_back'), sentence('interest.tea')])
      expect(text).toContain(words)
    expect(main).toContain(`href="/members/${ANN}/chat"`)
    expect(ROUTES.find(({ key }) => key === 'likes-m-id')).toMatchObject({ membersArea: true, access: 'member' })
  })

  test.each([
    ['/likes', sentence('likes.none_received_title')],
    ['/likes/given', sentence('likes.none_given_title')],
    ['/likes/matches', sentence('likes.none_matches_title')]
  ])('%s says what will appear there', async (path, words) => {
    const matches: Answered = [{ endpoint: 'listLikes', query: { type: 'matches' } }, likes()]
    expect(textOf(part(await renderPage(path, { member: true, answers: [...memberAnswers(), matches] }), 'main'))).toContain(words)
  })
})
