import { layoutOf } from '../../shared/routes/match.ts'
import { escapeHtml } from '../../shared/text/escape-html.ts'

/**
 * Shown while the origin is answering: the brand's bar and a skeleton of the page. It comes before `#app` and is hidden by CSS as soon as that has
 * content (client/styles/boot.css); it is hidden from screen readers.
 */
export function bootSkeleton(layout: string, brand: string): string {
  const shape = layoutOf(layout) === 'chat' ? BUBBLES : CARDS
  return `<div class="boot" aria-hidden="true"><div class="boot-bar">${escapeHtml(brand)}</div>${shape}</div>`
}

const blocks = (name: string, count: number) => `<div class="${name}">${'<i></i>'.repeat(count)}</div>`

const CARDS = blocks('boot-cards', 10)
const BUBBLES = blocks('boot-bubbles', 6)
