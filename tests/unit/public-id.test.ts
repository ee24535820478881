import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'

test('a public id can be an argument of a command: none of 5,000 is taken for an option', () => {
  const ids = Array.from({ length: 5000 }, newPublicId)
  expect(parseArgs({ args: ids, allowPositionals: true, strict: false }).positionals).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[\w-]{22}$/.test(id))).toBe(true)
})
