import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useT } from '../../site/site.tsx'
import { IconButton } from '../../ui/button.tsx'
import { isShortcut } from '../../ui/is-shortcut.ts'
import { cx } from '../../ui/props.ts'
import styles from './reel.module.css'

/**
 * A row of photos, each as wide as what contains it: swiped, or turned by buttons and keys. `place` is the number of the one in sight.
 * @param first number of the photo shown first
 */
export function useReel(first = 0) {
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(first)

  useEffect(() => {
    const element = ref.current
    if (first > 0) element?.scrollTo({ left: first * element.clientWidth, behavior: 'instant' })
  }, [first])

  function turnTo(next: number): Element | undefined {
    const element = ref.current
    if (!element) return undefined
    const to = Math.max(0, Math.min(next, element.children.length - 1))
    element.scrollTo({ left: to * element.clientWidth })
    return element.children[to]
  }

  function handleKeyDown(event: KeyboardEvent) {
    const last = (ref.current?.children.length ?? 1) - 1
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key]
    if (next === undefined || isShortcut(event)) return
    event.preventDefault()
    const slide = turnTo(next)
    // The focus stays on the photo in sight, however long scrolling takes.
    if (ref.current?.contains(document.activeElement) && slide instanceof HTMLElement) slide.focus({ preventScroll: true })
  }

  function handleScroll({ currentTarget }: SyntheticEvent<HTMLDivElement>) {
    setPlace(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
  }

  return { place, turnTo, handleKeyDown, reel: { ref, className: styles.reel, onScroll: handleScroll } }
}

/** The buttons to the photos beside the one in sight. */
export function TurnButtons({
  place,
  count,
  onTurn,
  className
}: {
  place: number
  count: number
  onTurn: (next: number) => void
  className?: string | undefined
}) {
  const t = useT()
  return (
    <>
      <IconButton
        className={cx(styles.previous, className)}
        variant="overlay"
        icon="chevron-left"
        label={t('profile.previous_photo')}
        disabled={place === 0}
        onClick={() => onTurn(place - 1)}
      />
      <IconButton
        className={cx(styles.next, className)}
        variant="overlay"
        icon="chevron-right"
        label={t('profile.next_photo')}
        disabled={place === count - 1}
        onClick={() => onTurn(place + 1)}
      />
    </>
  )
}
