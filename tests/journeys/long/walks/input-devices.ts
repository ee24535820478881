import type { Locator } from 'playwright'
import { expect } from 'vitest'

/** A way to use a page, on the screen that it belongs to. */
export interface InputDevice {
  width: number
  touch: boolean
  /** Presses a button or a link, or chooses a radio button. */
  press: (target: Locator) => Promise<void>
}

/** Presses of Tab until something must have had the focus: a page with all its cards, twice around. */
const MOST_TABS = 300

/** The keyboard alone: what can't be reached by Tab can't be pressed. */
async function pressKeys(target: Locator): Promise<void> {
  await target.waitFor()
  const page = target.page()
  const element = await target.elementHandle()
  const isFocused = () => page.evaluate((wanted) => document.activeElement === wanted, element)
  for (let tabs = 0; !(await isFocused()); tabs++) {
    expect(tabs, `${String(target)} is reached by Tab`).toBeLessThan(MOST_TABS)
    await page.keyboard.press((await isRadioOf(target)) ? 'ArrowDown' : 'Tab')
  }
  if (!(await isChoice(target))) await page.keyboard.press('Enter')
  else if (!(await target.isChecked())) await page.keyboard.press('Space')
}

const isChoice = (target: Locator) => target.evaluate((element) => element.matches('input[type="radio"], input[type="checkbox"]'))

/** Is the focus on another radio button of the same group? Tab would leave the group. */
const isRadioOf = (target: Locator) =>
  target.evaluate((element) => {
    const [focused, wanted] = [document.activeElement, element]
    return (
      focused instanceof HTMLInputElement && wanted instanceof HTMLInputElement && focused.type === 'radio' && focused.name === wanted.name
    )
  })

const mouse = async (target: Locator) => await target.click()
const finger = async (target: Locator) => await target.tap()

export const INPUT_DEVICES: readonly (InputDevice & { by: string })[] = [
  { by: 'touch', width: 375, touch: true, press: finger },
  { by: 'touch', width: 1280, touch: true, press: finger },
  { by: 'mouse', width: 375, touch: false, press: mouse },
  { by: 'mouse', width: 1280, touch: false, press: mouse },
  { by: 'keyboard', width: 1280, touch: false, press: pressKeys },
  { by: 'keyboard', width: 375, touch: false, press: pressKeys }
]
