import { HEARTBEAT } from '../../shared/rules/presence.ts'
import { attempt } from '../api/call.ts'
import { isInFront } from '../state/in-front.ts'

/** Tells the server every minute that the member is here, as long as the page is in the foreground. Returns a function that stops it. */
export function startHeartbeat(): () => void {
  const timer = setInterval(() => {
    // Nothing waits for it; the next one is a minute away.
    if (isInFront()) attempt('stayPresent', { body: {} }).catch(() => {})
  }, HEARTBEAT)
  return () => clearInterval(timer)
}
