import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COOKIES, STORED } from '../../client/pages/pages-cookies/outline.ts'
import { readPart } from '../../locales/read.ts'
import { ORIGIN_COOKIES } from '../../shared/auth/cookies.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { ROOT } from './source.ts'

/** Every source file below a folder, by path. */
const sources = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [join(folder, name), readFileSync(join(ROOT, folder, name), 'utf8')] as const)

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)

test('the cookies page lists every cookie that is set, and no other', () => {
  const set = [...sources('client'), ...sources('worker')].flatMap(([, text]) => [
    ...found(text, /\bwriteCookie\('(\w+)'/g),
    ...found(text, /\bcookie\('(\w+)'/g)
  ])
  // The country cookie of local mode is never set for real readers.
  const names = new Set([...set, ...Object.values(ORIGIN_COOKIES)].filter((name) => name !== 'dev_country'))
  expect([...names].sort()).toEqual(Object.keys(COOKIES).sort())
  const writing = [...sources('client'), ...sources('worker')].filter(([, text]) => /document\.cookie = /.test(text))
  expect(writing.map(([path]) => path)).toEqual(['client/session/write-cookie.ts'])
})

/** These pass values on to the browser: the keys come from their callers. */
const ADAPTERS = [
  'client/push/browser-device.ts',
  'client/session/tab-storage.ts',
  'client/forms/kept-progress.ts',
  'client/chat/use-draft.ts'
]

const keeping = sources('client').filter(([path, text]) => /\.setItem\(|\bkeepInTab\(/.test(text) && !ADAPTERS.includes(path))

const keys = (text: string) =>
  found(text, /(?:const [A-Z_]+ = |=> |\| |= )[`']([a-z_]+:?)(?=['$])/g).filter(
    (key) => (key.includes('_') || key.endsWith(':')) && key !== 'https:'
  )

test('the cookies page lists everything that pages store in the browser, and nothing else', () => {
  for (const [path, text] of keeping) if (!text.includes('DRAFT_PREFIX')) expect([path, keys(text).length > 0]).toEqual([path, true])
  const all = [...keeping, ...sources('client').filter(([path]) => path.endsWith('device-keys.ts'))].flatMap(([, text]) => keys(text))
  const databases = sources('client').flatMap(([, text]) => found(text, /_DATABASE = '(\w+)'/g))
  expect(databases).not.toEqual([])
  const caches = sources('shared').flatMap(([, text]) => found(text, /_CACHE = '(\w+)'/g))
  expect(caches).not.toEqual([])
  all.push(...databases, ...caches)
  const told = Object.keys(STORED)
  expect(all.filter((key) => !told.some((one) => key.startsWith(one)))).toEqual([])
  expect(told.filter((one) => !all.some((key) => key.startsWith(one)))).toEqual([])
})

test('the cookies page says that a region that was found is kept like a draft', () => {
  const kept = sources('client').filter(([, text]) => text.includes('`${DRAFT_PREFIX}${user}:place`'))
  expect([kept.length, readPart('pages-cookies', 'en')['storage.draft']]).toEqual([1, expect.stringContaining('region')])
})

// Nothing in a browser's storage goes by itself after some time: it goes with the tab, or stays until something removes it.
test('the cookies page says of everything that pages store how long that kind of storage lasts', () => {
  const english = readPart('pages-cookies', 'en')
  for (const [path, text] of keeping) {
    const [tab, device] = [/sessionStorage\.setItem\(|\bkeepInTab\(/.test(text), text.includes('localStorage.setItem(')]
    if (!tab && !device) continue
    const stored = /\bDRAFT_PREFIX/.test(text) ? ['draft:'] : keys(text)
    for (const [name, key] of Object.entries(STORED).filter(([one]) => stored.some((other) => other.startsWith(one)))) {
      const said = english[key]!
      expect([path, name, said, /close the tab/.test(said)]).toEqual([path, name, said, tab])
      if (device) expect([path, name, said]).toEqual([path, name, expect.stringMatching(/until you clear it|or you log out/i)])
      expect([path, name, said]).toEqual([path, name, expect.not.stringMatching(/\bfor (?:an? |one |\{)/i)])
    }
  }
})

test.each(LOCALES)('the consent to storing the campaign says for how long: %s', (locale) => {
  expect(readPart('signup', locale)['signup.consent_tracking']).toContain(String(KEPT_DAYS.campaign))
})
