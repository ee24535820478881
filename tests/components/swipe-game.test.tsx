import { page, userEvent } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import type { SwipeCard } from '../../shared/api/swipe.ts'
import { card, id } from '../client/chat-fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { HttpError, mount, type Mounting } from './mount.tsx'
import { readIn } from './read-in.ts'
import { resize, SCREEN_WIDTHS } from './screen.ts'
import { sentence } from './sentence.ts'

const NOW = '2026-11-20T20:00:00.000Z'
const NEXT = '2026-11-20T23:00:00.000Z'
/** That in the sample brand's time zone. */
const DUE = 'Saturday 00:00'

const cardOf = (name: string, more: Partial<SwipeCard> = {}): SwipeCard => ({ ...card(name), shared_interests: [], ...more })

const MIA = { ...card('Mia'), likes_you: true, like_new: false, match: true, automatic: false, shared_interests: [] }

/** How many passes are offered at a time. */
const OFFERED = 2

/** The game as a server would play it with these members. `answer` replaces an answer to a choice. */
async function play(
  names: readonly string[],
  {
    likes = 4,
    cards = names.map((name) => cardOf(name)),
    answer = () => null,
    refetched = Promise.resolve(null),
    redealt = (some) => some,
    refills = [],
    ...visit
  }: {
    likes?: number
    cards?: SwipeCard[]
    answer?: (choice: string) => HttpError | Promise<HttpError | null> | null
    /** The deck, as it was when it was asked for, or this error is answered once this is settled. */
    refetched?: Promise<HttpError | null>
    /** The cards in the order in which the deck has them when it is fetched again. */
    redealt?: (cards: SwipeCard[]) => SwipeCard[]
    /** The likes left each time the deck is fetched again. */
    refills?: number[]
  } & Mounting = {}
) {
  let decided: { id: string; choice: string }[] = []
  const allowance = () => ({ likes_left: likes, next_likes_at: NEXT, now: NOW })
  const deck = () => ({
    cards: cards.filter((one) => !decided.some((other) => other.id === one.id)),
    passed: decided
      .filter(({ choice }) => choice === 'pass')
      .toReversed()
      .slice(0, OFFERED)
      .map((one) => cards.find((other) => other.id === one.id)!),
    ...allowance()
  })
  const mounted = await mount('/swipe-game', {
    answers: [[{ endpoint: 'getSwipeDeck', query: {} }, deck()]],
    api: {
      getSwipeDeck: async () => {
        likes = refills.shift() ?? likes
        const dealt = deck()
        const refused = await refetched
        return refused ?? { ...dealt, cards: redealt(dealt.cards) }
      },
      getLike: () => ({ member: MIA }),
      swipeMember: async ({ body }) => {
        const refused = await answer(body.choice)
        if (refused?.code === 'not_found') cards = cards.filter((one) => one.id !== body.id)
        if (refused) return refused
        decided = decided.filter((one) => one.id !== body.id)
        if (body.choice === 'undo') return { choice: null, match: null, ...allowance() }
        decided.push({ id: body.id, choice: body.choice })
        if (body.choice === 'like') likes -= 1
        return { choice: body.choice, match: body.id === id('Mia') ? MIA : null, ...allowance() }
      }
    },
    ...visit
  })
  const { getByRole, calls } = mounted
  return {
    ...mounted,
    /** Name of the card on top. */
    top: () => document.querySelector('article[data-top] h2 bdi')?.textContent,
    choices: () => calls.flatMap(({ endpoint, body }) => (endpoint === 'swipeMember' ? [(body as { choice: string }).choice] : [])),
    said: () => document.querySelector('main section > [role="status"]')?.textContent,
    like: (name: string) => getByRole('button', { name: sentence('member.like_name', { member: name }) }),
    pass: (name: string) => getByRole('button', { name: sentence('swipe-game.pass_name', { member: name }) }),
    undo: (name: string) => getByRole('button', { name: sentence('swipe-game.undo_name', { member: name }) })
  }
}

