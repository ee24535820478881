import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles } from './source.ts'

const sources = sourceFiles().filter(({ folder }) => ['client', 'worker', 'shared'].includes(folder))
const sheets = globSync('client/**/*.css', { cwd: ROOT }).map((path) => {
  const css = readFileSync(join(ROOT, path), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
  return { path, css, classes: new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name!)) }
})
const modules = sheets.filter(({ path }) => path.endsWith('.module.css'))

/** Sources that import a style module, with the name they give it. */
const importersOf = (path: string) =>
  sources.flatMap((source) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const given = source.imports.includes(path) && new RegExp(`import (\\w+) from '[^']*/${name}'`).exec(source.text)?.[1]
    return given ? [{ ...source, given }] : []
  })

test('every class that a component takes from a style module is in it', () => {
  expect(modules.length).toBeGreaterThan(50)
  const missing = modules.flatMap(({ path, classes }) =>
    importersOf(path).flatMap(({ path: user, text, given }) =>
      Array.from(text.matchAll(new RegExp(`(?<![\\w/.-])${given}\\.(\\w+)`, 'g')), ([, name]) => name!)
        .filter((name) => !classes.has(name))
        .map((name) => `${user}: ${given}.${name}`)
    )
  )
  expect(missing).toEqual([])
})

test('every class of a style module is on a component', () => {
  const all = sources.map(({ text }) => text).join('\n')
  const unused = modules.flatMap(({ path, classes }) => {
    const users = importersOf(path)
    const isTaken = (name: string) => users.some(({ text, given }) => new RegExp(`\\b${given}\\.${name}\\b`).test(text))
    // By a value, whose type may be elsewhere, or by a word that a value completes.
    const isChosen = (name: string) =>
      users.some(({ text, given }) => text.includes(`${given}[`)) &&
      new RegExp(`['"]${name}['"]|\`${name.replace(/-\w+$/, '')}-\\$`).test(all)
    return [...classes].filter((name) => !isTaken(name) && !isChosen(name)).map((name) => `${path}: ${name}`)
  })
  expect(unused).toEqual([])
})

test('every property that a sheet defines is used', () => {
  const all = [...sheets.map(({ css }) => css), ...sources.map(({ text }) => text)].join('\n')
  const defined = new Set(sheets.flatMap(({ css }) => Array.from(css.matchAll(/(--[a-z][\w-]*)\s*:/g), ([, name]) => name!)))
  expect(defined.size).toBeGreaterThan(50)
  expect([...defined].filter((name) => !new RegExp(`var\\(${name}\\b(?!-)`).test(all))).toEqual([])
})
