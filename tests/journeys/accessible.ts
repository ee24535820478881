import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing for axe to find on the page as it stands (WCAG 2.2 AA), and nothing wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  // In the page itself: only frames of other origins need a page beside it, and that takes twice the time. What passed isn't looked up again.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ runOnly: TAGS, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
}
