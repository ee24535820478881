/**
 * Keeps the focus in the page when what had it disappears: a row that is deleted, a button that has done its work, a page that turns into another.
 * Browsers give it to the body then, and a screen reader starts from the top, in silence. A part of the page that moves it by itself comes first.
 */

interface Spot {
  /** What had the focus. */
  element: Element
  /** The same, or what is nearest to its place since it is gone. */
  near: Element
  /** It was taken out of the page and put back elsewhere, which also takes the focus. */
  moved: boolean
  layer: Element | null
}

const FOCUSABLE = 'a[href], button, summary, input, textarea, select, [tabindex]'
/** What lies over the page, and has a focus of its own. */
const LAYER = 'dialog, [popover]'
/** Until then effects have run, and a dialog that closes has given the focus back. In ms. */
const SETTLED = 100

/** The last focus in each layer, the newest last. */
let trail: Spot[] = []

/**
 * Starts it for the whole document; returns how to stop.
 * @param focused what had the focus last, and may be gone already
 */
export function keepFocus(focused = document.activeElement): () => void {
  const stop = new AbortController()
  const listen = (type: string, listener: (event: Event) => void) =>
    document.addEventListener(type, listener, { capture: true, signal: stop.signal })
  let timer = 0
  const check = () => {
    clearTimeout(timer)
    timer = window.setTimeout(restore, SETTLED)
  }
  listen('focusin', ({ target }) => note(target as Element))
  // A press on nothing takes the focus away on purpose.
  listen('pointerdown', ({ target }) => {
    if (!(target as Element).closest(FOCUSABLE)) trail = []
  })
  listen('focusout', check)
  listen('close', check)
  const observer = new MutationObserver((records) => {
    for (const spot of trail) {
      const left = leftOf(spot.near, records)
      if (left && spot.near.isConnected) spot.moved ||= spot.near === spot.element
      else if (left) spot.near = left
    }
    check()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  if (focused) note(focused)
  check()
  return () => {
    stop.abort()
    observer.disconnect()
    clearTimeout(timer)
    trail = []
  }
}

function note(element: Element): void {
  if (element === document.body) return
  const layer = element.closest(LAYER)
  const below = layer ? trail.filter((spot) => spot.layer !== layer) : []
  trail = [...below, { element, near: element, moved: false, layer }]
}

/** What is beside a removed element in the same list, otherwise what it was in; null if it wasn't removed. */
function leftOf(removed: Element, records: readonly MutationRecord[]): Element | null {
  for (let gone: Node = removed; ;) {
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
    if (!record) return null
    const { target, nextSibling, previousSibling } = record
    const sibling = [nextSibling, previousSibling].find((one) => one instanceof HTMLLIElement && one.isConnected)
    if (sibling) return sibling as Element
    if (target.isConnected) return target as Element
    gone = target
  }
}

function restore(): void {
  const last = trail.at(-1)
  const page = document.getElementById('content')
  // Nothing is lost if the reader has gone on beyond the end of the page, say.
  if (document.activeElement !== document.body || !page || !last || isThere(last)) return
  // From what lay over the page and is closed, the focus goes back to where it was before.
  const spot = trail.findLast(({ layer }) => !layer || layer.matches('[open], :popover-open'))
  if (!spot) focus(headingAt(document.body, page))
  else if (spot.moved || isThere(spot)) focus(spot.element)
  else focus(sameIn(spot.near, spot.element) ?? headingAt(spot.near, page))
}

/** Is it still where it was, visible and enabled? */
function isThere({ element, moved }: Spot): boolean {
  return !moved && element.checkVisibility() && !element.matches(':disabled')
}

function focus(element: Element): void {
  if (!element.matches(FOCUSABLE)) element.setAttribute('tabindex', '-1')
  ;(element as HTMLElement).focus({ preventScroll: true })
}

/** The same control in what is left of a list's item, or in the one that took its place, or in one beside it. */
function sameIn(place: Element, { localName }: Element): Element | null {
  const item = place.closest('li')
  if (!item) return null
  const items = [item, item.previousElementSibling, item.nextElementSibling]
  return items.map((one) => one?.querySelector(localName)).find((one) => one?.checkVisibility()) ?? null
}

/** The heading of what is around a place of the page or of a dialog, or the box there that keys scroll, or the heading of the page. */
function headingAt(place: Element, page: Element): Element {
  let around: Element | null = place.closest('main, dialog') ? place : page
  for (; around?.closest('main, dialog'); around = around.parentElement) {
    const headings = [...around.querySelectorAll('h1, h2, h3, [role="region"]')]
    const heading = headings.find((one) => one.checkVisibility() && !one.matches('.visually-hidden'))
    if (heading) return heading
  }
  return page
}
