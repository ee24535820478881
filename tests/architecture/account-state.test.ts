import { expect, test } from 'vitest'
import { sourceFiles } from './source.ts'

/** A comparison of an account's status with a literal, in TypeScript, in a query or in SQL. */
const COMPARED =
  /\bstatus\b['"]?\s*(?:,\s*)?['"]?(?:[!=]==?|=|<>|in|not in)['"]?\s*,?\s*[([]?\s*['"](?:not_confirmed|confirmed|banned|deleted)['"]/g

test('only the rule decides what an account may do in its state: nothing else compares the status', () => {
  const origin = sourceFiles().filter(({ path }) => path.startsWith('origin/'))
  const found = origin.flatMap(({ path, text }) => [...text.matchAll(COMPARED)].map(([word]) => `${path}: ${word}`))
  expect(found).toEqual([])
  // Proves that the pattern finds what it should.
  const samples = [`member.status === 'banned'`, `.where('members.status', 'in', ['not_confirmed'`, `members.status <> 'deleted'`]
  for (const sample of [...samples, `eb('status', '=', 'confirmed')`, `status in ('confirmed'`])
    expect(sample.match(COMPARED)).toHaveLength(1)
})