/** Drags the card on top slowly by this many px. */
async function drag(distance: number): Promise<void> {
  const element = document.querySelector<HTMLElement>('article[data-top]')!
  const { left, top, width, height } = element.getBoundingClientRect()
  const send = (type: string, x: number) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        isPrimary: true,
        button: 0,
        bubbles: true,
        clientX: left + width / 2 + x,
        clientY: top + height / 2
      })
    )
  // The browser knows no such pointer.
  element.setPointerCapture = () => {}
  send('pointerdown', 0)
  for (let step = 1; step <= 4; step++) {
    send('pointermove', (distance * step) / 4)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  send('pointerup', distance)
}

test.each(SCREEN_WIDTHS)(
  'buttons like, pass and take back; each card goes at once and says who is next, %s px wide [RT-34] [SCR-8]',
  async (width) => {
    const game = await play(['Ann', 'Bea', 'Mia'], { width })
    expect(game.top()).toBe('Ann')
    await expectAccessible()
    await game.pass('Ann').click()
    expect(game.top()).toBe('Bea')
    expect(game.said()).toBe(`${sentence('swipe-game.passed', { member: 'Ann' })} ${sentence('swipe-game.next', { member: 'Bea' })}`)
    await game.undo('Ann').click()
    expect(game.top()).toBe('Ann')
    // Nothing is left to take back, but the keyboard stays where it was.
    const undone = game.getByRole('button', { name: sentence('swipe-game.undo'), exact: true })
    await expect.element(undone).toHaveFocus()
    await expect.element(undone).toBeDisabled()
    await expect.poll(() => getComputedStyle(undone.element()).opacity).toBe('0.5')
    await game.like('Ann').click()
    expect(game.top()).toBe('Bea')
    await expect.element(game.getByText(sentence('swipe-game.left', { count: 3, time: DUE }))).toBeVisible()
    await expect.poll(game.choices).toEqual(['pass', 'undo', 'like'])
  }
)

/** Of a card. */
const LEAST_WIDTH = 160

test.each([
  [320, 667],
  [375, 667],
  [390, 664],
  [375, 553],
  [320, 568],
  [667, 375]
])('on a screen of %i × %i px the card is large and the buttons are in sight, also under a banner', async (width, height) => {
  const game = await play(['Ann', 'Bea'], { width })
  await resize(width, height)
  await expect.element(page.getByTestId('banner-photo')).toBeVisible()
  const nav = page.getByRole('navigation', { name: sentence('nav.label') }).element()
  for (const button of [game.like('Ann'), game.pass('Ann')])
    expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(nav.getBoundingClientRect().top)
  const { width: wide, height: high } = document.querySelector('article[data-top]')!.getBoundingClientRect()
  // Portrait format, unless a name would have no room.
  expect(wide).toBeCloseTo(Math.max(0.8 * high, LEAST_WIDTH), 1)
  expect(high).toBeGreaterThanOrEqual(Math.min(240, Math.floor(0.4 * height)))
  // Only the footer is below the visible part, and nothing covers it.
  expect(document.querySelector('footer')!.getBoundingClientRect().top).toBeGreaterThanOrEqual(height)
})

test('arrow keys pass and like, Backspace undoes a pass; a letter counts only within the game', async () => {
  const game = await play(['Ann', 'Bea', 'Cleo'])
  await userEvent.keyboard('{ArrowLeft}')
  expect(game.top()).toBe('Bea')
  await userEvent.keyboard('u')
  expect(game.top()).toBe('Bea')
  await userEvent.keyboard('{Backspace}')
  expect(game.top()).toBe('Ann')
  await userEvent.keyboard('{ArrowRight}')
  expect(game.top()).toBe('Bea')
  await game.pass('Bea').click()
  await userEvent.keyboard('u')
  expect(game.top()).toBe('Bea')
  await expect.poll(game.choices).toEqual(['pass', 'undo', 'like', 'pass', 'undo'])
})

