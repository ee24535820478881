/** What had the focus last; null after a press on nothing, which takes it away on purpose, and in a dialog before which nothing had it. */
let last: Element | null = null

document.addEventListener(
  'focusin',
  ({ target, relatedTarget }) => {
    const opensByItself = relatedTarget === null && (target as Element).closest('dialog, [popover]') !== null
    last = opensByItself ? null : (target as Element)
  },
  true
)
document.addEventListener(
  'pointerdown',
  ({ target }) => {
    if (!(target as Element).closest('a[href], button, summary, label, input, textarea, select, [tabindex]')) last = null
  },
  true
)

/** Before each page. */
export function noFocusYet(): void {
  last = null
}

/** What disappeared with the focus in it, if that is nowhere now: a screen reader would start from the top of the page, in silence. */
export async function lostFocus(): Promise<string | null> {
  for (const end = performance.now() + LONGEST; isLost(); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (performance.now() > end) return last!.outerHTML.slice(0, 200)
  return null
}

/** A page may take this long to move it, on a slow machine. In ms. */
const LONGEST = 2000

function isLost(): boolean {
  // A test may have taken the whole page away.
  const page = document.getElementById('content')
  return page !== null && last !== null && last !== page && document.activeElement === document.body && !last.checkVisibility()
}
