import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles } from './source.ts'

const DOCS = ['README.md', ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md')
)
const FOLDERS = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
/** The brand that the instructions create. */
const EXAMPLE = 'tenants/velvet.json'
const NAMES = new Set(sourceFiles().map(({ path }) => basename(path)))

/** Paths in code spans: below a folder of the project, or only a file name if the text has mentioned the folder. */
function pathsIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\s]+)`/g), ([, word]) => word!).filter(
    (word) => (FOLDERS.includes(word.split('/')[0]!) && word.includes('/')) || /^[\w-]+\.(ts|tsx|mjs)$/.test(word)
  )
}

test.each(DOCS)('every path that %s mentions exists', (doc) => {
  const text = readFileSync(join(ROOT, doc), 'utf8')
  const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g), ([, target]) => join(dirname(doc), target!))
  const named = pathsIn(text).filter((path) => path !== EXAMPLE && !/[<>*]/.test(path) && !/^(dist|\.data)\//.test(path))
  const isThere = (path: string) => (path.includes('/') || path.endsWith('.md') ? existsSync(join(ROOT, path)) : NAMES.has(path))
  expect([...links, ...named].filter((path) => !isThere(path))).toEqual([])
})

test('every path that a comment mentions exists', () => {
  const missing = sourceFiles().flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm), ([comment]) => comment)
      .flatMap((comment) => Array.from(comment.matchAll(/(?<![\w/.-])([\w-]+)\/[\w/.-]+\.(?:tsx?|mjs|js|css|md|tsv|svg)\b/g)))
      .filter(([named, folder]) => folder !== 'dist' && FOLDERS.includes(folder!) && !existsSync(join(ROOT, named)))
      .map(([named]) => `${path}: ${named}`)
  )
  expect(missing).toEqual([])
})

/** Values for `<noun>` and the like in the recipes. */
const LIKES: Record<string, string> = { noun: 'likes', verb: 'like-member', key: 'likes', part: 'common' }

test('each recipe of docs/ADDING.md is ten lines at most, and its files are those of the likes', () => {
  const recipes = readFileSync(join(ROOT, 'docs/ADDING.md'), 'utf8').split(/^## /m).slice(1)
  expect(recipes.map((recipe) => recipe.split('\n', 1)[0])).toEqual([
    'A page',
    'An endpoint',
    'A noun',
    'An event, with its mail and push',
    'A setting of a brand',
    'A text'
  ])
  for (const recipe of recipes) {
    expect(
      recipe
        .trim()
        .split('\n')
        .slice(2)
        .filter((line) => line !== '').length
    ).toBeLessThanOrEqual(10)
    const named = pathsIn(recipe.replaceAll(/<(\w+)>/g, (_, name: string) => LIKES[name]!))
    expect(named.filter((path) => !existsSync(join(ROOT, path)) && !NAMES.has(path))).toEqual([])
  }
})
