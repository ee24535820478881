import type { Origin } from '../origin/app.ts'
import type { OriginClient } from '../worker/deps.ts'
import { soon } from './soon.ts'

/** `fetch` requires this for a streamed body; others ignore it. */
const STREAMED = { duplex: 'half' }

/** The client of an origin in the same process. */
export function inProcess(origin: Pick<Origin, 'fetch' | 'batch'>): OriginClient {
  return {
    soon,
    fetch: (path, { signal, ...init }) =>
      untilAborted(origin.fetch(new Request(`http://origin.internal${path}`, { ...init, signal, ...STREAMED })), signal),
    batch: (target, { headers, signal }, listener) =>
      untilAborted(origin.batch({ target, headers: new Headers(headers), signal }, listener), signal)
  }
}

/** Within one process nothing else aborts a call that takes too long. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}
