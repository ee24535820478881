import { expect, test } from 'vitest'
import { sentence } from '../fixtures/sentence.ts'
import { at, expectQuiet } from './browser.ts'
import { aBuyer, plain, sees } from './buyer.ts'

test('a member buys credits without JavaScript, from the bundles to the receipt [GEN-7] [RT-30] [RT-33]', async () => {
  const buyer = await aBuyer('Plain Joan', { tenant: 'afterdusk', country: 'GB', language: 'en', javaScript: false })
  const { page } = buyer
  await page.goto(at(buyer.tenant, '/credits'))
  await page.getByRole('link', { name: '£8.95' }).click()
  await sees(buyer, 'checkout.heading')
  await page.getByRole('radio', { name: sentence('shop.method_paypal'), exact: true }).check()
  await page.getByRole('button', { name: sentence('checkout.submit') }).click()
  await sees(buyer, 'payment.pending_heading')
  // The page doesn't update by itself.
  const check = page.getByRole('link', { name: sentence('payment.check') })
  await check.click()
  await sees(buyer, 'payment.pending_heading')
  await page.getByRole('link', { name: sentence('payment.continue') }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/pay/'))
  expect(plain(await page.getByText('· PayPal').textContent())).toContain('PayPal')
  await page.locator('button[value="pay"]').click()
  await page.waitForURL('**/transactions/*')
  // The provider's report may come after the buyer: they look again.
  const paid = page.getByRole('heading', { level: 1, name: sentence('payment.completed_heading') })
  await expect.poll(async () => (await page.reload()) && (await paid.count())).toBe(1)
  await check.waitFor({ state: 'detached' })
  const receipt = page.getByRole('region', { name: sentence('receipt.heading') })
  expect(plain(await receipt.textContent())).toContain('£8.95')
  expectQuiet(buyer)
})
