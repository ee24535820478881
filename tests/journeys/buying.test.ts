import { expect, test } from 'vitest'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { CAST } from '../../origin/demo/cast.ts'
import { sentence } from '../fixtures/sentence.ts'
import { inDatabase } from './acts.ts'
import { at, expectQuiet } from './browser.ts'
import { aBuyer, plain, sees, type Buyer } from './buyer.ts'

/** Confirms the order that is shown, does this on the provider's page, and comes back to the order's own. */
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

/** The member whose photos buyers see: all with Premium, only the main one without. */
const bram = CAST.find(({ name }) => name === 'Bram')!

/** Bram's profile as this buyer sees it: all of his photos, or those beyond the main one locked. */
async function seesPhotos({ page, tenant, language }: Buyer, bramId: string, all: boolean): Promise<void> {
  const last = page.getByRole('button', { name: sentence('profile.photo_number', { number: bram.photos, count: bram.photos }, language) })
  const locked = page.getByTestId('locked-photos')
  await page.goto(at(tenant, `/members/${bramId}`))
  await (all ? last : locked).waitFor()
  expect(await (all ? locked : last).count()).toBe(0)
}

/** Whether the page about Premium says that they have it. */
async function hasPremium(buyer: Buyer, has: boolean): Promise<void> {
  await buyer.page.goto(at(buyer.tenant, '/premium'))
  await sees(buyer, has ? 'premium.own_heading' : 'premium.heading')
}

/** After the first purchase: Premium and all photos; the same order again, from which they withdraw; and what is left of it all. */
async function enjoyAndRepeat(buyer: Buyer, bramId: string, total: string): Promise<void> {
  expect(await creditsOf(buyer)).toBe(20)
  await hasPremium(buyer, true)
  await seesPhotos(buyer, bramId, true)

  await buyer.page.goto(at(buyer.tenant, '/credits/repeat-order'))
  await sees(buyer, 'checkout.again_heading')
  await orderAndPay(buyer, total, 'pay')
  await sees(buyer, 'payment.completed_heading')
  expect(await creditsOf(buyer)).toBe(40)
  await withdraw(buyer, total)
  await sees(buyer, 'payment.refunded_heading')
  expect(await creditsOf(buyer)).toBe(20)
  // The first purchase stays, and Premium with it.
  await hasPremium(buyer, true)
}

/** A buyer's orders with what went back of them, oldest first. */
const ordersOf = ({ email }: Buyer) =>
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

test('free members buy on a phone in euros and at a desk in pounds, have Premium, order again, withdraw; orders fail and are cancelled; the books balance [GEN-7] [GEN-8] [RT-31] [RT-33] [SCR-7] [ERR-11] [OTH-11] [CON-26]', async () => {
  const [phone, desk] = [
    await aBuyer('Sanne', { tenant: 'fluwijn', country: 'NL', language: 'nl', width: 375 }),
    await aBuyer('Grace', { tenant: 'afterdusk', country: 'GB', language: 'en', width: 1280 })
  ]
  const { public_id: bramId } = await inDatabase((db) =>
    db.selectFrom('members').select('public_id').where('email', '=', bram.email).executeTakeFirstOrThrow()
  )
  await seesPhotos(phone, bramId, false)
  await phone.page.goto(at(phone.tenant, '/credits/20'))
  await orderAndPay(phone, '€ 9,95', 'later')
  await sees(phone, 'payment.pending_heading')
  expect(await creditsOf(phone)).toBe(0)

  // Her bank takes ten seconds: meanwhile, at the desk.
  await seesPhotos(desk, bramId, false)
  const main = desk.page.getByRole('main')
  for (const outcome of ['fail', 'cancel'] as const) {
    await desk.page.goto(at(desk.tenant, '/credits/20/card'))
    await orderAndPay(desk, '£8.95', outcome)
    await sees(desk, 'payment.failed_heading')
  }
  await hasPremium(desk, false)
  await desk.page.goBack()
  await main.getByRole('link', { name: sentence('payment.retry') }).click()
  await orderAndPay(desk, '£8.95', 'pay')
  await sees(desk, 'payment.completed_heading')
  // The open page on the phone has changed by itself.
  await sees(phone, 'payment.completed_heading')

  await Promise.all([enjoyAndRepeat(phone, bramId, '€ 9,95'), enjoyAndRepeat(desk, bramId, '£8.95')])

  // The first purchase at the desk goes back too, and Premium with it.
  await desk.page.goto(at(desk.tenant, '/transactions'))
  await main.getByRole('listitem').nth(1).getByRole('link').click()
  await sees(desk, 'payment.completed_heading')
  await withdraw(desk, '£8.95')
  await sees(desk, 'payment.refunded_heading')
  expect(await creditsOf(desk)).toBe(0)
  await main.getByRole('link', { name: sentence('transactions.all') }).click()
  await sees(desk, 'transactions.heading')
  const rows = async () => (await main.getByRole('listitem').allTextContents()).map(plain)
  const returned = sentence('transactions.refunded', { amount: '£8.95' })
  // The list of before the withdrawal is shown until it has been fetched again.
  await expect.poll(async () => (await rows()).map((row) => row.includes(returned))).toEqual([true, true, false, false])
  expect((await rows()).map((row) => /(Paid|Cancelled|Failed)$/.exec(row)?.[1])).toEqual(['Paid', 'Paid', 'Cancelled', 'Failed'])
  await hasPremium(desk, false)
  await seesPhotos(desk, bramId, false)

  const of = (currency: string, total: number) => (status: string, refunded: number, refund: string | null) => ({
    status,
    total,
    currency,
    refunded,
    refund
  })
  const [euros, pounds] = [of('EUR', 995), of('GBP', 895)]
  await expect.poll(() => ordersOf(phone)).toEqual([euros('completed', 0, null), euros('completed', 995, 'done')])
  await expect
    .poll(() => ordersOf(desk))
    .toEqual([pounds('failed', 0, null), pounds('cancelled', 0, null), pounds('completed', 895, 'done'), pounds('completed', 895, 'done')])
  expect((await inDatabase((db) => proveBooks(db))).problems).toEqual([])
  expectQuiet(phone, desk)
})
