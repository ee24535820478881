/** Odd, so that no number comes twice; large, so that no one reads the number of requests off two ids. */
const STEP = 0x9e3779b1

let start = ''
let last = 0

/**
 * Id of a request, of the form of a UUID: a random start of this process, then a number of its own among 2³². A random id for each would cost as
 * much as all else that is done for a cached page. It says which log lines belong together and opens nothing.
 */
export function newRequestId(): string {
  // Not when the module loads: Workers have no random numbers there.
  start ||= crypto.randomUUID().slice(0, -8)
  last = (last + STEP) >>> 0
  return start + last.toString(16).padStart(8, '0')
}
