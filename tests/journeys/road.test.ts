import { expect, test } from 'vitest'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { isLong } from '../fixtures/long.ts'
import { aNewcomer, endSessionElsewhere, join, logIn, logInAs, openLive, openNewChat, signUp, takeSession } from './acts.ts'
import { aPerson, at, expectQuiet, type Person } from './browser.ts'
import { expectDeclared, watchKept } from './kept.ts'
import { sentence } from '../fixtures/sentence.ts'

test('two strangers on two brands of one pool sign up, find, like, talk, match, block and buy; their browsers keep what the cookies page says [LM-7] [GEN-2] [GEN-3] [GEN-4] [GEN-5] [RT-7] [SCR-13] [SCR-15] [ENT-27]', async () => {
  // Of one of the two every cookie is noted, however briefly it is kept; the other has the page for no connection, too.
  const ada = { ...(await aPerson({ country: 'GB' })), ...aNewcomer('Ada') }
  const bas = {
    ...(await aPerson({ country: 'BE', worker: true })),
    ...aNewcomer('Bas', { tenant: 'fluwijn', country: 'BE', gender: 'Man', year: '1979' })
  }
  const [adaKeeps, basKeeps] = [await watchKept(ada), await watchKept(bas)]
  await signUp(ada, ada)
  await signUp(bas, bas)

  // Ada searches by gender, country and age, and finds Bas.
  await ada.page.goto(at(ada.tenant, '/members?gender=man&min_age=45&max_age=49'))
  await ada.page.getByRole('link', { name: new RegExp(bas.name) }).click()
  await ada.page.getByRole('heading', { level: 1, name: new RegExp(bas.name) }).waitFor()
  const basPage = new URL(ada.page.url()).pathname

  // She likes him: the button changes and his badge counts, without reloading his page.
  await bas.page.goto(at(bas.tenant, '/members'))
  await ada.page.getByRole('button', { name: 'Like', exact: true }).click()
  await ada.page.getByRole('button', { name: 'Unlike' }).waitFor()
  // The button changes before the answer has arrived.
  await expect.poll(() => likedBy(ada)).toEqual([basPage.split('/')[2]])
  const likes = bas.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Likes/ })
  await likes.getByText('1', { exact: true }).waitFor()
  await expect.poll(() => bas.page.title()).toMatch(/^\(1\) /)

  // She writes; he sees the badge, opens the conversation and answers; she sees it without reloading.
  await ada.page.getByRole('link', { name: 'Message', exact: true }).click()
  await ada.page.waitForURL('**/chat')
  await write(ada, 'Good evening, Bas')
  const messages = bas.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Messages/ })
  await messages.getByText('1', { exact: true }).waitFor()
  await messages.click()
  await bas.page.getByRole('link', { name: new RegExp(ada.name) }).click()
  await bas.page.getByText('Good evening, Bas').last().waitFor()
  const began = Date.now()
  await write(bas, 'Good evening to you')
  await ada.page.getByRole('log').getByText('Good evening to you').waitFor()
  console.log(`an answer reached the other browser ${Date.now() - began} ms after it was typed`)
  await ada.page.getByText('Good evening, Bas').last().waitFor()

  // It is read on both sides, and the badge is gone.
  await expectCount(bas, 'Messages', null)

  // He looks at her profile: her like is no longer new, here and on the server.
  expect(await newLikes(bas)).toBe(1)
  await bas.page.goto(at(bas.tenant, '/likes'))
  await bas.page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(ada.name) })
    .first()
    .click()
  await bas.page.getByRole('heading', { level: 1, name: new RegExp(ada.name) }).waitFor()
  await expectCount(bas, 'Likes', null)
  await expect.poll(() => newLikes(bas)).toBe(0)

  // He chooses a gift for her, but doesn't send it.
  await bas.page.getByRole('button', { name: /^Gift/ }).click()
  await bas.page.getByRole('radio', { name: sentence('gift.rose') }).check()
  await bas.page.keyboard.press('Escape')

  // He likes her back: he sees the match at once, she sees it live. His portrait of her and her button lead to writing.
  await openLive(ada, at(ada.tenant, '/likes'))
  await bas.page.getByRole('button', { name: 'Like', exact: true }).click()
  for (const [person, other, way] of [
    [bas, ada, 'first'],
    [ada, bas, 'last']
  ] as const) {
    const match = person.page.getByRole('dialog', { name: sentence('match.title') })
    await match.getByText(sentence('match.text', { member: other.name })).waitFor()
    // The portrait, and below it the button.
    const ways = match.getByRole('link', { name: sentence('match.write', { member: other.name }) })
    await (way === 'first' ? ways.first() : ways.last()).click()
    await person.page.waitForURL('**/chat')
    await expect.poll(() => person.page.evaluate(() => document.activeElement?.matches('[data-compose] textarea'))).toBe(true)
    await match.waitFor({ state: 'detached' })
  }

  // She removes the like.
  await ada.page.goto(at(ada.tenant, basPage))
  await ada.page.getByRole('button', { name: 'Unlike' }).click()
  await ada.page.getByRole('button', { name: 'Like', exact: true }).waitFor()
  await expect.poll(() => likedBy(ada)).toEqual([])

  // She blocks him: for him she doesn't exist until she unblocks him.
  const adaPage = `/members/${(await ownId(ada))!}`
  await ada.page.locator('summary[title="More"]').click()
  await ada.page.getByRole('button', { name: `Block ${bas.name}` }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  const unblock = ada.page.getByRole('button', { name: `Unblock ${bas.name}` })
  await unblock.waitFor()
  await ada.page.reload()
  await unblock.waitFor()
  expect(await ada.page.locator('main img').count()).toBe(0)
  await bas.page.goto(at(bas.tenant, adaPage))
  await bas.page.getByRole('heading', { name: 'This page could not be found' }).waitFor()
  bas.complaints.length = 0 // The 404 is in its console.
  await unblock.click()
  await ada.page.getByRole('button', { name: 'Like', exact: true }).waitFor()
  await bas.page.goto(at(bas.tenant, adaPage))
  await bas.page.getByRole('heading', { level: 1, name: new RegExp(ada.name) }).waitFor()

  // She closes a notice, and buys.
  await ada.page.goto(at(ada.tenant, '/members'))
  const notice = ada.page.getByTestId('banner-photo')
  await notice.getByRole('button', { name: 'Close' }).click()
  await notice.waitFor({ state: 'detached' })
  await ada.page.goto(at(ada.tenant, '/credits/50'))
  await ada.page.getByRole('button', { name: sentence('checkout.submit') }).click()
  await ada.page.waitForURL((url) => url.pathname.startsWith('/pay/'))
  await ada.page.locator('button.pay').click()
  await ada.page.waitForURL('**/transactions/*')
  await ada.page.getByRole('heading', { level: 1 }).waitFor()

  // A visitor comes by a campaign, closes the warning at the entrance, and chooses a country.
  const visitor = await aPerson({ country: 'NL' })
  const visitorKeeps = await watchKept(visitor)
  await visitor.page.goto(at('afterdusk', '/landers/gallery?lang=en&network=radio'))
  await visitor.page.getByTestId('entry-warning').getByRole('button', { name: 'Enter' }).click()
  await visitor.page.getByTestId('entry-warning').waitFor({ state: 'hidden' })
  await visitor.page.goto(at('afterdusk', '/lang-config'))
  await visitor.page.getByLabel('Country').selectOption('IE')
  await visitor.page.getByRole('main').getByRole('button').first().click()

  // Someone in another pool finds nothing of all this, and can't distinguish Bas from an unknown id.
  const grace = await aPerson({ country: 'GB' })
  await logInAs(grace, 'Grace')
  await grace.page.goto(at('harbourlight', basPage))
  await grace.page.getByRole('heading', { name: 'This page could not be found' }).waitFor()
  const [there, nowhere] = await grace.page.evaluate(
    async (ids) => Promise.all(ids.map(async (id) => (await fetch(`/api/member.php?id=${id}`)).text())),
    [basPage.split('/')[2]!, newPublicId()]
  )
  expect(there).toBe(nowhere)
  grace.complaints.length = 0 // The two 404 answers above are in its console.
  expectQuiet(ada, bas, grace)
  // Only those who are banned, have notifications, are shown someone new, could install the site, or get an update while a page is open.
  expectDeclared(
    [await adaKeeps(), await basKeeps(), await visitorKeeps()],
    ['limited', 'push_member', 'auto_like', 'install_card', 'chunk_reloaded_at']
  )
})

