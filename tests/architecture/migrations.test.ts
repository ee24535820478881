import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './source.ts'

/** The last migration from before the rule (docs/decisions/070). */
const BEFORE = 340

const FOLDER = join(ROOT, 'origin/db/migrations')
const migrations = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  const takesAway = /\b(?:drop (?:column|table)|alter table \S+\s+rename (?!constraint))\b/i.test(text.replaceAll(/^ *--.*/gm, ''))
  return {
    name,
    number: parseInt(name),
    takesAway,
    unused: /^-- Unused since (\d+)\b/.exec(text)?.[1],
    stops: /^-- Stop first: \S/.test(text)
  }
})

test('a migration that takes something away says since when no program uses it, or that the origins are stopped first', () => {
  const taking = migrations.filter(({ takesAway }) => takesAway)
  expect(taking.map(({ name }) => name)).toContain('330_names_of_an_account.sql')
  const numbers = new Set(migrations.map(({ number }) => number))
  const isAnnounced = ({ number, unused, stops }: (typeof migrations)[number]) =>
    stops || (Number(unused) < number && numbers.has(Number(unused)))
  expect(taking.filter((one) => one.number > BEFORE && !isAnnounced(one)).map(({ name }) => name)).toEqual([])
})
