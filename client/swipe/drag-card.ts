import { chooseByDrag, type Choice } from './choose-by-drag.ts'

/** A pointer that has moved less than this, in px, is a tap. */
const SLOP = 8
/** Speed is measured over the last part of a movement, in ms. */
const RECENT = 100

/**
 * Lets a card be dragged sideways by finger, pen or mouse; it turns a little, and `--lean` (-1 to 1) says how close it is to a choice. Letting go
 * beyond the threshold, or with speed, is a choice. Otherwise, or if the choice is refused, the card springs back. A vertical movement scrolls the
 * page. The stylesheet does the animation. Returns a function that undoes this.
 */
export function dragCard(card: HTMLElement, choose: (choice: Choice) => void): () => void {
  let start: { id: number; x: number; y: number } | null = null
  let dragging = false
  let moves: { x: number; at: number }[] = []

  function down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return
    start = { id: event.pointerId, x: event.clientX, y: event.clientY }
    moves = []
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== start?.id) return
    const [x, y] = [event.clientX - start.x, event.clientY - start.y]
    if (!dragging) {
      if (Math.abs(x) < SLOP || Math.abs(x) < Math.abs(y)) return
      dragging = true
      card.setPointerCapture(event.pointerId)
      card.dataset['dragged'] = ''
    }
    moves = [...moves.filter(({ at }) => event.timeStamp - at < RECENT), { x, at: event.timeStamp }]
    const lean = Math.max(-1, Math.min(1, x / (card.offsetWidth / 3)))
    card.style.transform = `translate(${x}px, ${y / 4}px) rotate(${lean * 8}deg)`
    card.style.setProperty('--lean', String(lean))
  }

  function end(event: PointerEvent): void {
    if (event.pointerId !== start?.id) return
    start = null
    if (!dragging) return
    dragging = false
    const choice = event.type === 'pointerup' ? chooseByDrag(moves, event.timeStamp, card.offsetWidth) : null
    delete card.dataset['dragged']
    if (choice !== null) choose(choice)
    // The next state of the card, or its place, is reached from where it is.
    card.style.transform = ''
    card.style.setProperty('--lean', '0')
    // The click that follows a drag opens nothing.
    card.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => card.removeEventListener('click', swallow, true))
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: end, pointercancel: end, dragstart: swallow } as const
  for (const [type, listener] of Object.entries(listeners)) card.addEventListener(type, listener as EventListener)
  return () => {
    for (const [type, listener] of Object.entries(listeners)) card.removeEventListener(type, listener as EventListener)
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
