import axe from 'axe-core'
import { expect } from 'vitest'
import { AXE } from '../fixtures/axe.ts'

/** Nothing for axe to find on the page as it stands, and nothing wider than the screen. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, AXE)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(document.documentElement.scrollWidth - document.documentElement.clientWidth).toBeLessThanOrEqual(0)
}
