import { expect, test } from 'vitest'
import { aNewcomer, join, logInAs, openLive, openNewChat, takeSession } from '../acts.ts'
import { aPerson, at, type Person } from '../browser.ts'

/** Another tab of the same browser. A log-in there replaces the session in one step: an open page that found none would go to the log-in page. */
async function anotherTab(person: Person): Promise<Person> {
  return { ...person, page: await person.context.newPage() }
}

/** Name of the member whom the document was rendered for. */
const shownMember = (person: Person) =>
  person.page.evaluate(() => {
    const answer = document.querySelector('[data-query*="getUser"]')?.textContent ?? ''
    return /"profile":\{"id":"[^"]*","name":"([^"]*)"/.exec(answer)?.[1]
  })

/** The texts that wait on this device, of every account. */
const outboxOf = (person: Person) =>
  person.page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('outbox')
        request.addEventListener('success', () => {
          const all = request.result.transaction('messages').objectStore('messages').getAll()
          all.addEventListener('success', () => {
            request.result.close()
            resolve(all.result.map(({ content }: { content: { text: string } }) => content.text))
          })
        })
      })
  )

test('a tab becomes the page of the member who logged in last, in another tab', async () => {
  const anna = await aPerson({ country: 'GB' })
  await logInAs(anna, 'Anna')
  // A page that isn't hydrated yet would only learn of it from its first poll.
  await openLive(anna, at('afterdusk', '/likes'))
  expect(await shownMember(anna)).toBe('Anna')
  await logInAs(await anotherTab(anna), 'Clara')
  await expect.poll(() => shownMember(anna).catch(() => null)).toBe('Clara')
})

test('a waiting message is not sent by the member who is logged in now', async () => {
  const anna = await aPerson({ country: 'GB' })
  const member = aNewcomer('Annette')
  await join(anna, member)
  const { page } = anna
  // Tabs that can't communicate and a page that hasn't polled yet: the message is the first to find out.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await page.goto(at(member.tenant, '/members'))
  await openNewChat(anna)
  await page.route(/\/api\/(?:user|chats|likes|events)\.php/, (route) => route.abort())
  await logInAs(await anotherTab(anna), 'Clara')
  await page.getByRole('textbox').fill('From Anna alone')
  const answer = page.waitForResponse('**/api/message.php')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('textbox').press('Enter')
  expect((await answer).status()).toBe(409)
  await reloaded
  await page.unrouteAll()
  expect(await shownMember(anna)).toBe('Clara')
  expect(await outboxOf(anna)).toEqual(['From Anna alone'])

  // Its writer logs in again: now it is sent.
  await takeSession(anna, member)
  const { page: tab } = await anotherTab(anna)
  await tab.goto(at(member.tenant, '/members'))
  await expect.poll(() => outboxOf(anna)).toEqual([])
  await page.goto(at('afterdusk', '/chats'))
  await page.getByRole('main').getByText('From Anna alone').waitFor()
})
