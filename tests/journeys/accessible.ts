import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { AXE } from '../fixtures/axe.ts'

/** axe finds nothing on the current page, and nothing is wider than the screen. */
export async function expectAccessible(page: Page, options = AXE): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (options: RunOptions) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return {
      violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth
    }
  }, options)
  expect(found.violations).toEqual([])
  expect(found.overflow).toBeLessThanOrEqual(0)
}
