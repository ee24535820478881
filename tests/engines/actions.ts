import type { Tab } from './tab.ts'

/** Which element to find: a CSS selector, and the beginning of its accessible name, or all of it (`exact`). */
export interface Wanted {
  css: string
  name?: string
  exact?: boolean
}

export const button = (name: string): Wanted => ({ css: 'button, summary', name })
export const link = (name: string): Wanted => ({ css: 'a[href]', name })
export const field = (name: string): Wanted => ({ css: 'input, textarea, select', name, exact: true })
export const heading = (name: string): Wanted => ({ css: 'h1', name })

/** A guard against waiting for ever, not a deadline. */
const PATIENCE = 45_000

/**
 * Looks in the page for the first visible element of this kind and name, scrolls to it and returns where to press. A real pointer presses
 * whatever is on top there, so that must be the element, its label or something inside it.
 */
const find = ({ css, name = '', exact = false }: Wanted) => `(() => {
  const nameOf = (one) => {
    const labels = [...(one.labels ?? [])].map((label) => label.textContent)
    return (one.getAttribute('aria-label') ?? (labels.length > 0 ? labels[0] : one.textContent)).trim()
  }
  const isNamed = (text) => ${exact} ? text === ${JSON.stringify(name)} : text.startsWith(${JSON.stringify(name)})
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]')
  const open = document.querySelector('dialog:modal') ?? document
  const found = [...open.querySelectorAll(${JSON.stringify(css)})].find((one) => shown(one) && isNamed(nameOf(one)))
  if (!found) return null
  const target = found.labels?.[0] && /^(radio|checkbox)$/.test(found.type) ? found.labels[0] : found
  target.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = target.getBoundingClientRect()
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const top = document.elementFromPoint(at.x, at.y)
  return [found, ...(found.labels ?? [])].some((one) => one.contains(top)) || top?.contains(target) || top?.closest('label')?.control === found ? at : null
})()`

/** Waits until an expression of the page is true. */
export async function until(tab: Pick<Tab, 'run'>, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE
  for (;;) {
    // While the page is being replaced, there is none to run it in.
    const value = await tab.run(expression).catch(() => null)
    if (value) return
    if (Date.now() > end) {
      throw new Error(
        `Waited for ${expression}\nat ${await tab.run<string>('location.href')}:\n${await tab.run<string>('document.body.innerText')}`
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Waits until the tab shows this. */
export const sees = (tab: Tab, wanted: Wanted) => until(tab, find(wanted))

/** An expression: the document and all of its parts have loaded. */
export const LOADED = `performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0`

/** Waits until the tab's address has this path, and its document has loaded. */
export const arrives = (tab: Tab, path: RegExp) => until(tab, `${path}.test(location.pathname) && ${LOADED}`)

/** Presses something with the pointer, as soon as it stands still. */
export async function press(tab: Tab, wanted: Wanted): Promise<void> {
  await sees(tab, wanted)
  let at = await tab.run<{ x: number; y: number } | null>(find(wanted))
  for (let before = ''; at === null || before !== JSON.stringify(at);) {
    before = JSON.stringify(at)
    await new Promise((resolve) => setTimeout(resolve, 50))
    at = await tab.run<{ x: number; y: number } | null>(find(wanted))
  }
  const move = { type: 'pointerMove', duration: 0, origin: 'viewport', ...at }
  const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
  await tab.perform([{ type: 'pointer', id: 'mouse', actions }])
}

/** Types on the keyboard, into whatever has the focus. */
export async function type(tab: Tab, text: string): Promise<void> {
  const actions = Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value }
  ])
  await tab.perform([{ type: 'key', id: 'keyboard', actions }])
}

/** Presses a field and types into it. */
export async function fill(tab: Tab, wanted: Wanted, text: string): Promise<void> {
  await press(tab, wanted)
  await type(tab, text)
}
