import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { isShortcut } from '../../ui/is-shortcut.ts'

/** Where keys have a meaning of their own. */
const OTHERS = 'input, textarea, select, [contenteditable], dialog, details[open]'

/**
 * Keys of the game while its page is open. A letter only counts while the focus is in the game, whose element gets the returned ref: assistive
 * software that types letters must not play (WCAG 2.1.4).
 */
export function useSwipeKeys(keys: Record<string, () => void>): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    const target = event.target as Element
    if (!act || event.defaultPrevented || event.repeat || isShortcut(event) || event.shiftKey) return
    if (target.closest(OTHERS) || (event.key.length === 1 && !element.current?.contains(target))) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return element
}
