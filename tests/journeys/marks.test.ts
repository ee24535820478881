import { expect, test } from 'vitest'
import { logInAs, openNewChat } from './acts.ts'
import { aPerson, type Person } from './browser.ts'
import { sentence } from '../fixtures/sentence.ts'

/**
 * Do its neighbours look the same when a text reaches far above and below its lines? Marks piled up on a letter do that where a font stacks them; not
 * every machine has such a font, but a shadow is painted and cut off in the same way.
 */
async function expectUncovered({ page }: Person, neighbours: string[], text: string): Promise<void> {
  const look = async () => {
    const pictures: string[] = []
    for (const neighbour of neighbours) {
      const shown = page.getByText(neighbour, { exact: true }).filter({ visible: true }).last()
      pictures.push((await shown.screenshot()).toString('base64'))
    }
    return pictures
  }
  const reaching = page.getByText(text, { exact: true }).last()
  // Hovering shows tools that come and go.
  await page.mouse.move(0, 0)
  const before = await look()
  const lines = Array.from({ length: 12 }, (_, line) => `0 ${line - 6}em red`)
  await reaching.evaluate((element, shadow) => (element.style.textShadow = shadow), lines.join(', '))
  const different = (await look()).flatMap((picture, index) => (picture === before[index] ? [] : [neighbours[index]]))
  await reaching.evaluate((element) => element.style.removeProperty('text-shadow'))
  expect(different).toEqual([])
}

test('marks piled up on letters cover no other message, and no other part of a profile', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page } = anna
  await logInAs(anna, 'Anna')
  await openNewChat(anna)
  const field = page.getByRole('textbox')
  const [before, between, after] = ['The words before it', 'A tower of marks', 'And those after it']
  for (const text of [before, between, after]) {
    await field.fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText(text, { exact: true }).last().waitFor()
  }
  await expectUncovered(anna, [before, after], between)

  const id = await page.evaluate(
    async ([first, second, third]) => {
      const headers = { 'content-type': 'application/json', 'x-client-request': '1' }
      const prompts = [
        { prompt: 'sunday', answer: first },
        { prompt: 'song', answer: second },
        { prompt: 'laugh', answer: third }
      ]
      await fetch('/api/profile.php', { method: 'PUT', headers, body: JSON.stringify({ about: 'All about me', prompts }) })
      const { user } = (await (await fetch('/api/user.php', { headers })).json()) as { user: { id: string } }
      return user.id
    },
    [before, between, after] as const
  )
  await page.goto(new URL(`/members/${id}`, page.url()).href)
  await expectUncovered(anna, [before, after], between)
  await expectUncovered(anna, [sentence('profile.about')], 'All about me')
})
