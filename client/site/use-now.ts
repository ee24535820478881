import { useSyncExternalStore } from 'react'
import { pageAge } from './page-age.ts'
import { useSite } from './site.tsx'

const MINUTE = 60_000

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE / 2)
  return () => clearInterval(timer)
}

/** Business time in ms since 1970, to the minute: the server's clock, continued by the browser's since the page arrived. */
export function useNow(): number {
  const rendered = Date.parse(useSite().now)
  return useSyncExternalStore(
    subscribe,
    () => Math.floor((rendered + pageAge()) / MINUTE) * MINUTE,
    () => rendered
  )
}

/** Reads business time on demand. */
export function useClock(): () => Date {
  const rendered = Date.parse(useSite().now)
  return () => new Date(rendered + pageAge())
}
