import type { Origin } from '../origin/app.ts'
import type { OriginClient } from '../worker/deps.ts'
import { soon } from './soon.ts'

/** `fetch` requires this for a streamed body; others ignore it. */
const STREAMED = { duplex: 'half' }

/** The client of an origin in the same process. */
export function inProcess(origin: Pick<Origin, 'fetch' | 'batch'>): OriginClient {
  return {
    soon,
    fetch: (path, init) => origin.fetch(new Request(`http://origin.internal${path}`, { ...init, ...STREAMED })),
    batch: (target, { headers, signal }, listener) => origin.batch({ target, headers: new Headers(headers), signal }, listener)
  }
}
