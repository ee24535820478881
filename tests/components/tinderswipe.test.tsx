import { userEvent } from 'vitest/browser'
import { expect, test } from 'vitest'
import { startDeckOf } from '../../client/visitor/deck.ts'
import { expectAccessible } from './accessible.ts'
import { mount } from './mount.tsx'
import { emulateMedia } from './emulate-media.ts'
import { SCREEN_WIDTHS } from './screen.ts'
import { sentence } from './sentence.ts'

const EVENINGS = ['table', 'walk', 'rain', 'dance', 'fire'] as const

async function open(width = 375) {
  const mounted = await mount('/landers/tinderswipe', { member: false, width })
  const { getByRole } = mounted
  return {
    ...mounted,
    evening: (name: (typeof EVENINGS)[number]) => getByRole('group', { name: sentence(`landers-tinderswipe.${name}`) }),
    done: () => getByRole('heading', { name: sentence('landers-tinderswipe.done_title') }),
    deck: document.querySelector<HTMLElement>('[data-deck]')!
  }
}

const choice = (lander: Awaited<ReturnType<typeof open>>, name: (typeof EVENINGS)[number], key: 'like' | 'pass') =>
  lander.evening(name).getByRole('radio', { name: sentence(`landers-tinderswipe.${key}`) })

test.each(SCREEN_WIDTHS)(
  'radio buttons turn the drawn cards, without the script; then the sign-up, and all over again, %s px wide [RT-53]',
  async (width) => {
    const lander = await open(width)
    await expectAccessible()
    expect(lander.done().query()).toBeNull()
    for (const [index, name] of EVENINGS.entries()) {
      await choice(lander, name, index % 2 === 0 ? 'like' : 'pass').click({ force: true })
      await expect.poll(() => lander.evening(name).query()).toBeNull()
    }
    await expect.element(lander.done()).toBeVisible()
    await expect.element(lander.getByRole('link', { name: sentence('lander.signup') })).toHaveAttribute('href', '/signup')
    await expectAccessible()
    await lander.getByRole('button', { name: sentence('landers-tinderswipe.again') }).click()
    await expect.element(choice(lander, 'table', 'like')).toBeVisible()
    expect(lander.calls).toEqual([])
  }
)

test.each(['no-preference', 'reduce'])('with the small script arrow keys choose, and the focus goes on (motion: %s)', async (motion) => {
  await emulateMedia('prefers-reduced-motion', motion)
  const lander = await open()
  startDeckOf(lander.deck)
  choice(lander, 'table', 'pass').element().focus()
  // Back, in the browser: it answers nothing.
  const back = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true })
  expect(document.activeElement!.dispatchEvent(back)).toBe(true)
  expect(lander.deck.querySelector(':checked')).toBeNull()
  await userEvent.keyboard('{ArrowRight}')
  expect(lander.deck.querySelector<HTMLInputElement>(':checked')!.value).toBe('like')
  await expect.element(choice(lander, 'walk', 'pass')).toHaveFocus()
  for (let count = 0; count < 4; count++) await userEvent.keyboard('{ArrowLeft}')
  expect([...lander.deck.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)).toEqual([
    'like',
    'pass',
    'pass',
    'pass',
    'pass'
  ])
  await expect.element(lander.getByRole('link', { name: sentence('lander.signup') })).toHaveFocus()
  await expect.poll(() => document.getAnimations()).toEqual([])
  lander
    .getByRole('button', { name: sentence('landers-tinderswipe.again') })
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(choice(lander, 'table', 'pass')).toHaveFocus()
})

test('no one is shown: no member, no name, no number of members', async () => {
  const lander = await open()
  const text = lander.deck.parentElement!.textContent
  expect(text).not.toMatch(/\d/)
  expect(lander.deck.querySelectorAll('img')).toHaveLength(0)
})
