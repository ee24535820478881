import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './message-list.module.css'

interface HistoryBlockProps {
  scroller: RefObject<HTMLDivElement | null>
  /** Keeps it mounted, however far away it is. */
  wanted: boolean
  render: () => ReactNode
}

/** Part of a long history: its messages are mounted while they are near the visible part or contain the focus; otherwise it keeps their height. */
export function HistoryBlock({ scroller, wanted, render }: HistoryBlockProps) {
  const list = useRef<HTMLOListElement>(null)
  const height = useRef(0)
  // Mounted at first, to be measured.
  const [near, setNear] = useState(true)
  const mounted = near || wanted

  useEffect(() => {
    const element = list.current!
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting, boundingClientRect } = entries.at(-1)!
        height.current = boundingClientRect.height
        setNear(isIntersecting || element.contains(document.activeElement))
      },
      { root: scroller.current, rootMargin: '1500px 0px' }
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  useLayoutEffect(() => {
    const element = list.current!
    element.style.blockSize = mounted ? '' : `${height.current}px`
    const [own, seen] = [element, scroller.current!].map((one) => one.getBoundingClientRect())
    // Its height changed while it was unmounted, and it is below the visible part.
    if (mounted && height.current > 0 && own!.top >= seen!.bottom)
      scroller.current!.scrollBy({ top: height.current - own!.height, behavior: 'instant' })
  }, [mounted, scroller])

  return (
    <ol ref={list} className={styles.list}>
      {mounted && render()}
    </ol>
  )
}
