import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentence } from '../../../fixtures/sentence.ts'
import { freePort } from '../../../../bin/free-port.ts'
import { aNewcomer, logIn, signUp } from '../../acts.ts'
import { aPerson, at, atNoBrand, expectQuiet, visitProduct, type Person } from '../../browser.ts'
import { startProduct } from '../../product.ts'

// The time bonus from its first second to long after its end, in a separate product, whose clock is moved. The brand grants no credits at sign-up, so
// that its popup opens too.

const TENANT = 'brisaluz'
/** The smallest bundle at its price in euros and with 25 % off, in any language. */
const [FULL, REDUCED] = [/9[.,]95/, /7[.,]46/]

let data = ''
let stop = async () => {}
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'tether-bonus-'))
  const port = await freePort()
  visitProduct(port)
  stop = await startProduct({ PORT: String(port), DATA_DIR: data })
})
afterAll(async () => {
  await stop()
  await rm(data, { recursive: true, force: true })
})

/** Moves the product's clock to an instant. */
async function moveTo(at: number): Promise<void> {
  const body = JSON.stringify({ now: new Date(at).toISOString() })
  expect((await fetch(atNoBrand('/__dev/clock'), { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status).toBe(
    200
  )
}

/** What a page says of the bonus when it arrives, and the price of the smallest bundle. */
async function seenBy({ page }: Person, query = '') {
  const html = await (await page.goto(at(TENANT, `/likes${query}`)))!.text()
  await page.goto(at(TENANT, '/credits'))
  const bundle = await page.getByRole('main').getByRole('listitem').first().innerText()
  return { banner: html.includes('data-testid="banner-time-bonus"'), reduced: REDUCED.test(bundle), full: FULL.test(bundle) }
}

test('the time bonus is shown and given for four hours, and never again: later, in a new browser, without cookies, in another language', async () => {
  const member = aNewcomer('Ada', { tenant: TENANT, country: 'ES' })
  const person = await aPerson({ country: 'ES', width: 375 })
  await signUp(person, member)
  const { page } = person
  expect(await seenBy(person)).toEqual({ banner: true, reduced: true, full: true })

  // Without credits the popup opens after 40 s in the members area, once.
  await page.goto(at(TENANT, '/likes'))
  const popup = page.getByTestId('time-bonus-modal')
  await popup.waitFor({ timeout: 90_000 })
  await popup.getByRole('button', { name: sentence('discount.later') }).click()
  await popup.waitFor({ state: 'detached' })
  await page.reload()
  const { ends, now } = await page.evaluate(async () => {
    const answer = await fetch('/api/user.php', { headers: { 'x-client-request': '1' } })
    const { user, now } = (await answer.json()) as { user: { time_bonus: { ends_at: string } }; now: string }
    return { ends: Date.parse(user.time_bonus.ends_at), now: Date.parse(now) }
  })
  expect(ends - now).toBeLessThan(4 * 3600 * 1000)

  await moveTo(ends - 400_000)
  expect(await seenBy(person)).toEqual({ banner: true, reduced: true, full: true })
  await page.goto(at(TENANT, '/likes'))
  expect(await page.getByTestId('banner-time-bonus').getByRole('timer').innerText()).toMatch(/^00:0[0-6]:\d\d$/)

  const over = { banner: false, reduced: false, full: true }
  await moveTo(ends + 1000)
  expect(await seenBy(person)).toEqual(over)
  await moveTo(ends + 24 * 3600 * 1000)
  expect(await seenBy(person)).toEqual(over)
  expect(await seenBy(person, '?lang=es')).toEqual(over)
  // An open page would say in its console that its session is gone.
  await page.goto('about:blank')
  await person.context.clearCookies()
  await logIn(person, member)
  expect(await seenBy(person)).toEqual(over)
  const elsewhere = await aPerson({ country: 'MX' })
  await logIn(elsewhere, member)
  expect((await seenBy(elsewhere)).banner).toBe(false)
  expectQuiet(person, elsewhere)
})
