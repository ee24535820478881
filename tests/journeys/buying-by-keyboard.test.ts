import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { sentence } from '../fixtures/sentence.ts'
import { at, expectQuiet, type Person } from './browser.ts'
import { aBuyer, plain, sees } from './buyer.ts'

/** More stops than any of these pages has. */
const STOPS = 80

/** Goes on with Tab alone until this has the focus, where it shows. */
async function tabTo({ page }: Person, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element.matches(':focus-visible'))) return
  }
  throw new Error(`Tab does not lead to ${String(target)}`)
}

test('a member buys credits with Tab, Space and Enter alone, from the bundles to the receipt [GEN-7] [SCR-6] [RT-33]', async () => {
  const buyer = await aBuyer('Kay', { tenant: 'afterdusk', country: 'GB', language: 'en' })
  const { page } = buyer
  await page.goto(at(buyer.tenant, '/credits'))
  await tabTo(buyer, page.getByRole('link', { name: '£8.95' }))
  await page.keyboard.press('Enter')
  await sees(buyer, 'checkout.heading')

  const card = page.getByRole('radio', { name: sentence('shop.method_card'), exact: true })
  await tabTo(buyer, card)
  expect(await card.isChecked()).toBe(true)
  const save = page.getByRole('checkbox', { name: sentence('checkout.save_card') })
  await tabTo(buyer, save)
  await page.keyboard.press('Space')
  expect(await save.isChecked()).toBe(true)
  await tabTo(buyer, page.getByRole('button', { name: sentence('checkout.submit') }))
  await page.keyboard.press('Space')

  await page.waitForURL((url) => url.pathname.startsWith('/pay/'))
  await tabTo(buyer, page.locator('button[value="pay"]'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transactions/*')
  await sees(buyer, 'payment.completed_heading')
  const receipt = page.getByRole('region', { name: sentence('receipt.heading') })
  expect(plain(await receipt.textContent())).toContain('£8.95')
  await tabTo(buyer, receipt.getByRole('button', { name: sentence('receipt.print') }))
  expectQuiet(buyer)
})
