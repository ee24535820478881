import { HEARTBEAT } from '../../shared/rules/presence.ts'
import { attempt } from '../api/call.ts'

/** Tells the server every minute that the member is here, as long as the page is visible and in the foreground. Returns a function that stops it. */
export function startHeartbeat(): () => void {
  const timer = setInterval(() => {
    // Nothing waits for it; the next one is a minute away.
    if (document.visibilityState === 'visible' && document.hasFocus()) attempt('stayPresent', { body: {} }).catch(() => {})
  }, HEARTBEAT)
  return () => clearInterval(timer)
}
