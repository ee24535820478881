import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './source.ts'

const CLIENT = join(ROOT, 'client')

test('every module writes into a layer, so that the order of files decides nothing', () => {
  const modules = globSync('**/*.module.css', { cwd: CLIENT })
  expect(modules.length).toBeGreaterThan(50)
  const loose = modules.filter((file) => {
    const css = readFileSync(join(CLIENT, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    return !/^\s*@layer (ui|layouts|pages) \{[^]*\}\s*$/.test(css)
  })
  expect(loose).toEqual([])
})