test('dragging far to the right likes, to the left passes; a short way springs back, and opens no profile', async () => {
  const game = await play(['Ann', 'Bea', 'Cleo'])
  await drag(40)
  expect(game.top()).toBe('Ann')
  await drag(-200)
  expect(game.top()).toBe('Bea')
  await drag(200)
  expect(game.top()).toBe('Cleo')
  await expect.poll(game.choices).toEqual(['pass', 'like'])
})

test('every pass can be taken back, further ones once those known are, and what came back stays on top', async () => {
  const names = ['Ann', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gwen', 'Hope', 'Ida', 'Joan', 'Kay']
  // As after a reload the page knows only the last ones.
  const game = await play(names, { redealt: (cards) => cards.toReversed() })
  for (const name of names.slice(0, 5)) await game.pass(name).click()
  await expect.poll(() => game.queryClient.isMutating()).toBe(0)
  game.queryClient.setQueryData<{ passed: SwipeCard[] }>(
    ['getSwipeDeck', {}],
    (deck) => deck && { ...deck, passed: deck.passed.slice(0, OFFERED) }
  )
  for (const name of names.slice(0, 5).toReversed()) {
    await game.undo(name).click()
    await expect.poll(() => game.queryClient.isMutating()).toBe(0)
    expect(game.top()).toBe(name)
  }
  await expect.element(game.getByRole('button', { name: sentence('swipe-game.undo'), exact: true })).toBeDisabled()
  await expect.poll(game.choices).toEqual([...Array<string>(5).fill('pass'), ...Array<string>(5).fill('undo')])
})

test('a pass that can’t be taken back stays one, also while the deck is being fetched again', async () => {
  const game = await play(['Ann', 'Bea'], {
    answer: (choice) => (choice === 'undo' ? new HttpError('invalid') : null),
    refetched: new Promise(() => {})
  })
  await game.pass('Ann').click()
  await game.undo('Ann').click()
  await expect.element(page.getByText(sentence('error.invalid'))).toBeVisible()
  await expect.poll(game.top).toBe('Bea')
  await expect.element(game.undo('Ann')).toBeEnabled()
})

test('on a slow connection the cards go on; a refused one comes back with the reason', async () => {
  const hold = Promise.withResolvers<void>()
  const game = await play(['Ann', 'Bea', 'Cleo'], {
    answer: async (choice) => {
      await hold.promise
      return choice === 'like' ? new HttpError('limit_reached', { limit: 4 }) : null
    }
  })
  await game.pass('Ann').click()
  await game.like('Bea').click()
  expect(game.top()).toBe('Cleo')
  hold.resolve()
  await expect.element(game.getByText(sentence('error.limit_reached'))).toBeVisible()
  await expect.poll(game.top).toBe('Bea')
  expect(game.choices()).toEqual(['pass', 'like'])
})

test('a decision counts although a deck from before it arrives meanwhile', async () => {
  const slow = { deck: Promise.withResolvers<null>(), answer: Promise.withResolvers<null>() }
  const game = await play(['Ann', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gwen', 'Hope'], {
    answer: () => slow.answer.promise,
    refetched: slow.deck.promise
  })
  const refetch = game.queryClient.refetchQueries({ queryKey: ['getSwipeDeck'] })
  await game.pass('Ann').click()
  await game.pass('Bea').click()
  await game.undo('Bea').click()
  slow.deck.resolve(null)
  await refetch
  expect(game.top()).toBe('Bea')
  slow.answer.resolve(null)
  await expect.poll(() => game.queryClient.isMutating()).toBe(0)
  expect(game.top()).toBe('Bea')
  await expect.element(game.undo('Ann')).toBeEnabled()
  expect(game.calls.filter(({ endpoint }) => endpoint === 'getSwipeDeck')).toHaveLength(1)
})

test('cards go on when more can’t be loaded; only after the last one the page says so', async () => {
  const refused = Object.assign(new HttpError('too_many_requests'), { retryAfter: 3600 })
  const game = await play(['Ann', 'Bea'], { refetched: Promise.resolve(refused), fails: true })
  await game.queryClient.refetchQueries({ queryKey: ['getSwipeDeck'] })
  await game.pass('Ann').click()
  expect(game.top()).toBe('Bea')
  const failed = game.getByRole('heading', { name: sentence('swipe-game.failed_title') })
  expect(failed.query()).toBeNull()
  await game.pass('Bea').click()
  await expect.element(failed).toBeVisible()
})

test('someone who is no longer there doesn’t come back', async () => {
  const game = await play(['Ann', 'Bea'], { answer: () => new HttpError('not_found') })
  await game.like('Ann').click()
  await expect.element(game.getByText(sentence('error.not_found'))).toBeVisible()
  expect(game.top()).toBe('Bea')
})

test('without a like left a like stays on the card and says when the next are due where the reader is; passing goes on [CON-13]', async () => {
  await readIn('America/New_York')
  const time = 'Friday 18:00'
  const game = await play(['Ann', 'Bea'], { likes: 0 })
  await expect.element(game.getByText(sentence('swipe-game.left', { count: 0, time }))).toBeVisible()
  await game.like('Ann').click()
  await expect.element(game.getByText(sentence('swipe-game.limit', { time }))).toBeVisible()
  await drag(200)
  expect(game.top()).toBe('Ann')
  await game.pass('Ann').click()
  expect(game.top()).toBe('Bea')
  await expect.poll(game.choices).toEqual(['pass'])
})

test('likes that are not there yet when the deck is fetched at their time are fetched again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
  try {
    const game = await play(['Ann', 'Bea'], { likes: 0, refills: [0, 4] })
    const fetched = () => game.calls.filter(({ endpoint }) => endpoint === 'getSwipeDeck').length
    await expect.element(game.getByText(sentence('swipe-game.left', { count: 0, time: DUE }))).toBeVisible()
    await vi.advanceTimersByTimeAsync(Date.parse(NEXT) - Date.parse(NOW) - 2_000)
    expect(fetched()).toBe(0)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(fetched).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.element(game.getByText(sentence('swipe-game.left', { count: 4, time: DUE }))).toBeVisible()
    await game.like('Ann').click()
    await expect.poll(game.choices).toEqual(['like'])
  } finally {
    vi.useRealTimers()
  }
})

