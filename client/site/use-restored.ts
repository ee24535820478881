import { useEffect, useEffectEvent } from 'react'

/** Calls back when the browser restores this page from its back/forward cache. */
export function useRestored(restored: () => void): void {
  const tell = useEffectEvent(restored)
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && tell()
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
}
