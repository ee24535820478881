import { type TouchEvent, useRef } from 'react'

/** How far a finger moves before letting go acts, and how far the bubble follows it. In px. */
const FAR = 56

/** A swipe along the line with a finger: the element follows it and goes back; `act` is called if it went far enough. Scrolling stays scrolling. */
export function useSwipe(act: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const moved = useRef(0)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0]
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null
      moved.current = 0
    },
    onTouchMove({ touches, currentTarget }: TouchEvent<HTMLElement>) {
      const touch = touches[0]
      if (!start.current || !touch) return
      const across = touch.clientX - start.current.x
      if (moved.current === 0 && Math.abs(touch.clientY - start.current.y) > Math.abs(across)) {
        start.current = null
        return
      }
      moved.current = Math.min(FAR, Math.max(0, across))
      currentTarget.style.translate = `${moved.current}px`
    },
    onTouchEnd({ currentTarget }: TouchEvent<HTMLElement>) {
      currentTarget.style.translate = ''
      if (start.current && moved.current >= FAR) act()
      start.current = null
    },
    onTouchCancel({ currentTarget }: TouchEvent<HTMLElement>) {
      currentTarget.style.translate = ''
      start.current = null
    }
  }
}
