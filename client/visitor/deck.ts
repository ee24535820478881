import { dragCard } from '../swipe/drag-card.ts'
import { isShortcut } from '../ui/is-shortcut.ts'

const KEYS: Record<string, string> = { ArrowLeft: 'pass', ArrowRight: 'like' }

/** The drawn deck of a lander: its cards can also be dragged and answered with arrow keys, and the focus moves to the next one. */
export function startDeckOf(deck: HTMLElement): void {
  deck.dataset['deck'] = 'live'
  const focusNext = () =>
    deck.querySelector<HTMLElement>('[data-card]:not(:has(:checked)) input, section a')!.focus({ preventScroll: true })
  // The cards are undecided again after this event.
  deck.addEventListener('reset', () => setTimeout(focusNext))
  for (const card of deck.querySelectorAll<HTMLElement>('[data-card]')) {
    const choose = (choice: string) => card.querySelector<HTMLInputElement>(`[value="${choice}"]`)!.click()
    dragCard(card, choose)
    card.addEventListener('keydown', (event) => {
      const choice = KEYS[event.key]
      if (!choice || isShortcut(event)) return
      event.preventDefault()
      choose(choice)
    })
    card.addEventListener('change', focusNext)
  }
}
