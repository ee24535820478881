import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { AXE } from '../fixtures/axe.ts'

/** axe finds nothing on the current page, and nothing is wider than the screen. */
export async function expectAccessible(page: Page, options = AXE): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (options: RunOptions) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, options)
  expect(found).toEqual([])
  await expectNotWide(page)
}

/** Nothing is wider than the screen. */
export async function expectNotWide(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
}
