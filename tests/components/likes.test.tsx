import type { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryOf } from '../../client/api/queries.ts'
import { showLiveMatch } from '../../client/likes/start-like-modals.ts'
import { applyEvent } from '../../client/live/apply-event.ts'
import { showLikeModal } from '../../client/state/like-modal.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { card } from '../client/chat-fixtures.ts'
import { profile } from '../client/member-profile.ts'
import { HttpError, mount, type Api } from './mount.tsx'
import { sentence } from './sentence.ts'

const ANN = profile()
const NOW = '2026-11-20T20:00:00.000Z'

test('after a like and a quick unlike the last tap is shown, whatever is refetched before its answer', async () => {
  let liked = false
  const hold = Promise.withResolvers<void>()
  const { getByRole, queryClient, calls } = await mount(`/members/${ANN.id}`, {
    api: {
      getUser: () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>,
      getMember: () => ({ member: { ...ANN, liked }, blocked: null, now: NOW }),
      visitMember: () => ({}),
      likeMember: () => {
        liked = true
        return { liked, match: false, member: null }
      },
      unlikeMember: async () => {
        await hold.promise
        liked = false
        return { liked }
      }
    }
  })
  const like = getByRole('button', { name: sentence('profile.like'), exact: true })
  const unlike = getByRole('button', { name: sentence('profile.unlike') })
  await like.click()
  await unlike.click()
  await expect.element(like).toBeVisible()

  // The event of the first tap comes before the answer to the second.
  const asked = () => calls.filter(({ endpoint }) => endpoint === 'getMember').length
  const before = asked()
  applyEvent(queryClient, 'likes_changed', JSON.stringify({ profile_id: ANN.id }))
  await expect.poll(asked).toBeGreaterThan(before)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(unlike.query()).toBeNull()

  // An answer that was read before the last tap and arrives after its answer changes nothing either.
  hold.resolve()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(like).toBeVisible()
})

type Likes = EndpointOutput<Contract['listLikes']>

const IMAGE = { filename: '/f.webp', thumb_filename: '/t.webp', match: '/m.webp', status: 'active' as const }
const like = (name: string, more: object = {}) => ({
  ...card(name),
  liked_at: NOW,
  match: false,
  automatic: false,
  like_new: false,
  ...more
})

function likes(liked_by: Likes['liked_by']): Likes {
  return { profiles: [], liked_by, matches: [], total_new: 0, more: { received: null, given: null, matches: null } }
}

const matched = (name: string) => ({
  ...card(name),
  main_image: IMAGE,
  likes_you: true,
  like_new: true,
  match: true,
  liked: true,
  automatic: false,
  shared_interests: ['art', 'wine']
})

const getUser = () => memberAnswers()[0]![1] as EndpointOutput<Contract['getUser']>

/** The modal looks whether they are still there. */
const getLike = () => ({ member: matched('Ann') })

/** The list as the server has it now, as the page got it at first. */
const withLikes = (now: Likes['liked_by'], more: Api = {}) => {
  const server = { now }
  const api: Api = { getUser, listLikes: () => likes(server.now), getLike, ...more }
  return { server, mounting: { api, answers: [[{ endpoint: 'listLikes', query: {} }, likes(now)] as const] } }
}

test('only the part of a long list that is near the screen costs anything, and every card has its size', async () => {
  const many = Array.from({ length: 60 }, (_, index) => like(`Ann${index}x`))
  await mount('/likes', { ...withLikes(many).mounting, width: 375 })
  const cards = () => [...document.querySelectorAll('main article')]
  await expect.poll(() => cards().length).toBe(60)
  const rendered = (card: Element) => card.checkVisibility({ contentVisibilityAuto: true })
  await expect.poll(() => [cards().at(0)!, cards().at(-1)!].map(rendered)).toEqual([true, false])
  const { width, height } = cards().at(-1)!.parentElement!.getBoundingClientRect()
  expect(height / width).toBeCloseTo(5 / 4, 1)
  cards().at(-1)!.scrollIntoView()
  await expect.poll(() => [cards().at(0)!, cards().at(-1)!].map(rendered)).toEqual([false, true])
})

