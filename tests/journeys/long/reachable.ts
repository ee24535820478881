import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Everything in the main part that can be pressed or filled in is seen, at least in part, when it has the focus: nothing that sticks covers it. */
export async function expectReachable(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea, summary)')]
    const inView = (value: number, end: number) => value > 0 && value < end
    const isSeen = (control: HTMLElement) => {
      // A label or a card stands for a control that is drawn invisibly.
      const around = control.closest('label, article, li')
      return [...control.getClientRects()].some(({ left, top, width, height }) =>
        [0.1, 0.5, 0.9].some((down) =>
          [0.1, 0.5, 0.9].some((across) => {
            const [x, y] = [left + width * across, top + height * down]
            const hit = inView(x, innerWidth) && inView(y, innerHeight) && document.elementFromPoint(x, y)
            return hit && (control.contains(hit) || hit.contains(control) || around?.contains(hit))
          })
        )
      )
    }
    return controls
      .filter(
        (control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(':disabled') && !control.closest('[inert]')
      )
      .filter((control) => {
        control.focus()
        return document.activeElement === control && !isSeen(control)
      })
      .map((control) => control.outerHTML.slice(0, 200))
  })
  expect(hidden).toEqual([])
}
