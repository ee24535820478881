import { href } from '../../shared/routes/match.ts'
import type { Location } from './location.ts'

/** Name of the portrait's own layer while it moves; base.css says how. */
const LAYER = 'portrait'

const PROFILE = 'members-id'

/**
 * Shows another page by `show`, which resolves when the page is rendered. Between a profile and a page with its picture, the picture moves to where
 * it is on the other page, and the rest changes at once; so it does on the way back. Nothing moves if the picture isn't in sight on both pages, if
 * the reader wants no motion, or in browsers without view transitions.
 */
export function showWithPortrait(from: Location, to: Location, show: () => Promise<void>): void {
  const source = portraitBetween(from, to)
  if (!source || !('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return void show()
  source.style.viewTransitionName = LAYER
  let target: HTMLElement | null = null
  const transition = document.startViewTransition(async () => {
    await show()
    source.style.viewTransitionName = ''
    target = portraitBetween(to, from)
    if (target) target.style.viewTransitionName = LAYER
    // Without a destination the picture would only fade, so it isn't moved.
    else transition.skipTransition()
  })
  // A transition that is skipped, perhaps by the next navigation, rejects `ready`.
  transition.ready.catch(() => {})
  void transition.finished.finally(() => {
    for (const element of [source, target]) if (element) element.style.viewTransitionName = ''
  })
}

/** On the page at `here`: the portrait of a profile, or the picture of a card that leads to the profile that is `there`; null if it is not in sight. */
function portraitBetween(here: Location, there: Location): HTMLElement | null {
  const [mine, other] = [here, there].map(({ match }) => (match?.route.key === PROFILE ? match.params.id! : null))
  if ((mine === null) === (other === null)) return null
  // The whole card is the link, or it is a link on the card.
  const link = `a[href="${href(PROFILE, { id: other ?? '' })}"]`
  const picture = mine === null ? `:is(${link}, article:has(${link})) img` : '[data-portrait]'
  return [...document.querySelectorAll<HTMLElement>(`main ${picture}`)].find(isInSight) ?? null
}

function isInSight(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < innerHeight
}
