import { performance } from 'node:perf_hooks'

/** How long a page waits for its answers, in ms: too short for a reader to notice. */
const SOON = 100

/** A process that was working for this share of the time counts as busy. */
const BUSY = 0.8

/**
 * The result of work in this process if it is there soon, otherwise null. While the process is busy it keeps waiting: sending a page's head ahead would
 * delay every page, this one included.
 */
export function soon<T>(work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    let before = performance.eventLoopUtilization()
    const look = () => {
      const now = performance.eventLoopUtilization()
      if (performance.eventLoopUtilization(now, before).utilization < BUSY) return resolve(null)
      before = now
      timer = setTimeout(look, SOON)
    }
    let timer = setTimeout(look, SOON)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
