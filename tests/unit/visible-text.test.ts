import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AnsweredPrompts, FreeText, Note, OptionalText } from '../../shared/api/values.ts'

const NOTHING = [
  '',
  ' \n',
  '\u200B',
  '\u202E\u202C',
  '\u00AD',
  '\uFEFF',
  '\u3164',
  '\u{E0041}\u{E007F}',
  '\u2800',
  '\u0007',
  '\uFE0F\u200D'
]
const SOMETHING = ['a', '👍', '👨‍👩‍👧', '❤️', '…', '\u202Eabc', 'שלום', '़ा', '\u{1FAEA}']

test.each(NOTHING)('a text of members that shows nothing counts as empty: %j', (text) => {
  expect(v.safeParse(FreeText(100), text).issues?.[0]?.message).toBe('required')
  expect([v.parse(OptionalText(100), text), v.parse(Note, text)]).toEqual([null, null])
  expect(v.parse(AnsweredPrompts, [{ prompt: 'laugh', answer: text }])).toEqual([])
})

test.each(SOMETHING)('one that shows something stays as it is: %j', (text) => {
  expect([v.parse(FreeText(100), text), v.parse(OptionalText(100), text), v.parse(Note, text)]).toEqual([text, text, text])
})
