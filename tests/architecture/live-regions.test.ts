import { expect, test } from 'vitest'
import { sourceFiles } from './source.ts'

/** An element that is there under a condition only, and is a polite live region itself. */
const CONDITIONAL = /(?:&&|\?|:|\bif \(.*\)(?: \{)?\s*return)\s*\(?\s*<\w+\s[^<>]*?(?:role="status"|aria-live="polite")/g

test('no polite live region comes into the page together with its words: screen readers often say nothing then', () => {
  const sources = sourceFiles().filter(({ path }) => path.startsWith('client/') && path.endsWith('.tsx'))
  expect(sources.filter(({ text }) => text.includes('role="status"')).length).toBeGreaterThan(20)
  expect(sources.flatMap(({ path, text }) => Array.from(text.matchAll(CONDITIONAL), ([found]) => ({ path, found })))).toEqual([])
})
