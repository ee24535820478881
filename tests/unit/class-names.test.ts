import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shortClassName } from '../../bin/build/class-names.ts'

const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url))

test('every class of every component has a short name of its own, without a vowel', () => {
  const names = globSync('**/*.module.css', { cwd: CLIENT }).flatMap((file) => {
    const css = readFileSync(CLIENT + file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    const classes = new Set(Array.from(css.matchAll(/(?<=[\s,>+~(])\.([a-z][\w-]*)/gi), ([, name]) => name!))
    return Array.from(classes, (name) => shortClassName(name, CLIENT + file))
  })
  expect(names.length).toBeGreaterThan(500)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[b-df-hj-np-tv-z]{3,4}$/)
  expect(() => shortClassName('no-such-class', `${CLIENT}ui/button.module.css`)).toThrow('has no "no-such-class"')
})
