import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INTERESTS } from '../../shared/tenants/interests.ts'

const SVG = readFileSync(new URL('../../client/members/interests.svg', import.meta.url), 'utf8')

test('each of the 54 interests has an icon of its own [ENT-32]', () => {
  const symbols = [...SVG.matchAll(/<symbol id="(\w+)" viewBox="0 0 24 24"><path d="([^"]+)" \/><\/symbol>/g)]
  expect(symbols.map(([, name]) => name)).toEqual(INTERESTS)
  expect(new Set(symbols.map(([, , path]) => path)).size).toBe(INTERESTS.length)
})