test.runIf(isLong)('a message sent offline waits, survives a reload and arrives once', async () => {
  const anna = await aPerson({ country: 'GB' })
  const member = aNewcomer('Annabel')
  await join(anna, member)
  await anna.page.goto(at(member.tenant, '/members'))
  await openNewChat(anna)
  // Without a connection the page could no longer load its application.
  await openLive(anna, anna.page.url())
  await anna.context.setOffline(true)
  await write(anna, 'Written without a connection')
  await anna.page.getByText(sentence('chat.waiting')).waitFor()
  // The page is reloaded while the message is waiting: everything loads, but nothing can be sent.
  await anna.page.route('**/api/message.php', (route) => route.abort())
  await anna.context.setOffline(false)
  await anna.page.reload()
  const bubble = anna.page.getByRole('log').getByRole('listitem').filter({ hasText: 'Written without a connection' })
  await bubble.getByText('Sending').waitFor()
  await anna.page.unrouteAll()
  // However long it would have waited before the next attempt: a restored connection ends that wait.
  await anna.context.setOffline(true)
  await anna.context.setOffline(false)
  await bubble.getByText('Sending').waitFor({ state: 'detached' })
  await anna.page.reload()
  await bubble.waitFor()
  expect(await bubble.count()).toBe(1)
})

