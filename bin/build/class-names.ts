import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url))

/** No vowels: ad blockers hide some words in class names, and other words don't belong in a page. */
const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** Style sheets of components by name, in an order that is the same in every build of a version; file names are unique (tests/architecture). */
let sheets: readonly string[] | null = null
const names = new Map<string, readonly string[]>()

/**
 * The name of a component's class in the page: two letters for its style sheet and one or more for the class. Readable class names would be a fifth
 * of a page's bytes. They are counted, since digests compress badly.
 */
export function shortClassName(name: string, file: string): string {
  sheets ??= globSync('**/*.module.css', { cwd: CLIENT })
    .map((path) => basename(path))
    .sort()
  const sheet = sheets.indexOf(basename(file))
  if (sheet === -1 || sheet >= LETTERS.length ** 2)
    throw new Error(`${file} is not one of the ${LETTERS.length ** 2} first style sheets of client/`)
  const known = names.get(file) ?? namesIn(readFileSync(file, 'utf8'))
  names.set(file, known)
  if (!known.includes(name)) throw new Error(`${file} has no "${name}"`)
  return lettersOf(sheet).padStart(2, LETTERS[0]) + lettersOf(known.indexOf(name))
}

/** Classes and animations. */
function namesIn(css: string): string[] {
  return [...new Set(Array.from(css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi), ([, name]) => name!))]
}

/** A number in letters. */
function lettersOf(number: number): string {
  const rest = Math.floor(number / LETTERS.length)
  return (rest > 0 ? lettersOf(rest) : '') + LETTERS[number % LETTERS.length]!
}
