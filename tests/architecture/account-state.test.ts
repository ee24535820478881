import { expect, test } from 'vitest'
import { sourceFiles } from './source.ts'

/** A comparison of an account's status with a word, in TypeScript, in a query or in SQL. */
const COMPARED =
  /\bstatus\b['"]?\s*(?:,\s*)?['"]?(?:[!=]==?|=|<>|in|not in)['"]?\s*,?\s*[([]?\s*['"](?:not_confirmed|confirmed|banned|deleted)['"]/g

test('what an account of a state may do is asked of the rule, nowhere of the word', () => {
  const origin = sourceFiles().filter(({ path }) => path.startsWith('origin/'))
  const found = origin.flatMap(({ path, text }) => [...text.matchAll(COMPARED)].map(([word]) => `${path}: ${word}`))
  expect(found).toEqual([])
  // It finds what it looks for.
  const samples = [`member.status === 'banned'`, `.where('members.status', 'in', ['not_confirmed'`, `members.status <> 'deleted'`]
  for (const sample of [...samples, `eb('status', '=', 'confirmed')`, `status in ('confirmed'`])
    expect(sample.match(COMPARED)).toHaveLength(1)
})
