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

test('no way of pointing takes a control away: keyboards and screen readers are used on touch screens too', () => {
  const sheets = globSync('**/*.css', { cwd: CLIENT })
  const hiding = sheets.filter((file) => {
    const css = readFileSync(join(CLIENT, file), 'utf8')
    // A block of a media query ends at a brace that is indented like it.
    return Array.from(css.matchAll(/^( *)@media [^{]*\b(?:hover|pointer):[^]*?^\1\}/gm)).some(([block]) =>
      /display: none|visibility: hidden/.test(block)
    )
  })
  expect(hiding).toEqual([])
})

test('what a finger presses is never lower than a target: only a mouse gets less', () => {
  // There is nothing to press: a chip that is a choice has a target's size.
  const still = ['ui/badge.module.css', 'ui/chip.module.css', 'ui/section-card.module.css']
  const low = globSync('**/*.css', { cwd: CLIENT }).filter((file) => {
    const css = readFileSync(join(CLIENT, file), 'utf8').replaceAll(/^( *)@media \(pointer: fine\)[^]*?^\1\}/gm, '')
    return Array.from(css.matchAll(/min-block-size: ([\d.]+)rem/g)).some(([, rem]) => Number(rem) >= 1.5 && Number(rem) < 2.75)
  })
  expect(low.sort()).toEqual(still)
})
