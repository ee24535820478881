import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { message } from '../../client/chat-fixtures.ts'
import { profile } from '../../client/member-profile.ts'
import { mount } from '../mount.tsx'
import { openConversation } from '../open-conversation.ts'
import { sentence } from '../sentence.ts'

/**
 * Do its neighbours look the same when a text reaches far above and below its lines? Marks piled up on a letter do that where a font stacks them; not
 * every machine has such a font, but a shadow is painted and cut off in the same way.
 */
async function expectUncovered(neighbours: Locator[], text: Locator): Promise<void> {
  const look = async () => {
    const pictures: string[] = []
    for (const neighbour of neighbours) pictures.push(await page.screenshot({ element: neighbour, save: false }))
    return pictures
  }
  await expect.element(text).toBeVisible()
  const reaching = text.element() as HTMLElement
  // Not below the bar of the page, which covers both.
  reaching.scrollIntoView({ block: 'center' })
  const before = await look()
  reaching.style.textShadow = Array.from({ length: 12 }, (_, line) => `0 ${line - 6}em red`).join(', ')
  expect(await look()).toEqual(before)
  reaching.style.removeProperty('text-shadow')
}

test('marks piled up on letters cover no other message', async () => {
  const { getByRole } = await openConversation([
    message(1, { text: 'The words before' }),
    message(2, { text: 'A tower of marks' }),
    message(3, { text: 'Those after it' })
  ])
  const [before, tower, after] = ['The words before', 'A tower of marks', 'Those after it'].map((text) => getByRole('log').getByText(text))
  await expectUncovered([before!, after!], tower!)
})

test('they cover no other part of a profile', async () => {
  const member = profile({
    about: 'All about me',
    prompts: [
      { prompt: 'sunday', answer: 'The words before' },
      { prompt: 'song', answer: 'A tower of marks' },
      { prompt: 'laugh', answer: 'Those after it' }
    ]
  })
  const { getByText, getByRole } = await mount(`/members/${member.id}`, {
    api: { getMember: () => ({ member, blocked: null, now: '2026-11-20T20:00:00.000Z' }), visitMember: () => ({}) }
  })
  await expectUncovered([getByText('The words before'), getByText('Those after it')], getByText('A tower of marks'))
  await expectUncovered([getByRole('heading', { name: sentence('profile.about') })], getByText('All about me'))
})
