import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { AXE } from '../fixtures/axe.ts'
import { farFromIcons } from '../fixtures/far-from-icons.ts'
import { outOfSight } from '../fixtures/out-of-sight.ts'
import { saidTwice } from '../fixtures/said-twice.ts'

/** Each page loads it again: the minified file has half the letters. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe finds nothing on the current page, nothing is read twice, and nothing is wider than the screen. */
export async function expectAccessible(page: Page, options = AXE): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE)
  const found = await page.evaluate(async (options: RunOptions) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, options)
  expect(found).toEqual([])
  expect(await page.evaluate(saidTwice)).toEqual([])
  await expectNotWide(page)
}

/** Nothing is wider than the screen. */
export async function expectNotWide(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
}

/**
 * With letters twice as large nothing is wider than the screen, no text begins or ends outside of it, except in what is swiped sideways, and icons
 * stay beside the first of their words.
 */
export async function expectRoomForLetters(page: Page): Promise<void> {
  const before = page.viewportSize()!
  expect(await page.evaluate(farFromIcons)).toEqual([])
  const browser = await page.context().newCDPSession(page)
  const setSize = (size: number) => browser.send('Page.setFontSizes', { fontSizes: { standard: size } })
  await setSize(32)
  for (const width of [320, 375, 768, 992, 1280]) {
    await page.setViewportSize({ width, height: before.height })
    expect(await page.evaluate(outOfSight), `with large letters at ${width} px`).toEqual([])
    expect(await page.evaluate(farFromIcons), `with large letters at ${width} px`).toEqual([])
    await expectNotWide(page)
  }
  await setSize(16)
  await browser.detach()
  await page.setViewportSize(before)
}
