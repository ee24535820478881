import { useEffect } from 'react'

/**
 * Sets `--visible-height` to the height above an on-screen keyboard, which covers the page on most phones; without a keyboard the property is absent.
 * The chat layout uses it as its height.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const root = document.documentElement
    const fit = () => {
      const covered = root.clientHeight - viewport.height * viewport.scale > 1
      if (covered) root.style.setProperty('--visible-height', `${viewport.height}px`)
      else root.style.removeProperty('--visible-height')
      // Browsers scroll the page to make the field visible, although it already is.
      if (covered) window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', fit)
    return () => {
      viewport.removeEventListener('resize', fit)
      root.style.removeProperty('--visible-height')
    }
  }, [])
}
