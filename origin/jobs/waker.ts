import type { Deps } from '../deps.ts'

type Waking = Pick<Deps, 'db' | 'log' | 'delivers'>

/** The work running on a database, and what comes after it. */
interface Line {
  last: Promise<void>
  /** A run is waiting to begin: it will find everything added until then. */
  waits: boolean
}

/** Work on what is due, in the background. */
export interface Waker<D extends Waking> {
  /** Starts the work soon, after the current run, unless this process delivers nothing; what fails stays due and the job retries it. */
  wake: (deps: D) => void
  /** Resolves when everything that was woken has run. */
  idle: (deps: Pick<D, 'db'>) => Promise<void>
}

/**
 * Work that runs as soon as something is due: one run at a time in this process, and at most one waiting, however often it is woken while another
 * server hangs.
 * @param failed the log message for a failed run
 */
export function createWaker<D extends Waking>(work: (deps: D) => Promise<unknown>, failed: string): Waker<D> {
  const lines = new WeakMap<Deps['db'], Line>()

  return {
    wake(deps) {
      if (!deps.delivers) return
      const line = lines.get(deps.db) ?? { last: Promise.resolve(), waits: false }
      lines.set(deps.db, line)
      if (line.waits) return
      line.waits = true
      line.last = line.last.then(async () => {
        line.waits = false
        try {
          await work(deps)
        } catch (error) {
          deps.log.warn({ message: (error as Error).message }, failed)
        }
      })
    },
    idle: async ({ db }) => await lines.get(db)?.last
  }
}
