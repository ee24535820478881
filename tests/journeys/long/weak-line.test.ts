import { beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../accessible.ts'
import { aNewcomer, askToJoinByApi, logInAs, openLive } from '../acts.ts'
import { aPerson, at, mailTo, type Person } from '../browser.ts'
import { sentence } from '../../fixtures/sentence.ts'

// What a member sees when the connection is cut or slow, or the server doesn't answer.

let anna: Person
beforeAll(async () => {
  anna = await aPerson({ country: 'GB', worker: true })
  await logInAs(anna, 'Anna')
})
beforeEach(async () => {
  await anna.context.setOffline(false)
  await anna.page.unrouteAll()
  await openLive(anna, at('afterdusk', '/members'))
})
const nav = (item: RegExp) => anna.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item })
const profiles = () => anna.page.getByRole('main').locator('a[href^="/members/"]')
const heading = (name: string | RegExp) => anna.page.getByRole('heading', { level: 1, name })

test('offline, cached data shows at once; anything else says that it is missing and loads with the connection', async () => {
  const { page, context } = anna
  await nav(/Messages/).click()
  await heading('Messages').waitFor()
  await nav(/Search/).click()
  await profiles().first().click()
  // Its code is there by then; the address comes first.
  await page.getByRole('group', { name: sentence('profile.actions') }).waitFor()
  await page.goBack()
  await page.waitForURL(/\/members(\?|$)/)
  const name = (await profiles().nth(2).textContent())!.split(',')[0]!.trim()

  await context.setOffline(true)
  await nav(/Messages/).click()
  await heading('Messages').waitFor()
  await page.getByRole('main').locator('a[href^="/chats/"]').first().waitFor()
  await nav(/Search/).click()
  await profiles().nth(2).click()
  await heading(sentence('load-failed.profile')).waitFor()
  await nav(/Likes/).click()
  await heading(sentence('error.unavailable')).waitFor()

  await page.goBack()
  await heading(sentence('load-failed.profile')).waitFor()
  await context.setOffline(false)
  await heading(new RegExp(name)).waitFor()
})

test('a log-out that did not reach the server says so and changes nothing', async () => {
  const { page } = anna
  const logOut = async () => {
    await page.getByRole('navigation', { name: 'Main' }).locator('summary').click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  const written = () => page.evaluate(() => localStorage.getItem('outbox:kept'))
  await page.evaluate(() => localStorage.setItem('outbox:kept', 'words'))
  await page.route('**/api/logout.php', (route) => route.abort())
  await logOut()
  await page.getByText(sentence('error.unavailable')).waitFor()
  expect(await written()).toBe('words')
  expect(new URL(page.url()).pathname).toBe('/members')

  await page.unrouteAll()
  await logOut()
  await page.waitForURL(at('afterdusk', '/'))
  expect(await written()).toBeNull()
  await logInAs(anna, 'Anna')
})

test('a dialog that waits for a connection can be closed', async () => {
  const { page, context } = anna
  await profiles().first().click()
  await page.getByRole('button', { name: 'More' }).or(page.locator('summary[title="More"]')).click()
  await page.getByRole('button', { name: /^Block / }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Block', exact: true })
  // Its code comes when it is opened, and wouldn't without a connection.
  await confirm.waitFor()
  await context.setOffline(true)
  await confirm.click()
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  // Later tests must not have the block: the pending request ends with the page.
  await page.route('**/api/block.php', (route) => route.abort())
})

test('a dialog whose code can’t be loaded opens when it can: after a cut, and after a failure that the browser didn’t notice [CON-9]', async () => {
  const { page, context, complaints } = anna
  await profiles().first().click()
  const choose = async (item: RegExp) => {
    await page.locator('summary[title="More"]').click()
    await page.getByRole('button', { name: item }).click()
  }
  const bar = page.getByRole('progressbar', { name: sentence('layout.loading') })
  const dialog = page.getByRole('dialog')
  await context.setOffline(true)
  await choose(/^Report /)
  await bar.waitFor()
  await context.setOffline(false)
  await dialog.getByRole('heading', { name: /^Report / }).waitFor()
  await bar.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: sentence('form.close') }).click()

  // The dialog's own file, and one that it shares with others.
  let requests = 0
  await page.route(/\/assets\/(block-dialog|acts)-/, async (route) => await (requests++ < 2 ? route.abort() : route.continue()))
  await choose(/^Block /)
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  expect(requests).toBeGreaterThan(3)
  complaints.length = 0
})

