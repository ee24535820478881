import { useEffect, useSyncExternalStore } from 'react'

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Is the page in sight? */
export function useVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => true
  )
}

/**
 * Keeps `--visible-height` at the height above an on-screen keyboard, which lies over the page on most phones; without one the
 * property is absent. The chat layout is as high as it says.
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
      // Browsers scroll the page to bring the field into sight; it already is.
      if (covered) window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', fit)
    return () => {
      viewport.removeEventListener('resize', fit)
      root.style.removeProperty('--visible-height')
    }
  }, [])
}