test('someone who likes back is a match, with the way to the first message [LM-7]', async () => {
  const game = await play(['Mia', 'Bea'])
  await game.like('Mia').click()
  await expect.element(game.getByRole('dialog', { name: sentence('match.title') })).toBeVisible()
  await expect
    .element(game.getByRole('link', { name: sentence('match.write', { member: 'Mia' }) }).first())
    .toHaveAttribute('href', `/members/${id('Mia')}/chat`)
  // It outlives the page.
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => game.getByRole('dialog').query()).toBeNull()
})

test('after the last card the page says so, and offers the search and the last one passed', async () => {
  const game = await play(['Ann'])
  await game.pass('Ann').click()
  await expect.element(game.getByRole('heading', { name: sentence('swipe-game.none_title') })).toBeVisible()
  await expect.element(game.getByRole('link', { name: sentence('swipe-game.search') })).toHaveAttribute('href', '/members')
  // The button that had the focus is gone: the focus stays in the game, where its keys work.
  const inGame = () => document.activeElement?.contains(document.querySelector('main h1')) && document.activeElement !== document.body
  await expect.poll(inGame).toBe(true)
  await userEvent.keyboard('u')
  await expect.poll(game.top).toBe('Ann')
})

test('a card says what is in common, and that a profile was made by the company', async () => {
  const ann = cardOf('Ann', { fictional: true, online: 'now', shared_interests: ['tea', 'wine'] })
  const game = await play([], { cards: [ann], tenant: { fictional_singular: { en: 'Made up' } } })
  const top = game.getByRole('article')
  for (const text of [sentence('interest.tea'), sentence('interest.wine'), 'Made up'])
    await expect.element(top.getByText(text)).toBeVisible()
  expect(top.getByText(sentence('member.online_now')).query()).toBeNull()
  await expectAccessible()
})
