import { describe, expect, test } from 'vitest'
import { PARTS, readPart } from '../../locales/read.ts'
import { routeOf } from '../../shared/routes/match.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { sourceFiles } from './source.ts'
import { titlesOf } from './titles-of.ts'

/** The part of each text. */
const partOfKey = new Map(PARTS.flatMap((part) => Object.keys(readPart(part, 'en')).map((key) => [key, part] as const)))
/** The part of all texts that begin with a word, which identifies composed keys. */
const partOfWord = new Map([...partOfKey].map(([key, part]) => [key.split('.', 1)[0]!, part]))
const partOf = (key: string) => partOfKey.get(key) ?? partOfWord.get(key.split('.', 1)[0]!)

const files = new Map(sourceFiles().map((file) => [file.path, file]))

const REGISTRY = 'client/pages/registry.ts'
/** Modules that load their own texts on demand, and all the texts that are loaded then. */
const APART: Record<string, string[]> = {
  'client/layouts/signup-dialog.tsx': ['signup'],
  'client/chat/answering.tsx': ['acts'],
  'client/chat/ask-to-notify.tsx': ['acts'],
  'client/chat/cost-notice.tsx': ['costs'],
  'client/chat/failure.tsx': ['chat-list', 'costs'],
  'client/chat/gift-bubble.tsx': ['catalogue'],
  'client/chat/external-link-dialog.tsx': ['external-link'],
  'client/chat/head-menu.tsx': ['chat', 'export'],
  'client/chat/message-tools.tsx': ['acts'],
  'client/chat/photo-dialog.tsx': ['chat-photo', 'photos'],
  'client/chat/photo-bubble.tsx': ['chat-photo'],
  'client/chat/chat-tools.tsx': ['chat-photo', 'gifts'],
  'client/gifts/gift-dialog.tsx': ['catalogue', 'giving'],
  'client/account/delete-account-form.tsx': ['account', 'delete-account', 'delete-account-form', 'export'],
  'client/members/block-dialog.tsx': ['acts'],
  'client/discounts/member-offers.tsx': ['discounts'],
  'client/install/install-card.tsx': ['install'],
  'client/likes/like-modal.tsx': ['interests', 'likes'],
  'client/safety/report-form.tsx': ['report'],
  'client/photos/photo-manager.tsx': ['photos'],
  'client/pages/pages-ban/own-decision.tsx': ['ban', 'delete-account-form', 'export', 'report', 'withdrawals'],
  'client/pages/settings/more.tsx': [
    'account',
    'delete-account',
    'edit',
    'export',
    'interests',
    'member',
    'photos',
    'saved-methods',
    'withdrawals'
  ]
}

/** Everything a module can show, at once or on demand; pages are separate. */
function closureOf(path: string, seen = new Set<string>()): Set<string> {
  const file = files.get(path)
  if (!file || seen.has(path)) return seen
  seen.add(path)
  const lazy = path === REGISTRY ? [] : file.lazyImports.filter((target) => !(target in APART))
  for (const imported of [...file.valueImports, ...lazy]) closureOf(imported, seen)
  return seen
}

const shell = closureOf('client/entry.tsx')
const pages = ROUTES.map(({ key }) => [key, `client/pages/${key}/page.tsx`] as const)

const textsOf = (key: string) => routeOf(key)!.texts

/** The parts used by a module and its imports, by the first word of every key in them, complete or composed. */
function partsReadBy(path: string, without = new Set<string>()): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of closureOf(path)) {
    // Keys of long texts, which are the page's own (client/documents/texts.ts).
    if (without.has(file) || !file.startsWith('client/') || file.endsWith('/outline.ts')) continue
    for (const [, key, word] of files.get(file)!.text.matchAll(/['"`](([a-z-]+)\.[a-z_$][^'"`]*)['"`]/g)) {
      const part = partOfWord.has(word!) ? partOf(key!) : undefined
      if (part && part !== 'common') found.set(part, `${file}: ${key}`)
    }
  }
  return found
}

const unknownTo = (parts: readonly string[], read: Map<string, string>) =>
  [...read].filter(([part]) => !parts.includes(part)).map(([part, where]) => `${part} (${where})`)

describe.each(pages)('%s', (key, path) => {
  test('has all the texts that it shows', () => {
    expect(unknownTo(textsOf(key), partsReadBy(path, shell))).toEqual([])
  })

  test('loads no texts that it never shows', () => {
    const read = partsReadBy(path, shell)
    expect(textsOf(key).filter((part) => !read.has(part))).toEqual([])
  })

  test('has its title', () => {
    const route = ROUTES.find((one) => one.key === key)
    for (const title of route ? titlesOf(route) : ['not-found.title']) expect(['common', ...textsOf(key)]).toContain(partOf(title))
  })
})

test('the frame of a page only uses texts that every page has', () => {
  expect(unknownTo([], partsReadBy('client/entry.tsx'))).toEqual([])
})

test.each(Object.entries(APART))('%s, which loads its own, has all the texts that it shows: %j', (path, texts) => {
  expect(unknownTo(texts, partsReadBy(path))).toEqual([])
})

test('texts that begin with the same word are in one part', () => {
  expect([...partOfKey].filter(([key, part]) => partOfWord.get(key.split('.', 1)[0]!) !== part)).toEqual([])
})
