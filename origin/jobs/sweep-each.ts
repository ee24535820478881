import type { Deps } from '../deps.ts'

/** Work that is due by business time, by name; each returns how many items it handled. */
export type Sweeps = Record<string, (deps: Deps) => Promise<number>>

/** Runs sweeps one after the other; one that fails is logged and left for the next time, and the others run. Returns how many items were handled. */
export async function sweepEach(deps: Deps, sweeps: Sweeps): Promise<number> {
  let handled = 0
  for (const [sweep, run] of Object.entries(sweeps)) {
    try {
      const count = await run(deps)
      if (count > 0) deps.log.debug({ sweep, count }, 'swept')
      handled += count
    } catch (error) {
      deps.log.warn({ sweep, message: (error as Error).message }, 'a sweep failed')
    }
  }
  return handled
}
