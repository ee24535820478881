/**
 * Listens like a screen reader: words added to a live region or changed in it, except in a part of it that is `aria-live="off"`. A region that comes
 * together with its words is not announced, unless it is an alert.
 */
export function listen(): { announced: string[] } {
  const announced: string[] = []
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes])
    for (const { target, addedNodes } of records) {
      // What was added as a whole is read once.
      if (added.some((node) => node.contains(target))) continue
      const changed = target instanceof Text ? [target] : [...addedNodes]
      const words = (isLive(target) ? changed : changed.flatMap(alertsIn)).map(wordsOf).join(' ').trim()
      if (words) announced.push(words.replaceAll(/\s+/g, ' '))
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
  return { announced }
}

const REGION = '[aria-live], [role="log"], [role="status"], [role="alert"]'

function isLive(node: Node): boolean {
  const region = (node instanceof Element ? node : node.parentElement)?.closest(REGION)
  return region ? region.getAttribute('aria-live') !== 'off' : false
}

function alertsIn(node: Node): Element[] {
  if (!(node instanceof Element)) return []
  return node.matches('[role="alert"]') ? [node] : [...node.querySelectorAll('[role="alert"]')]
}

function wordsOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.matches('[aria-hidden="true"], [aria-live="off"]')) return ''
  return node.getAttribute('aria-label') ?? [...node.childNodes].map(wordsOf).join(' ')
}
