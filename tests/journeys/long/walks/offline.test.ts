import { expect, test } from 'vitest'
import { sentence } from '../../../fixtures/sentence.ts'
import { aNewcomer, giveCredits, join, openNewChat } from '../../acts.ts'
import { aPerson, at } from '../../browser.ts'

const inTunnel = (minute: number) => `In the tunnel, minute ${minute}`
const ALL = ['Before the tunnel', ...[0, 2, 4, 6, 8].map(inTunnel)]

// Ten minutes without a connection, with the same conversation open in two tabs of one browser.

test('messages written in two tabs during ten minutes offline arrive once, in order, and both tabs show them', async () => {
  const anna = await aPerson({ country: 'GB' })
  const { page, context } = anna
  const member = aNewcomer('Annabel')
  await join(anna, member)
  await giveCredits([member])
  await context.clock.install()
  await page.goto(at(member.tenant, '/members'))
  await openNewChat(anna)
  const write = async (tab: typeof page, text: string) => {
    await tab.getByRole('textbox').fill(text)
    await tab.getByRole('textbox').press('Enter')
  }
  await write(page, 'Before the tunnel')
  const log = (tab: typeof page) => tab.getByRole('log').getByRole('listitem')
  await log(page).filter({ hasText: 'Before the tunnel' }).getByText(sentence('chat.sent')).waitFor()
  const other = await context.newPage()
  await other.goto(page.url())
  await log(other).filter({ hasText: 'Before the tunnel' }).waitFor()

  await context.setOffline(true)
  for (const minute of [0, 1, 2, 3, 4]) {
    await write(minute % 2 ? other : page, inTunnel(2 * minute))
    await context.clock.fastForward('02:00')
  }
  await page.getByText(sentence('chat.waiting')).first().waitFor()
  await context.setOffline(false)
  await context.clock.fastForward('01:00')

  const words = async (tab: typeof page) =>
    (await log(tab).allInnerTexts()).flatMap((text) => /(Before|In) the tunnel[^\n]*/.exec(text)?.[0] ?? [])
  for (const tab of [page, other]) {
    await expect.poll(() => tab.getByText(sentence('chat.waiting')).count()).toBe(0)
    await expect.poll(() => tab.getByText(sentence('chat.sending')).count()).toBe(0)
  }
  // Each shows what the other wrote, live.
  for (const tab of [page, other]) await expect.poll(async () => (await words(tab)).toSorted()).toEqual(ALL)
  await page.reload()
  await other.reload()
  await log(page).filter({ hasText: 'minute 8' }).waitFor()
  await log(other).filter({ hasText: 'minute 8' }).waitFor()
  const sent = await words(page)
  expect(sent.toSorted()).toEqual(ALL)
  expect(sent[0]).toBe(ALL[0])
  // Each tab's own order.
  for (const minutes of [
    [0, 4, 8],
    [2, 6]
  ]) {
    expect(sent.filter((text) => minutes.some((minute) => text.endsWith(` ${minute}`)))).toEqual(minutes.map(inTunnel))
  }
  expect(await words(other)).toEqual(sent)
})
