/** Odd, so that no number repeats; large, so that two ids don't reveal the number of requests. */
const STEP = 0x9e3779b1

let start = ''
let last = 0

/**
 * Id of a request in the form of a UUID: a random prefix per process, then a unique 32-bit number. A random id per request would cost as much as
 * everything else for a cached page. It only correlates log lines and grants no access.
 */
export function newRequestId(): string {
  // Not when the module loads: Workers have no random numbers there.
  start ||= crypto.randomUUID().slice(0, -8)
  last = (last + STEP) >>> 0
  return start + last.toString(16).padStart(8, '0')
}
