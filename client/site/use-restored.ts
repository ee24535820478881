import { useEffect, useEffectEvent } from 'react'

/** Calls back when the browser's back button has brought this page back as it was left for another document. */
export function useRestored(restored: () => void): void {
  const tell = useEffectEvent(restored)
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && tell()
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
}
