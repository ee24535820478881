import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Person } from './browser.ts'

/** A screen and the colours that its owner prefers. */
export interface Look {
  width: number
  height?: number
  colourScheme: 'light' | 'dark'
}

/** Shows the current page on another screen, or in other colours. */
export async function lookLike(page: Page, { width, height = 800, colourScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: colourScheme })
  // A page has its new colours only when its transitions have ended, however short they are.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}

/** Opens a page that exists (`/nowhere` does not), agrees to the entry warning after `checkWarning` if it is shown, and hydrates the page. */
export async function openPage(person: Person, url: string, checkWarning: () => Promise<void>): Promise<void> {
  const { page, complaints } = person
  complaints.length = 0
  const answer = await page.goto(url)
  expect(answer?.status()).toBe(url.endsWith('/nowhere') ? 404 : 200)
  expect(new URL(page.url()).pathname).toBe(new URL(url).pathname)
  // Shown at the first page, and once more by the lander.
  const warning = page.getByTestId('entry-warning')
  if (await warning.isVisible()) {
    await checkWarning()
    await warning.locator('button').click()
  }
  // A visitor's page hydrates when it is touched.
  await page.locator('main').hover()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
  // Pointing has scrolled it; what is half under a bar that sticks is no target for axe.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  // The document's own 404 is in the console of the 404 page.
  if (answer?.status() === 404) complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
}
