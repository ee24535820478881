import axe from 'axe-core'
import { expect } from 'vitest'
import { AXE } from '../fixtures/axe.ts'
import { saidTwice } from '../fixtures/said-twice.ts'

/** axe finds nothing on the current page, nothing is read twice, and nothing is wider than the screen. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, AXE)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(saidTwice()).toEqual([])
  const { scrollWidth, clientWidth } = document.documentElement
  const wide =
    scrollWidth <= clientWidth
      ? []
      : [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth)
  expect(wide.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([])
}
