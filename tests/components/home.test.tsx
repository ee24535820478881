import { describe, expect, test } from 'vitest'
import { applyEvent } from '../../client/live/apply-event.ts'
import type { ChatListEntry } from '../../shared/api/chats.ts'
import type { Contract } from '../../shared/api/contract.ts'
import type { EndpointOutput } from '../../shared/api/endpoint.ts'
import { href } from '../../shared/routes/match.ts'
import { card, id, message } from '../client/chat-fixtures.ts'
import { memberAnswers } from '../client/render-page.tsx'
import { expectAccessible } from './accessible.ts'
import { enlargeLetters } from './enlarge-letters.ts'
import { HttpError, mount, type Mounting } from './mount.tsx'
import { SCREEN_WIDTHS } from './screen.ts'
import { sentence } from './sentence.ts'

type Home = EndpointOutput<Contract['getHome']>

const QUIET: Home = { likes: [], chats: [], people: [], next_step: null }
const PICTURE = { filename: '/f', thumb_filename: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', match: '/m', status: 'active' as const }

function unread(name: string, text: string, count = 1): ChatListEntry {
  const last_message = { position: 1, content: { type: 'text' as const, text }, at: '2026-11-20T10:00:00.000Z', mine: false }
  return {
    conversation_id: id(`chat-${name}`),
    profile_id: id(name),
    profile: card(name),
    num_unread_messages: count,
    muted: false,
    last_message
  }
}

const NEWS: Home = {
  likes: [
    { ...card('carla'), match: false, automatic: false },
    { ...card('dora', { liked: true }), match: true, automatic: false }
  ],
  chats: [unread('anna', 'Are you there?', 2)],
  people: [card('emma'), card('fay')],
  next_step: 'about'
}

/** A member with a photo, so that no banner asks for one. */
const answers = (more: Parameters<typeof memberAnswers>[0] = {}) => memberAnswers({ picture: PICTURE, ...more })

const home = (news: Home, { answers: others = answers(), ...more }: Mounting = {}) =>
  mount('/', { answers: [...others, [{ endpoint: 'getHome', query: {} }, news]], ...more })

const to = (key: string, params = {}) => href(key, params)

describe.each(SCREEN_WIDTHS)('at %i px', (width) => {
  test('faces of new likes, first lines of unread conversations, new members and one next step lead on', async () => {
    const { getByRole } = await home(NEWS, { width, answers: answers({ unread: 2, newLikes: 5 }) })
    const part = (key: 'index.messages' | 'index.likes', count: number) => getByRole('region', { name: sentence(key, { count }) })
    const links = (region: ReturnType<typeof part>) =>
      region
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'))
    const messages = part('index.messages', 2)
    await expect.element(messages.getByText('Are you there?')).toBeVisible()
    expect(links(messages)).toEqual([to('chats'), to('chats-id', { id: id('chat-anna') })])
    // The counter also counts those that aren't shown here.
    const likes = part('index.likes', 5)
    expect(links(likes)).toEqual([to('likes'), to('members-id', { id: id('carla') }), to('members-id', { id: id('dora') })])
    expect(likes.getByText(sentence('likes.match')).elements()).toHaveLength(1)
    const people = getByRole('region', { name: sentence('index.people') })
    expect(links(people)).toEqual([to('members'), to('members-id', { id: id('emma') }), to('members-id', { id: id('fay') })])
    const step = getByRole('link', { name: sentence('index.step.about') })
    await expect.element(step).toHaveAttribute('href', to('profile'))
    await expectAccessible()
  })

  test('without news there is one sentence and the way to the search', async () => {
    const { getByRole } = await home(QUIET, { width })
    await expect.element(getByRole('heading', { name: sentence('index.quiet') })).toBeVisible()
    expect(
      getByRole('main')
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href'))
    ).toEqual([to('members'), to('match-finder'), to('swipe-game')])
    await expectAccessible()
  })
})

test('new likes keep room for their faces with letters half as large again', async () => {
  const likes = ['carla', 'dora', 'emma', 'fay'].map((name) => ({ ...card(name), match: false, automatic: false }))
  await enlargeLetters(150)
  await home({ ...NEWS, likes, people: [] }, { width: 1024 })
  const faces = [...document.querySelectorAll('main article')].map((face) => face.getBoundingClientRect().width)
  expect(faces).toHaveLength(4)
  expect(Math.min(...faces)).toBeGreaterThan(100)
})

test('new visits are a line that leads to them, also on a quiet day', async () => {
  const [user, ...others] = answers()
  const visited = {
    user: { ...(user![1] as EndpointOutput<Contract['getUser']>).user, num_new_visits: 3 },
    now: '2026-11-20T20:00:00.000Z'
  }
  const { getByRole, getByText } = await home(QUIET, { answers: [[user![0], visited], ...others] })
  await expect.element(getByRole('link', { name: sentence('index.visits', { count: 3 }) })).toHaveAttribute('href', to('visitors'))
  expect(getByText(sentence('index.quiet')).query()).toBeNull()
})

test('the next step isn’t said twice: not while a banner above asks for the same', async () => {
  const { getByRole, getByTestId } = await home({ ...QUIET, next_step: 'photo' }, { answers: memberAnswers() })
  await expect.element(getByTestId('banner-photo')).toBeVisible()
  const step = getByRole('main').getByText(sentence('index.step.photo_text'))
  expect(step.query()).toBeNull()
  await getByTestId('banner-photo')
    .getByRole('button', { name: sentence('form.close') })
    .click()
  await expect.element(step).toBeVisible()
})

test('the address can be confirmed from here where no banner says so', async () => {
  const { getByRole, calls } = await home(
    { ...QUIET, next_step: 'confirm_mail' },
    {
      answers: answers({ confirmed: false, disabled: ['bounce'] }),
      api: { resendActivation: () => ({ status: 'sent' }) }
    }
  )
  await getByRole('button', { name: sentence('activation.resend') }).click()
  await expect.element(getByRole('main').getByText(sentence('activation.sent'))).toBeVisible()
  expect(calls.map(({ endpoint }) => endpoint)).toEqual(['resendActivation'])
})

test('a message that comes is shown at once', async () => {
  let news = QUIET
  const { getByText, queryClient } = await home(QUIET, {
    api: {
      getHome: () => news,
      getUser: () => answers({ unread: 1 })[0]![1] as EndpointOutput<Contract['getUser']>,
      listChats: () => ({ chats: news.chats, total: 1, total_unread: 1, page: 1 })
    }
  })
  await expect.element(getByText(sentence('index.quiet'))).toBeVisible()
  news = { ...QUIET, chats: [unread('anna', 'Good evening')] }
  const payload = { conversation_id: id('chat-anna'), profile_id: id('anna'), message: message(1, { text: 'Good evening' }) }
  applyEvent(queryClient, 'message', JSON.stringify(payload))
  await expect.element(getByText('Good evening')).toBeVisible()
  expect(getByText(sentence('index.quiet')).query()).toBeNull()
})

test('a liked face keeps its place and its filled heart', async () => {
  const { getByRole, calls } = await home(NEWS, {
    api: {
      likeMember: () => ({ liked: true, match: false, member: null }),
      listLikes: () => answers()[2]![1] as EndpointOutput<Contract['listLikes']>
    }
  })
  const heart = getByRole('button', { name: sentence('member.like_name', { member: 'carla' }) })
  await heart.click()
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  expect(calls[0]).toMatchObject({ endpoint: 'likeMember', body: { id: id('carla') } })
})

test('a part that can’t be loaded says so, and appears after another try', async () => {
  let works = false
  const { getByRole, getByText } = await mount('/', {
    answers: answers(),
    fails: true,
    api: { getHome: () => (works ? NEWS : new HttpError('bad_request')) }
  })
  await expect.element(getByText(sentence('index.failed_title'))).toBeVisible()
  works = true
  await getByRole('button', { name: sentence('load-failed.retry') }).click()
  await expect.element(getByText('Are you there?')).toBeVisible()
})

test.each([
  [375, true],
  [1280, false]
])('a visitor who scrolls past the sign-up keeps one in sight, at %i px: %s', async (width, kept) => {
  const { getByRole, getByTestId } = await mount('/', { member: false, width })
  const first = getByRole('main')
    .getByRole('link', { name: sentence('index.signup') })
    .first()
    .element()
  const again = getByTestId('sign-up-again')
    .getByRole('link', { name: sentence('index.signup') })
    .element()
  const isInSight = (link: Element) => {
    const { left, top, width: wide, height } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(left + wide / 2, top + height / 2))
  }
  const end = document.documentElement.scrollHeight - innerHeight
  const seen: boolean[] = []
  for (let top = 0; top < end; top += 100) {
    scrollTo({ top, behavior: 'instant' })
    if (!isInSight(first) && again.closest('main')!.getBoundingClientRect().bottom > innerHeight) seen.push(isInSight(again))
  }
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.every(Boolean)).toBe(kept)
  await expectAccessible()
})
