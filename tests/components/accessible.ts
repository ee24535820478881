import axe from 'axe-core'
import { expect } from 'vitest'
import { AXE } from '../fixtures/axe.ts'
import { saidTwice } from '../fixtures/said-twice.ts'

/** axe finds nothing on the current page, nothing is read twice, and nothing is wider than the screen. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, AXE)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(saidTwice()).toEqual([])
  expect(hiddenInDialog()).toEqual([])
  const { scrollWidth, clientWidth } = document.documentElement
  const wide =
    scrollWidth <= clientWidth
      ? []
      : [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth)
  expect(wide.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([])
}

/** The controls of the open dialog that its title or its row of buttons covers when they are scrolled to, as they are when Tab comes to them. */
function hiddenInDialog(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('dialog:modal :is(a[href], button, input, select, textarea)')
  const covered = [...controls].filter((control) => {
    if (!control.checkVisibility()) return false
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && !control.contains(hit) && !hit.contains(control) && hit.closest('label')?.control !== control
  })
  return covered.map(({ outerHTML }) => outerHTML.slice(0, 120))
}
