import { expect, test } from 'vitest'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { CAST } from '../../origin/demo/cast.ts'
import { sentence } from '../fixtures/sentence.ts'
import { aNewcomer, inDatabase, join, type NewMember } from './acts.ts'
import { aPerson, at, expectQuiet, type Habits, type Person } from './browser.ts'
import type { Locale } from '../../shared/i18n/locales.ts'

/** Someone who buys on a brand, in their language. */
interface Buyer extends Person, NewMember {
  language: Locale
}

/** Here for a month without having bought anything: no discount comes by itself. */
async function aBuyer(
  given: string,
  { language, width, ...brand }: Pick<NewMember, 'tenant' | 'country'> & Pick<Habits, 'width'> & { language: Locale }
): Promise<Buyer> {
  const buyer = { ...(await aPerson({ country: brand.country, width: width! })), ...aNewcomer(given, brand), language }
  await join(buyer, buyer, new Date(Date.now() - 30 * 24 * 3600 * 1000))
  await buyer.context.addCookies([{ url: at(brand.tenant), name: 'locale', value: language, sameSite: 'Lax' }])
  return buyer
}

/** Says yes to the order that is shown, and does this on the provider's page; comes back to the order's own. */
async function orderAndPay({ page, language }: Buyer, total: string, outcome: 'pay' | 'later' | 'fail' | 'cancel'): Promise<void> {
  const button = page.getByRole('button', { name: sentence('checkout.submit', {}, language) })
  await button.waitFor()
  expect(plain(await button.textContent())).toContain(total)
  await button.click()
  await page.waitForURL((url) => url.pathname.startsWith('/pay/'))
  expect(plain(await page.locator('.amount').textContent())).toBe(total)
  await page.locator(`button[value="${outcome}"]`).click()
  await page.waitForURL('**/transactions/*')
}

/** Without the no-break spaces of amounts. */
const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ')

/** Waits for the heading of a payment's page, which changes without a reload. */
async function sees({ page, language }: Buyer, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: sentence(heading, {}, language), exact: true }).waitFor()
}

/** Withdraws from the order on its own page. */
async function withdraw({ page, language }: Buyer, amount: string): Promise<void> {
  await page.getByRole('button', { name: sentence('withdrawal.open', {}, language) }).click()
  const dialog = page.getByRole('dialog')
  expect(plain(await dialog.textContent())).toContain(amount)
  await dialog.getByRole('button', { name: sentence('withdrawal.confirm', {}, language) }).click()
  await page
    .getByRole('status')
    .filter({ hasText: sentence('withdrawal.done', { amount: '' }, language).split('.')[0]! })
    .waitFor()
}

const creditsOf = ({ page }: Buyer) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/user.php', { headers: { 'x-client-request': '1' } })
    return ((await answer.json()) as { user: { credits: number } }).user.credits
  })

test('a free member buys on a phone, has Premium, orders again, withdraws; on a desktop an order fails, is cancelled and goes back; the books balance [GEN-7] [GEN-8] [RT-31] [RT-33] [SCR-7] [ERR-11] [OTH-11] [CON-26]', async () => {
  const sanne = await aBuyer('Sanne', { tenant: 'fluwijn', country: 'NL', language: 'nl', width: 375 })
  const grace = await aBuyer('Grace', { tenant: 'afterdusk', country: 'GB', language: 'en', width: 1280 })
  const bram = CAST.find(({ name }) => name === 'Bram')!
  const { public_id: bramId } = await inDatabase((db) =>
    db.selectFrom('members').select('public_id').where('email', '=', bram.email).executeTakeFirstOrThrow()
  )
  const { page } = sanne
  const locked = page.getByTestId('locked-photos')
  await page.goto(at(sanne.tenant, `/members/${bramId}`))
  await locked.waitFor()

  await page.goto(at(sanne.tenant, '/credits/20'))
  await orderAndPay(sanne, '€ 9,95', 'later')
  await sees(sanne, 'payment.pending_heading')
  expect(await creditsOf(sanne)).toBe(0)

  // Her bank takes ten seconds: meanwhile, at a desk.
  const desk = grace.page
  for (const outcome of ['fail', 'cancel'] as const) {
    await desk.goto(at(grace.tenant, '/credits/20/card'))
    await orderAndPay(grace, '£8.95', outcome)
    await sees(grace, 'payment.failed_heading')
  }
  await desk
    .getByRole('main')
    .getByRole('link', { name: sentence('payment.retry') })
    .click()
  await orderAndPay(grace, '£8.95', 'pay')
  await sees(grace, 'payment.completed_heading')
  await withdraw(grace, '£8.95')
  await sees(grace, 'payment.refunded_heading')
  await desk.getByRole('link', { name: sentence('transactions.all') }).click()
  await sees(grace, 'transactions.heading')
  const rows = (await desk.getByRole('main').getByRole('listitem').allTextContents()).map(plain)
  expect(rows.map((row) => /(Paid|Cancelled|Failed)$/.exec(row)?.[1])).toEqual(['Paid', 'Cancelled', 'Failed'])
  expect(rows[0]).toContain(sentence('transactions.refunded', { amount: '£8.95' }))
  expect(await creditsOf(grace)).toBe(0)

  // The open page on the phone has changed by itself; credits, Premium and all photos are hers.
  await sees(sanne, 'payment.completed_heading')
  expect(await creditsOf(sanne)).toBe(20)
  await page.goto(at(sanne.tenant, '/premium'))
  await sees(sanne, 'premium.own_heading')
  await page.goto(at(sanne.tenant, `/members/${bramId}`))
  await page.getByRole('button', { name: sentence('profile.photo_number', { number: bram.photos, count: bram.photos }, 'nl') }).waitFor()
  expect(await locked.count()).toBe(0)

  await page.goto(at(sanne.tenant, '/credits/repeat-order'))
  await sees(sanne, 'checkout.again_heading')
  await orderAndPay(sanne, '€ 9,95', 'pay')
  await sees(sanne, 'payment.completed_heading')
  expect(await creditsOf(sanne)).toBe(40)
  await withdraw(sanne, '€ 9,95')
  await sees(sanne, 'payment.refunded_heading')
  expect(await creditsOf(sanne)).toBe(20)
  // The first purchase stays, and Premium with it.
  await page.goto(at(sanne.tenant, '/premium'))
  await sees(sanne, 'premium.own_heading')

  const ordersOf = (email: string) =>
    inDatabase((db) =>
      db
        .selectFrom('orders')
        .innerJoin('members', 'members.id', 'orders.member_id')
        .leftJoin('refunds', 'refunds.order_id', 'orders.id')
        .select(['orders.status', 'total', 'orders.currency', 'refunded', 'refunds.status as refund'])
        .where('email', '=', email)
        .orderBy('orders.id')
        .execute()
    )
  const of = (currency: string, total: number) => (status: string, refunded: number, refund: string | null) => ({
    status,
    total,
    currency,
    refunded,
    refund
  })
  const [euros, pounds] = [of('EUR', 995), of('GBP', 895)]
  await expect.poll(() => ordersOf(sanne.email)).toEqual([euros('completed', 0, null), euros('completed', 995, 'done')])
  await expect
    .poll(() => ordersOf(grace.email))
    .toEqual([pounds('failed', 0, null), pounds('cancelled', 0, null), pounds('completed', 895, 'done')])
  expect((await inDatabase((db) => proveBooks(db))).problems).toEqual([])
  expectQuiet(sanne, grace)
})
