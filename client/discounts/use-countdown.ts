import { useSyncExternalStore } from 'react'
import { pageAge } from '../site/page-age.ts'
import { useSite } from '../site/site.tsx'

/** More often than once a second, so that no second is skipped; the page renders only when it changes. */
const TICK = 250

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, TICK)
  return () => clearInterval(timer)
}

/** Whole seconds until an instant, by the server's clock, continued by the browser's since the page arrived; 0 once it has passed. */
export function useCountdown(until: string): number {
  const rendered = Date.parse(useSite().now)
  const left = (now: number) => Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
  return useSyncExternalStore(
    subscribe,
    () => left(rendered + pageAge()),
    () => left(rendered)
  )
}

/** Seconds as `03:59:59`. */
export function clockOf(seconds: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
}
