import type { RunOptions } from 'axe-core'

/** What axe looks for: WCAG 2.2 AA and what is known to be good. Only what it finds is told, and no page has a frame. */
export const AXE: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  iframes: false,
  preload: false,
  selectors: false
}
