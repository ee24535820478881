import { expect, test } from 'vitest'
import { sourceFiles } from './source.ts'

/** Calls that show texts in the reader's language. */
const shown = sourceFiles().filter(
  ({ folder, text }) => ['client', 'origin', 'shared', 'worker'].includes(folder) && /\buseT\b|\buseMessage\b|\bTranslator\b/.test(text)
)

const BETWEEN_VALUES_OF_A_TEMPLATE = /\}\s?[:;!–—]\s\$\{/
const BETWEEN_VALUES_OF_AN_ELEMENT = /\}\s?[:;!–—]\s?(?:<|\{[\w.]+(?:\([\w.']*\))?\})/
const JOINED_BY = /\bjoin\(['"`]\s?[:;!–—]|\bt\([^()]*\)\s*\+|\+\s*t\(/

test('punctuation between two texts is part of a text: French has a space before it', () => {
  const patterns = [BETWEEN_VALUES_OF_A_TEMPLATE, BETWEEN_VALUES_OF_AN_ELEMENT, JOINED_BY]
  const found = shown.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => (patterns.some((pattern) => pattern.test(line)) ? [`${path}: ${line.trim()}`] : []))
  )
  expect(found).toEqual([])
})
