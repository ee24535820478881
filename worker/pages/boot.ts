import { layoutOf } from '../../shared/routes/match.ts'
import { escapeHtml } from './escape.ts'

/**
 * What stands on the screen while the origin is being asked: the brand's bar and the shape of the page. It lies before `#app` and
 * leaves by CSS as soon as that holds something (client/styles/boot.css); readers of screens never meet it.
 */
export function bootSkeleton(layout: string, brand: string): string {
  const shape = layoutOf(layout) === 'chat' ? BUBBLES : CARDS
  return `<div class="boot" aria-hidden="true"><div class="boot-bar">${escapeHtml(brand)}</div>${shape}</div>`
}

const blocks = (name: string, count: number) => `<div class="${name}">${'<i></i>'.repeat(count)}</div>`

const CARDS = blocks('boot-cards', 10)
const BUBBLES = blocks('boot-bubbles', 6)
