import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { noteOf, NOTES } from '../../bin/translate/notes.ts'
import { isLongPart, LONG_PARTS, PARTS, readPart } from '../../locales/read.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { titlesOf } from './titles-of.ts'

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

const ALL_PARTS = [...PARTS, ...LONG_PARTS]

/** Every text of a language with its part and its note. */
const textsOf = (locale: Locale) =>
  ALL_PARTS.flatMap((part) => Object.entries(readPart(part, locale)).map(([key, text]) => ({ name: `${part}/${key}`, part, key, text })))

const english = textsOf('en').map((one) => ({ ...one, note: noteOf(one.part, one.key) }))

const TAB = "Title of the browser's tab"
const TITLES = new Set(['not-found.title', ...ROUTES.flatMap(titlesOf)])

test('every text has a note for translators, and every note a text', () => {
  expect(english.filter(({ note }) => note === undefined).map(({ name }) => name)).toEqual([])
  const read = new Set(english.map(({ note }) => note?.[0]))
  expect(NOTES.map(([note]) => note).filter((note) => !read.has(note))).toEqual([])
})

test("the note on tab titles covers every route's title, and nothing else", () => {
  const wrong = english.filter(({ part, key, note }) => (!isLongPart(part) && TITLES.has(key)) !== note?.[1].description.startsWith(TAB))
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('a text of a long page has a note about long pages, and tells headings from paragraphs', () => {
  const long = english.filter(({ part }) => isLongPart(part))
  expect(long.filter(({ note }) => !note?.[0].startsWith('pages-')).map(({ name }) => name)).toEqual([])
  const wrong = long.filter(({ key, note }) => /(^heading|^contents|\.title)$/.test(key) !== note?.[1].description.startsWith('Heading'))
  expect(wrong.map(({ name }) => name)).toEqual([])
  // A paragraph may be as long as it needs; a text on a line, in a column or beside a number may not.
  const lengthless = long.filter(({ note }) => note?.[1].longest === null).map(({ key }) => key)
  expect(lengthless.filter((key) => /^(heading|lead|contents|version)$|\.(title|q)$|^figures\./.test(key))).toEqual([])
})

test('only long pages have texts of any length', () => {
  expect(english.filter(({ part, note }) => !isLongPart(part) && note?.[1].longest === null).map(({ name }) => name)).toEqual([])
})

test.each(LOCALES)('no text is longer than its limit: %s', (locale) => {
  const tooLong = textsOf(locale).flatMap(({ name, part, key, text }) => {
    const longest = noteOf(part, key)?.[1].longest ?? Infinity
    const length = lengthOf(parse(text))
    return length > longest ? [`${name}: ${length} of ${longest} characters: ${text}`] : []
  })
  expect(tooLong).toEqual([])
})

test('no length limit is so high that it has no effect', () => {
  const reached = new Map<string | undefined, number>()
  for (const locale of LOCALES)
    for (const { part, key, text } of textsOf(locale)) {
      const note = noteOf(part, key)?.[0]
      reached.set(note, Math.max(reached.get(note) ?? 0, lengthOf(parse(text))))
    }
  expect(NOTES.filter(([note, { longest }]) => longest !== null && reached.get(note)! * 2 < longest).map(([note]) => note)).toEqual([])
})
