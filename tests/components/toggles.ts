const names = new WeakMap<Element, string>()
const found: string[] = []

const nameOf = (button: Element) => (button.getAttribute('aria-label') ?? button.textContent).trim()

document.addEventListener(
  'click',
  ({ target }) => {
    const button = (target as Element).closest('[aria-pressed]')
    if (button) names.set(button, nameOf(button))
  },
  true
)
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const button = target as Element
    const [before, now] = [names.get(button), nameOf(button)]
    if (before !== undefined && before !== now) found.push(`"${before}" is now "${now}", and pressed as well`)
  }
}).observe(document, { attributes: true, attributeFilter: ['aria-pressed'], subtree: true })

/** Since the last call: buttons that say by another name, and by their state as well, that they were pressed: "Unlike, pressed" sounds like a no. */
export function doublyPressed(): string[] {
  return found.splice(0)
}
