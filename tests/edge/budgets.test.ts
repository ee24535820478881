import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { AssetList } from '../../worker/files/asset-list.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))
const LIST = JSON.parse(readFileSync(`${DIST}assets.json`, 'utf8')) as AssetList
const KB = 1024

/** Bytes of files as a browser gets them (brotli). */
const weightOf = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + statSync(`${DIST}client/assets/${basename(file)}.br`).size, 0)

/** A module with everything it imports before it runs. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  const name = basename(file)
  if (seen.has(name)) return seen
  seen.add(name)
  const code = readFileSync(`${DIST}client/assets/${name}`, 'utf8')
  for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) closureOf(imported!, seen)
  return seen
}

test('a visitor loads at most 5 KB of script before the first interaction', () => {
  expect(weightOf(closureOf(LIST.visitor))).toBeLessThanOrEqual(5 * KB)
})

test('no script is over 90 KB', () => {
  const scripts = readdirSync(`${DIST}client/assets`).filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => weightOf([name]) > 90 * KB)).toEqual([])
})

const heaviestLanguage = Math.max(...Object.values(LIST.languages).map(weightOf))
const weightOfPage = (page: string) => weightOf([LIST.entry, ...LIST.entryImports, ...LIST.pages[page]!]) + heaviestLanguage
/** The goal is 110 KB for all; with the texts of the heaviest language this is as far as they have come, and they may not grow past it. */
const LIMIT = 124 * KB
/** Pages that are one large form, opened seldom. */
const FORMS = ['profile', 'settings', 'notifications', 'signup', 'members-id-signup', 'complete-signup']
const FORM_LIMIT = 132 * KB

test.each(Object.keys(LIST.pages))('a member, or a visitor who begins to type, loads little script for %s', (page) => {
  expect(weightOfPage(page)).toBeLessThanOrEqual(FORMS.includes(page) ? FORM_LIMIT : LIMIT)
})

test('live events and the outbox are no part of a page', () => {
  const eager = [LIST.entry, ...LIST.entryImports, ...Object.values(LIST.pages).flat()].map((file) => basename(file))
  const loaded = new Set(eager.flatMap((file) => [...closureOf(file)]))
  expect([...loaded].filter((file) => /session|outbox/.test(file) && !file.startsWith('opened-outbox'))).toEqual([])
})
