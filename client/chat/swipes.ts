import type { OnMessageLine } from './message-acts.ts'

/** How far a finger moves before letting go acts, and how far the line follows it. In px. */
const FAR = 56

/** Calls `far` with a line of a list that was swiped far enough by touch. The line follows the finger and returns; scrolling isn't affected. */
export function listenToSwipes(list: HTMLElement, far: OnMessageLine, signal: AbortSignal): void {
  let start: { line: HTMLElement; x: number; y: number } | null = null
  let moved = 0
  const end = () => {
    if (start) start.line.style.translate = ''
    start = null
  }
  const listen = { signal, passive: true }
  list.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      end()
      const touch = touches[0]
      const line = (target as Element).closest<HTMLElement>('[data-position]')
      start = line && touches.length === 1 && touch ? { line, x: touch.clientX, y: touch.clientY } : null
      moved = 0
    },
    listen
  )
  list.addEventListener(
    'touchmove',
    ({ touches }) => {
      const touch = touches[0]
      if (!start || !touch) return
      const across = touch.clientX - start.x
      if (moved === 0 && Math.abs(touch.clientY - start.y) > Math.abs(across)) {
        start = null
        return
      }
      moved = Math.min(FAR, Math.max(0, across))
      start.line.style.translate = `${moved}px`
    },
    listen
  )
  list.addEventListener(
    'touchend',
    () => {
      if (start && moved >= FAR) far(start.line)
      end()
    },
    listen
  )
  list.addEventListener('touchcancel', end, listen)
}
