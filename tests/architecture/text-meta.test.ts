import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { noteOf, NOTES } from '../../bin/translate/notes.ts'
import { readMessages } from '../../locales/read.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'

const english = readMessages('en')

/** Length of inserted values in characters: the maximum for a member's name, otherwise a typical one. */
const FILLED_IN: Record<string, number> = {
  member: 24,
  email: 32,
  site: 16,
  sender: 16,
  company: 24,
  address: 24,
  city: 14,
  country: 14,
  date: 16,
  since: 16,
  used: 16,
  due: 20,
  field: 20,
  kind: 20,
  region: 20,
  genders: 24,
  profiles: 24,
  names: 32,
  source: 32,
  reference: 9,
  language: 10,
  text: 40,
  price: 10,
  amount: 10,
  label: 16,
  descriptor: 22
}
const NUMBER = 4

/** How long a text gets on screen. */
function lengthOf(elements: MessageFormatElement[]): number {
  return elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length
    if (element.type === TYPE.tag) return sum + lengthOf(element.children)
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return sum + Math.max(...Object.values(element.options).map((option) => lengthOf(option.value)))
    return sum + (element.type === TYPE.argument ? (FILLED_IN[element.value] ?? NUMBER) : NUMBER)
  }, 0)
}

test('every text has a note for translators, and every note a text', () => {
  const noted = Object.keys(english).map((key) => [key, noteOf(key)?.[0]] as const)
  expect(noted.filter(([, note]) => note === undefined).map(([key]) => key)).toEqual([])
  const read = new Set(noted.map(([, note]) => note))
  expect(NOTES.map(([note]) => note).filter((note) => !read.has(note))).toEqual([])
})

test.each(LOCALES)('no text is longer than its limit: %s', (locale) => {
  const tooLong = Object.entries(readMessages(locale)).flatMap(([key, text]) => {
    const [, { longest }] = noteOf(key)!
    const length = lengthOf(parse(text))
    return length > longest ? [`${key}: ${length} of ${longest} characters: ${text}`] : []
  })
  expect(tooLong).toEqual([])
})

test('no limit is so high that it has no effect', () => {
  const reached = new Map<string, number>()
  for (const locale of LOCALES)
    for (const [key, text] of Object.entries(readMessages(locale))) {
      const [note] = noteOf(key)!
      reached.set(note, Math.max(reached.get(note) ?? 0, lengthOf(parse(text))))
    }
  expect(NOTES.filter(([note, { longest }]) => reached.get(note)! * 2 < longest).map(([note]) => note)).toEqual([])
})