test.each([375, 1280])('each like that the badge counts is marked as new, even a match or an automatic one: %i px', async (width) => {
  const news = [like('Ann', { like_new: true, match: true }), like('Bea', { like_new: true, automatic: true })]
  const { getByRole } = await mount('/likes', { ...withLikes([...news, like('Cleo', { match: true })]).mounting, width })
  const cards = getByRole('article')
  await expect.element(cards.nth(2)).toBeInTheDocument()
  const words = [sentence('likes.new'), sentence('likes.match'), sentence('likes.automatic')]
  expect(cards.elements().map((card) => words.map((word) => card.textContent.includes(word)))).toEqual([
    [true, true, false],
    [true, false, true],
    [false, true, false]
  ])
  // The tags leave room for the heart.
  const tag = cards.nth(1).getByText(sentence('likes.automatic')).element().getBoundingClientRect()
  expect(tag.right).toBeLessThanOrEqual(cards.nth(1).getByRole('button').element().getBoundingClientRect().left)
})

test('a live like moves no card of an open list: a line over it says so, and loads the list again', async () => {
  const [ann, bea, cleo] = [like('Ann', { like_new: true }), like('Bea'), like('Cleo')]
  const { server, mounting } = withLikes([ann, bea])
  const { getByRole, queryClient } = await mount('/likes', mounting)
  const names = () => [...document.querySelectorAll('main article')].map((one) => /Ann|Bea|Cleo/.exec(one.textContent)?.[0])
  const place = () => document.querySelector('main article')!.getBoundingClientRect().top
  const before = place()
  // Ann's like was seen elsewhere, which puts it behind the others on the server.
  server.now = [{ ...cleo, like_new: true }, bea, { ...ann, like_new: false }]
  applyEvent(queryClient, 'like', JSON.stringify({ profile_id: cleo.id }))
  const line = getByRole('status').getByRole('button', { name: sentence('likes.fresh_likes', { count: 1 }) })
  await expect.element(line).toBeVisible()
  expect([names(), place()]).toEqual([['Ann', 'Bea'], before])
  await line.click()
  await expect.poll(names).toEqual(['Cleo', 'Bea', 'Ann'])
  await expect.element(getByRole('heading', { level: 1 })).toHaveFocus()
  expect(line.query()).toBeNull()
})

test('a member who leaves disappears from an open list; one whom the reader has unliked stays, so that it can be undone', async () => {
  const givenTo = (name: string) => ({ ...card(name), liked_at: NOW, match: false, automatic: false, liked: true })
  const [ann, bea] = [givenTo('Ann'), givenTo('Bea')]
  let given = [ann, bea]
  const listLikes = () => ({ ...likes([]), profiles: given })
  const { getByRole, queryClient } = await mount('/likes/given', {
    api: {
      getUser,
      listLikes,
      unlikeMember: () => {
        given = given.filter(({ id }) => id !== ann.id)
        return { liked: false }
      }
    },
    answers: [[{ endpoint: 'listLikes', query: {} }, listLikes()]]
  })
  const heart = getByRole('button', { name: sentence('member.like_name', { member: 'Ann' }) })
  await heart.click()
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => queryClient.isFetching() + queryClient.isMutating()).toBe(0)
  await expect.element(heart).toBeVisible()
  given = []
  applyEvent(queryClient, 'contacts_changed', '{}')
  await expect.element(getByRole('link', { name: /Bea/ })).not.toBeInTheDocument()
})

test('likes that can’t be loaded when more are asked for say so, and can be tried again', async () => {
  let failing = true
  const first = { ...likes([like('Ann')]), more: { received: 'after-ann'.padEnd(64, 'x'), given: null, matches: null } }
  const { getByRole, getByText } = await mount('/likes', {
    answers: [[{ endpoint: 'listLikes', query: {} }, first]],
    api: {
      getUser,
      listLikes: ({ query }) => (query.after === undefined ? first : failing ? new HttpError('invalid') : likes([like('Bea')]))
    }
  })
  await getByRole('button', { name: sentence('likes.show_more') }).click()
  await expect.element(getByRole('alert').getByText(sentence('likes.more_failed'))).toBeVisible()
  failing = false
  await getByRole('button', { name: sentence('load-failed.retry') }).click()
  await expect.element(getByRole('link', { name: /Bea/ })).toBeVisible()
  await expect.element(getByText(sentence('likes.more_failed'))).not.toBeInTheDocument()
})

/** Likes Ann back in the list of likes. */
async function answerAnn() {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  const { mounting } = withLikes([like('Ann', { like_new: true })], {
    likeMember: () => ({ liked: true, match: true, member: matched('Ann') })
  })
  const screen = await mount('/likes', { ...mounting, width: 375 })
  const heart = screen.getByRole('button', { name: sentence('member.like_name', { member: 'Ann' }) })
  await heart.click()
  const dialog = screen.getByRole('dialog', { name: sentence('match.title') })
  await expect.element(dialog).toBeVisible()
  return { ...screen, heart, dialog, vibrate }
}

