import { isLong } from '../fixtures/long.ts'

/** Widths in px for tests of what works alike on a phone and, by `npm run test:long`, on a desk. */
export const SCREEN_WIDTHS: readonly number[] = isLong ? [375, 1280] : [375]

/**
 * Makes the frame that the page is in as large as a screen, which to the page is the same: `page.viewport` would resize the whole browser through two
 * protocols, and have it paint everything again.
 */
export async function resize(width: number, height = 800): Promise<void> {
  if (innerWidth === width && innerHeight === height) return
  const resized = new Promise((resolve) => window.addEventListener('resize', resolve, { once: true }))
  Object.assign((window.frameElement as HTMLElement).style, { width: `${width}px`, height: `${height}px` })
  await resized
}
