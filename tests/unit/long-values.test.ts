import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../shared/api/contract.ts'

type Text = v.GenericSchema

/** Every schema of a text that callers send, by where it is. */
function textsOf(node: object, path: string, seen: Set<object>): [string, Text][] {
  if (seen.has(node)) return []
  seen.add(node)
  const own: [string, Text][] = v.is(v.looseObject({ kind: v.literal('schema'), type: v.literal('string') }), node)
    ? [[path, node as unknown as Text]]
    : []
  const parts = Object.entries(node).filter((entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null)
  return [...own, ...parts.flatMap(([name, part]) => textsOf(part, `${path}.${name}`, seen))]
}

/** A body may be 64 KB long, and all checks of a text run, even after its length check fails. */
const LONGEST = 60_000
const LONG = ['@', 'a@', '.', 'a.', '-', 'a-', '0', '0 ', ' ', '\t', '\n', '/', 'é', '\u0301', 'www', '👍'].flatMap((part) =>
  ['', '!'].map((end) => part.repeat(LONGEST / part.length) + end)
)

test('no text makes a check of the contract backtrack: the longest take no longer than they are', () => {
  const seen = new Set<object>()
  const texts = ENDPOINTS.flatMap(({ name, query, body }) => textsOf({ query, body }, name, seen))
  expect(texts.length).toBeGreaterThan(50)
  const slow = texts.flatMap(([path, schema]) =>
    LONG.filter((text) => {
      const before = process.cpuUsage()
      v.safeParse(schema, text)
      // In microseconds. Checks that read a text once take a fifth of it; backtracking took ten times as much.
      return process.cpuUsage(before).user > 1_000_000
    }).map((text) => `${path}: ${text.slice(0, 4)}`)
  )
  expect(slow).toEqual([])
})
