import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { PAYMENT_PROVIDERS } from '../../shared/tenants/selling.ts'
import { ROOT, sourceFiles } from './source.ts'

const files = sourceFiles()
const ALLOWED: Record<string, string[]> = {
  shared: [],
  locales: ['shared'],
  client: ['shared', 'locales'],
  worker: ['client', 'shared', 'locales'],
  origin: ['shared', 'locales'],
  bin: ['shared', 'locales', 'client', 'worker', 'origin', 'vite.config.ts'],
  bench: ['shared', 'locales', 'client', 'worker', 'origin', 'bin', 'vite.config.ts'],
  tests: ['shared', 'locales', 'client', 'worker', 'origin', 'bin', 'bench', 'tenants', 'vite.config.ts', 'docs', 'package.json']
}

test('folders import only what they may', () => {
  const wrong = files.flatMap(({ path, folder, imports }) =>
    imports
      .map((target) => ({ path, target, to: target.split('/')[0]! }))
      .filter(({ to }) => to !== folder && !ALLOWED[folder]!.includes(to))
      .map(({ target }) => `${path} imports ${target}`)
  )
  expect(wrong).toEqual([])
})

test('shared is data and pure functions: no packages but schemas, ICU and a JSON parser, no clock, no environment', () => {
  const wrong = files
    .filter(({ folder }) => folder === 'shared')
    .flatMap(({ path, text }) => {
      const packages = [...text.matchAll(/from '([^.'][^']*)'/g)]
        .map((match) => match[1]!)
        .filter((name) => !['valibot', 'jsonc-parser', '@formatjs/intl', '@formatjs/icu-messageformat-parser'].includes(name))
      const forbidden = text.match(/\bprocess\.|\bDate\.now\(|new Date\(\)|\bfetch\(|\bdocument\.|\bwindow\./g) ?? []
      return [...packages, ...forbidden].map((found) => `${path}: ${found}`)
    })
  expect(wrong).toEqual([])
})

/** The only places outside a provider's own folder that name a provider, and why. */
const KNOWS_PROVIDERS: Readonly<Record<string, string>> = {
  'origin/providers/payment/open-providers.ts': 'opens each of them',
  'origin/providers/payment/key-shapes.ts': 'what keys of each look like',
  'shared/tenants/selling.ts': 'the values of the setting, and which of them is for demo brands alone',
  'shared/tenants/schema.ts': 'what the setting is, for editors',
  'origin/photos/media.ts': 'the word of a content security policy, which is no provider'
}

test('the core names no provider of payments: those are behind the port, each in its own folder', () => {
  const providers = PAYMENT_PROVIDERS.filter((provider) => provider !== 'none')
  const named = files
    .filter(({ folder }) => ['client', 'origin', 'shared', 'worker'].includes(folder))
    .filter(({ path, text }) =>
      providers.some((name) => new RegExp(name, 'i').test(path + text) && !path.startsWith(`origin/providers/payment/${name}/`))
    )
    .map(({ path }) => path)
  // A place that no longer names one must leave the list.
  expect(named.toSorted()).toEqual(Object.keys(KNOWS_PROVIDERS).toSorted())
  for (const name of providers) expect(files.some(({ path }) => path.startsWith(`origin/providers/payment/${name}/`))).toBe(true)
})

test('only units of work open transactions, so that what a verb writes can be part of something larger', () => {
  const openers = sourceFiles().filter(({ folder, text }) => ['origin', 'bin'].includes(folder) && text.includes('.transaction('))
  expect(openers.map(({ path }) => path)).toEqual(['origin/db/in-transaction.ts'])
})

test('no module imports itself in a circle: neither for types nor lazily', () => {
  expect(circlesIn(new Map(files.map(({ path, imports }) => [path, imports])))).toEqual([])
})

test('the folders of the client are layered: none imports itself through others', () => {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of files.filter(({ folder }) => folder === 'client')) {
    const from = folderOf(path)
    for (const to of imports.map(folderOf))
      if (to !== from && to.startsWith('client/')) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  expect(circlesIn(new Map([...graph].map(([from, to]) => [from, [...to]])))).toEqual([])
})

/** `client/chat/bubble.tsx` is in `client/chat`, `client/pages/likes/page.tsx` in `client/pages`. */
const folderOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.split('/').length > 2 ? 2 : 1)
    .join('/')

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    else if (!done.has(path)) {
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
      done.add(path)
    }
  }
  for (const path of graph.keys()) visit(path, [])
  return circles
}

test('the application calls the API in one place, which adds the headers that edge and origin ask for', () => {
  // Uploads show their progress; code that failed to load isn't the API's. The visitors' small script carries no contract.
  const others = ['client/api/upload.ts', 'client/site/load-code.ts']
  const calling = files.filter(
    ({ path, folder, text }) => folder === 'client' && /\.tsx?$/.test(path) && /(?<![.\w])fetch\(|new XMLHttpRequest/.test(text)
  )
  const wrong = calling.map(({ path }) => path).filter((path) => !path.startsWith('client/visitor/') && !others.includes(path))
  expect(wrong).toEqual(['client/api/call.ts'])
})

test('the gallery shows every part of client/ui, and only the edge of this machine has it', () => {
  const gallery = files.filter(({ path }) => path === 'worker/dev/ui.tsx' || path.startsWith('worker/dev/parts/'))
  const parts = files.filter(({ path, text }) => /^client\/ui\/[\w-]+\.tsx$/.test(path) && /^export function [A-Z]/m.test(text))
  expect(parts.length).toBeGreaterThan(25)
  // A field and a select have rows of their own: the fields made of them.
  const shown = new Set(['client/ui/field.tsx', 'client/ui/select.tsx', ...gallery.flatMap(({ imports }) => imports)])
  expect(parts.map(({ path }) => path).filter((path) => !shown.has(path))).toEqual([])
  const users = files.filter((file) => !gallery.includes(file) && gallery.some(({ path }) => file.imports.includes(path)))
  expect(users.map(({ path }) => path)).toEqual(['worker/node/node.ts'])
})

test('no two style modules have the same name, which distinguishes their classes', () => {
  const names = readdirSync(`${ROOT}client`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => basename(path))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('screens have no style attribute and no raw HTML', () => {
  const wrong = files
    .filter(({ folder, text }) => (folder === 'client' || folder === 'worker') && /\sstyle=\{|dangerouslySetInnerHTML/.test(text))
    .map(({ path }) => path)
  // It keeps what the edge rendered, and writes nothing.
  expect(wrong).toEqual(['client/site/hydrated-later.tsx'])
  const { text } = files.find(({ path }) => path === wrong[0])!
  expect(text.match(/dangerouslySetInnerHTML=\{(\w+)\}/g)).toEqual(['dangerouslySetInnerHTML={NOTHING}'])
  expect(text).toContain("const NOTHING = { __html: '' }")
})

test('a dialog that is loaded when it opens can fail without its page', () => {
  const files = sourceFiles()
  const dialogs = new Set(
    files.filter(({ text }) => /^export default function \w+\(\{[^}]*\bonClose\b/m.test(text)).map(({ path }) => path)
  )
  const loaded = files.flatMap(({ path, text, lazyImports }) =>
    lazyImports
      .filter((part) => dialogs.has(part))
      .map((part) => ({ part, path, safe: !new RegExp(` later[(<].*import\\('[^']*/${basename(part)}'`).test(text) }))
  )
  expect(loaded.length).toBeGreaterThan(4)
  expect(loaded.filter(({ safe }) => !safe)).toEqual([])
})