test('logging in brings the time bonus, logging out ends it and the session everywhere on the page [API-6] [TB-1] [TB-2]', async () => {
  const anna = await aPerson({ country: 'GB' })
  const member = aNewcomer('Annabel')
  await join(anna, member)
  await anna.context.clearCookies()
  await logIn(anna, member, '/chats')
  const bonus = anna.page.getByTestId('banner-time-bonus')
  await bonus.waitFor()
  await anna.page.getByRole('navigation', { name: 'Main' }).locator('summary').click()
  await anna.page.getByRole('button', { name: 'Logout' }).click()
  await anna.page.waitForURL(at('afterdusk', '/'))
  await anna.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }).waitFor()
  expect(await bonus.count()).toBe(0)
  expect(await anna.page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /bonus/i.test(key)))).toEqual(
    []
  )
  await anna.page.goto(at('afterdusk', '/chats'))
  expect(new URL(anna.page.url()).pathname).toBe('/login')
})

test('a session ended elsewhere redirects to the log-in and back to the page, with and without JavaScript [ERR-1] [ERR-2]', async () => {
  for (const javaScript of [true, false]) {
    const anna = await aPerson({ country: 'GB', javaScript })
    const { page } = anna
    const log = async () => {
      await page.getByLabel(sentence('login.name')).fill('Anna')
      await page.getByLabel('Password', { exact: true }).fill(CAST_PASSWORD)
      await page.getByRole('button', { name: 'Log in' }).click()
    }
    // No page of hers is open when her session ends; an open one would go to the log-in by itself.
    await takeSession(anna, { ...CAST.find(({ name }) => name === 'Anna')!, password: CAST_PASSWORD })
    await endSessionElsewhere(anna, 'afterdusk')
    await page.goto(at('afterdusk', '/likes'))
    if (javaScript) await page.waitForURL('**/login?next=%2Flikes&ended=1')
    else await page.goto(at('afterdusk', '/login?next=%2Flikes'))
    await log()
    await page.waitForURL('**/likes')
    await page.getByRole('heading', { level: 1, name: 'Likes' }).waitFor()
  }
})

test.runIf(isLong)('a page that is refused while its session is being replaced reloads, and the member stays logged in', async () => {
  const anna = await aPerson({ country: 'GB' })
  await logInAs(anna, 'Anna', '/likes')
  await openLive(anna, at('afterdusk', '/members'))
  const session = async () => (await anna.context.cookies()).find(({ name }) => name === 'auth')?.value
  const before = await session()
  const refused = { error: { code: 'authentication_required', message_key: 'error.authentication_required', params: {} } }
  // Without `times`, which would make the browser stop intercepting just as the page sends its next request.
  await anna.page.route('**/api/like.php', (route) => route.fulfill({ status: 403, json: refused }))
  await anna.page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
  const answer = anna.page.waitForResponse('**/api/like.php')
  await anna.page
    .getByRole('button', { name: /^Like\b/ })
    .first()
    .click()
  expect((await answer).status()).toBe(403)
  await anna.page.waitForFunction(() => document.readyState === 'complete' && !document.documentElement.hasAttribute('data-before'))
  expect([new URL(anna.page.url()).pathname, await anna.page.locator('html').getAttribute('data-member')]).toEqual(['/members', ''])
  expect(await session()).toBe(before)
})

async function write({ page }: Person, text: string): Promise<void> {
  const field = page.getByRole('textbox')
  await field.fill(text)
  await field.press('Enter')
}

/** Ids of the members that a member likes, from the API. */
async function likedBy({ page }: Person): Promise<string[]> {
  return page.evaluate(async () => {
    const { profiles } = (await (await fetch('/api/likes.php')).json()) as { profiles: { id: string }[] }
    return profiles.map(({ id }) => id)
  })
}

/** How many of a member's received likes are new, from the API. */
async function newLikes({ page }: Person): Promise<number> {
  return page.evaluate(async () => ((await (await fetch('/api/likes.php')).json()) as { total_new: number }).total_new)
}

async function ownId({ page }: Person): Promise<string | undefined> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/user.php', { headers: { 'x-client-request': '1' } })
    return ((await answer.json()) as { user: { profile: { id: string } | null } }).user.profile?.id
  })
}

async function expectCount({ page }: Person, item: string, count: string | null): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(item) })
  if (count) await link.getByText(count, { exact: true }).waitFor()
  else await link.locator('[data-tone]').waitFor({ state: 'detached' })
}