test('a page that can’t be loaded is the brand’s own, in the language used last, and opens with the connection', async () => {
  const { page, context } = anna
  const keptIn = () => page.evaluate(async () => (await caches.match('/offline'))?.headers.get('content-language') ?? null)
  for (const language of ['en', 'da'] as const) {
    await openLive(anna, at('afterdusk', `/members?lang=${language}`))
    await expect.poll(keptIn).toBe(language)
    await context.setOffline(true)
    await page.goto(at('afterdusk', '/likes'))
    await heading(sentence('offline.heading', { site: 'Afterdusk' }, language)).waitFor()
    await page.getByRole('link', { name: sentence('load-failed.retry', {}, language) }).click()
    await heading(sentence('offline.heading', { site: 'Afterdusk' }, language)).waitFor()
    expect(page.url()).toBe(at('afterdusk', '/likes'))
    if (language === 'en') await expectAccessible(page)
    await context.setOffline(false)
    await page.getByRole('link', { name: sentence('load-failed.retry', {}, language) }).click()
    await heading(sentence('likes.heading', {}, language)).waitFor()
  }
  await openLive(anna, at('afterdusk', '/members?lang=en'))
})

test('the notice that the service is unavailable disappears with its first answer', async () => {
  const person = await aPerson({ country: 'GB' })
  await logInAs(person, 'Anna')
  const { page } = person
  await page.route('**/api/**', (route) => route.abort())
  // The document as the edge renders it when the origin doesn't answer: without answers.
  await page.route('**/likes', async (route) => {
    const { host, pathname, port } = new URL(route.request().url())
    const answer = await route.fetch({
      // Not every system resolves `<id>.localhost`.
      url: `http://127.0.0.1:${port}${pathname}`,
      headers: { ...(await route.request().allHeaders()), host }
    })
    const html = (await answer.text())
      .replaceAll(/<script[^>]*data-query=.*?<\/script>/gs, '')
      .replace('"originAway":false', '"originAway":true')
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto(at('afterdusk', '/likes'))
  await page.getByTestId('banner-origin-away').waitFor()
  await page.unroute('**/api/**')
  await page.getByTestId('banner-origin-away').waitFor({ state: 'detached' })
})

test('a confirmation that didn’t arrive stays on its page and can be clicked again', async () => {
  const person = await aPerson({ country: 'GB', worker: true })
  const { page } = person
  const member = aNewcomer('Willa')
  await askToJoinByApi(person, member)
  await page.route('**/api/token.php*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  const link = (await mailTo(member.email)).links[0]!
  await page.goto(link)
  await page
    .getByRole('alert')
    .filter({ hasText: sentence('error.unavailable') })
    .waitFor()
  expect(page.url()).toBe(link)
  // The edge explains a refusal: the same form is posted to the page.
  await page.unrouteAll()
  await page.route('**/api/token.php', (route) => route.fulfill({ status: 503, json: {} }))
  await page.route(link, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, contentType: 'text/html', body: 'posted' }) : route.continue()
  )
  await page.getByRole('button', { name: sentence('token.activate_action') }).click()
  await page.getByText('posted').waitFor()
  await page.unrouteAll()
  await page.goto(link)
  await page.waitForURL('**/activate/done')
})

test('a message that has failed is sent by itself once the live stream opens again', async () => {
  const person = await aPerson({ country: 'GB' })
  await logInAs(person, 'Anna')
  const { page } = person
  await openLive(person, at('afterdusk', '/chats'))
  const chat = await page.evaluate(async () => {
    const ask = async (path: string) => (await (await fetch(path)).json()) as unknown
    const { chats } = (await ask('/api/chats.php')) as { chats: { conversation_id: string }[] }
    for (const { conversation_id } of chats) {
      const { write_block, confirms_fictional } = (await ask(`/api/chat.php?conversation=${conversation_id}`)) as Record<string, unknown>
      if (write_block === null && confirms_fictional === false) return `/chats/${conversation_id}`
    }
    return '/chats'
  })
  // The device is online all the time; the server is away for the stream and for what is sent.
  await page.route(/\/api\/(?:events|message)\.php/, (route) => route.abort())
  await page.clock.install()
  await page.goto(at('afterdusk', chat))
  const line = `Are you there, ${Date.now()}?`
  await page.getByRole('textbox').fill(line)
  await page.getByRole('button', { name: sentence('chat.send') }).click()
  const retry = page.getByRole('log').getByRole('button', { name: sentence('load-failed.retry') })
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return await retry.isVisible()
    })
    .toBe(true)
  await page.unroute(/\/api\/(?:events|message)\.php/)
  await page.clock.runFor(20_000)
  await retry.waitFor({ state: 'detached' })
  await page.getByRole('log').getByText(line).waitFor()
})