/** Anything that was due has been requested by now: this request comes after it. */
async function later(queryClient: QueryClient): Promise<void> {
  await import('../../client/likes/due-modal.ts')
  await new Promise((resolve) => setTimeout(resolve))
  await queryClient.fetchQuery({ ...queryOf('getUser'), staleTime: 0 })
}

test('a member who answers a like sees the match at once, with what both like; any click closes it, and the focus returns [LM-4] [LM-7]', async () => {
  const { dialog, heart, getByText, vibrate } = await answerAnn()
  await expect.poll(() => vibrate.mock.calls).toEqual([[10]])
  await expect.element(dialog.getByText(sentence('interest.wine'))).toBeVisible()
  for (const link of dialog.getByRole('link').all()) {
    await expect.element(link).toHaveAttribute('href', `/members/${matched('Ann').id}/chat`)
  }
  await getByText(sentence('match.text', { member: 'Ann' })).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(heart).toHaveFocus()
})

test('Esc closes the sheet of a match [LM-4]', async () => {
  const { dialog, heart } = await answerAnn()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(heart).toHaveFocus()
})

test('the other one sees the match live, with the same sheet, but never while they are typing [LM-7]', async () => {
  const { mounting } = withLikes([like('Ann')])
  const { getByRole, queryClient, calls } = await mount('/likes', mounting)
  const asked = () => calls.filter(({ endpoint }) => endpoint === 'getLike').length
  const field = document.body.appendChild(document.createElement('textarea'))
  field.focus()
  void showLiveMatch(queryClient, matched('Ann').id)
  const dialog = getByRole('dialog', { name: sentence('match.title') })
  await later(queryClient)
  expect([asked(), dialog.query()]).toEqual([0, null])
  field.blur()
  field.remove()
  await expect.element(dialog).toBeVisible()
  expect(asked()).toBe(1)
  await dialog.getByRole('heading').first().click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each([
  ['visible', true],
  ['hidden', false]
] as const)('a match whose like the profile below has marked as seen, on a page that is %s, is shown: %s [LM-7]', async (state, shown) => {
  const { mounting } = withLikes([], { getLike: () => ({ member: { ...matched('Ann'), like_new: false } }) })
  const { getByRole, queryClient } = await mount('/likes', mounting)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  const done = showLiveMatch(queryClient, matched('Ann').id)
  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await done
  const dialog = getByRole('dialog', { name: sentence('match.title') })
  await (shown ? expect.element(dialog).toBeVisible() : expect.element(dialog).not.toBeInTheDocument())
})

test.each(['match', 'like', 'suggestion'] as const)('the modal of a %s says that a profile was made by the company', async (kind) => {
  const { mounting } = withLikes([])
  const { getByRole } = await mount('/likes', { ...mounting, tenant: { fictional_singular: { en: 'Made up by us' } } })
  const member = { ...matched('Ann'), fictional: true }
  showLikeModal(kind === 'like' ? { kind, member, automatic: false } : { kind, member })
  await expect.element(getByRole('dialog').getByText('Made up by us')).toBeVisible()
})

/** Opens a page whose address asks for the modal. */
async function openWithDelay(url: string, autoLike?: () => EndpointOutput<Contract['autoLike']>, liked_by: Likes['liked_by'] = []) {
  const replaced = vi.spyOn(history, 'replaceState').mockImplementation(() => {})
  const { mounting } = withLikes(liked_by, autoLike ? { autoLike } : {})
  const screen = await mount(url, { ...mounting, tenant: { auto_like: autoLike ? 'consented' : 'off', demo: true } })
  // Without an address only what belongs to the entry is stored, such as how far it was scrolled.
  return { ...screen, addresses: () => replaced.mock.calls.flatMap(([, , address]) => address ?? []) }
}

test('?t= shows after that delay someone who really likes the member, and is removed; the links lead to their profile [CON-7] [LM-1] [LM-2] [LM-3]', async () => {
  const began = performance.now()
  const { getByRole, addresses } = await openWithDelay('/likes?t=1&x=2', undefined, [like('Ann', { like_new: true })])
  await expect.poll(addresses).toEqual(['/likes?x=2'])
  const dialog = getByRole('dialog', { name: sentence('new-like.title', { member: 'Ann' }) })
  await expect.element(dialog).toBeVisible()
  expect(performance.now() - began).toBeGreaterThan(1000)
  for (const link of dialog.getByRole('link').all()) await expect.element(link).toHaveAttribute('href', `/members/${card('Ann').id}`)
  await dialog.getByRole('heading').first().click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each(['-1', '3601', '1.5', 'soon', ''])('?t=%s shows nothing, but is removed [LM-2]', async (t) => {
  const { addresses, getByRole, calls, queryClient } = await openWithDelay(`/likes?t=${t}`, () => ({ kind: null, profile: null }))
  await expect.poll(addresses).toEqual(['/likes'])
  await later(queryClient)
  expect([calls.filter(({ endpoint }) => endpoint === 'autoLike'), getByRole('dialog').query()]).toEqual([[], null])
})

test('picture and button of the modal tell the page that they were pressed, and lead on [LM-5] [LM-6]', async () => {
  const told: unknown[] = []
  const listen = (event: Event) => void told.push((event as CustomEvent).detail)
  document.addEventListener('like-modal', listen)
  const id = card('Ann').id
  for (const part of ['image', 'button']) {
    localStorage.clear()
    const { getByRole, unmount, calls } = await openWithDelay('/likes?t=0', () => ({
      kind: 'like',
      profile: { ...card('Ann'), main_image: IMAGE }
    }))
    const dialog = getByRole('dialog')
    await expect.element(dialog.getByText(sentence('new-like.automatic_text', { member: 'Ann' }))).toBeVisible()
    expect(dialog.element().querySelector('img')!.src).toContain('/m.webp')
    // Followed as in a new tab, so that the page of the test stays.
    const link = dialog
      .getByRole('link')
      .all()
      .find((one) => Boolean(one.element().querySelector('img')) === (part === 'image'))!
    link.element().addEventListener('click', (event) => event.preventDefault())
    await link.click()
    await expect.element(dialog).not.toBeInTheDocument()
    // The reload that follows belongs to this page.
    await expect.poll(() => calls.map(({ endpoint }) => endpoint)).toContain('listLikes')
    await unmount()
  }
  document.removeEventListener('like-modal', listen)
  expect(told).toEqual(['image', 'button'].map((part) => ({ kind: 'like', part, id })))
})

test('half a second after the automatic like the likes are reloaded; it is asked once a day [API-17] [LM-8]', async () => {
  const asked: [string, number][] = []
  const note = (name: string) => void asked.push([name, performance.now()])
  const open = async () => {
    const { getByRole, unmount, queryClient } = await mount('/likes?t=0', {
      tenant: { auto_like: 'consented', demo: true },
      api: {
        getUser,
        autoLike: () => (note('autoLike'), { kind: 'like', profile: card('Ann') }),
        getLike,
        listLikes: () => (note('listLikes'), likes([]))
      },
      answers: [[{ endpoint: 'listLikes', query: {} }, likes([])]]
    })
    return { dialog: getByRole('dialog'), unmount, queryClient }
  }
  const replaced = vi.spyOn(history, 'replaceState').mockImplementation(() => {})
  const timers = vi.spyOn(window, 'setTimeout')
  const first = await open()
  await expect.element(first.dialog).toBeVisible()
  await expect.poll(() => asked.map(([name]) => name)).toEqual(['autoLike', 'listLikes'])
  // A timer may be late on a busy machine, never early.
  expect(timers.mock.calls.map(([, wait]) => wait)).toContain(500)
  expect(asked[1]![1] - asked[0]![1]).toBeGreaterThanOrEqual(499)
  await first.dialog.getByRole('heading').first().click()
  await first.unmount()
  replaced.mockClear()
  const { queryClient } = await open()
  await expect.poll(() => replaced.mock.calls.map(([, , address]) => address)).toContain('/likes')
  await later(queryClient)
  expect(asked.map(([name]) => name)).toEqual(['autoLike', 'listLikes'])
})

test('off is never requested, a suggestion at most once a visit, and only for newcomers, or by an address that asks for it [LM-8]', async () => {
  vi.spyOn(history, 'replaceState').mockImplementation(() => {})
  const off = await openWithDelay('/likes?t=0')
  await expect.poll(off.addresses).toEqual(['/likes'])
  await off.unmount()
  let asked = 0
  const api: Api = { getUser, getLike, listLikes: () => likes([]), autoLike: () => (asked++, { kind: 'suggestion', profile: card('Ann') }) }
  for (const visit of [1, 2]) {
    const { getByRole, unmount, calls, queryClient } = await mount('/likes?t=0', {
      tenant: { auto_like: 'suggestion' },
      api,
      answers: [[{ endpoint: 'listLikes', query: {} }, likes([])]]
    })
    await later(queryClient)
    if (visit === 1) {
      const dialog = getByRole('dialog', { name: sentence('new-like.suggestion_title') })
      await dialog.getByRole('heading').first().click()
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.poll(() => calls.map(({ endpoint }) => endpoint)).toContain('listLikes')
    }
    await unmount()
  }
  expect(asked).toBe(1)
})
