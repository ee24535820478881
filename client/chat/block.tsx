import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './message-list.module.css'

interface BlockProps {
  scroller: RefObject<HTMLDivElement | null>
  /** It is mounted wherever it is. */
  wanted: boolean
  render: () => ReactNode
}

/** A part of a long history: its messages are mounted while they are near what is seen or have the focus; otherwise it is as high as they were. */
export function Block({ scroller, wanted, render }: BlockProps) {
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
    // Narrower or wider by now, and below what is being read.
    if (mounted && height.current > 0 && own!.top >= seen!.bottom)
      scroller.current!.scrollBy({ top: height.current - own!.height, behavior: 'instant' })
  }, [mounted, scroller])

  return (
    <ol ref={list} className={styles.list}>
      {mounted && render()}
    </ol>
  )
}
