import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Variables } from '../../bin/settings/variables.ts'
import { ROOT, sourceFiles } from './source.ts'

const VARIABLES = Object.keys(Variables.entries)
const DOCS = ['README.md', 'docs/OPERATIONS.md'].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test('settings are read in one place, by one schema', () => {
  // PATH belongs to the system, and NODE_ENV, which the build defines, to React.
  const elsewhere = sourceFiles()
    .filter(
      ({ path, folder }) =>
        !path.endsWith('.mjs') && ['bin', 'origin', 'worker', 'client', 'shared'].includes(folder) && path !== 'bin/build/bundles.ts'
    )
    .flatMap(({ path, text }) => Array.from(text.matchAll(/process\.env(?:\.|\[')(\w+)/g), ([, name]) => `${path}: ${name}`))
    .filter((found) => !found.endsWith(': PATH'))
  expect(elsewhere).toEqual([])
})

test('the instructions explain every setting and name no other', () => {
  const operations = DOCS[1]!.text
  const table = /## Settings\n([\s\S]*?)\n## /.exec(operations)?.[1] ?? ''
  const explained = new Set(Array.from(table.matchAll(/^\| `(\w+)`/gm), ([, name]) => name!))
  expect([...explained].sort()).toEqual([...VARIABLES].sort())
  const named = DOCS.flatMap(({ text }) => Array.from(text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g), ([, name]) => name!))
  expect(named.filter((name) => !VARIABLES.includes(name))).toEqual([])
})

test('every setting takes the values that the instructions write for it, with spaces after the commas too', () => {
  const operations = DOCS[1]!.text
  const rows = Array.from(operations.matchAll(/^\| `([A-Z_\d]+)` .*?(?:: |\()`([^`]+)`/gm))
  const examples = DOCS.flatMap(({ text }) => Array.from(text.matchAll(/\b([A-Z_\d]+)(?:=|` \(`)([^\s`]+)/g)))
  const written = [...rows, ...examples].flatMap(([, name, value]) =>
    // Secrets and hosts that the reader fills in.
    VARIABLES.includes(name!) && !value!.includes('…') ? { name: name!, value: value! } : []
  )
  expect(written.map(({ name }) => name)).toEqual(expect.arrayContaining(['TRUSTED_PROXIES', 'EDGE_URLS', 'SMS_URL', 'S3_ENDPOINT']))
  const refused = written.filter(({ name, value }) =>
    [value, value.replaceAll(',', ', ')].some((set) => !v.is(Variables.entries[name as keyof Variables], set))
  )
  expect(refused).toEqual([])
})

test('the instructions use the Node of the packages, never the system’s', () => {
  const wrong = DOCS.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\bnode (?:bin|bench)\/[\w-]+\.ts|node_modules\/\.bin\/\S+/g), ([found]) => `${path}: ${found}`)
  )
  expect(wrong).toEqual([])
})
