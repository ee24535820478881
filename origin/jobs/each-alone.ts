import type { Deps } from '../deps.ts'

/** So many failures in one run are no single rows any more: whatever the work needs is away. */
const ENOUGH = 10

/**
 * Does work for each of what is due, one after the other; returns for how many it was done. What fails is logged and left for
 * the next run and keeps no other waiting; after ten failures the rest is left too.
 */
export async function eachAlone<T>({ log }: Pick<Deps, 'log'>, due: readonly T[], work: (one: T) => Promise<boolean>): Promise<number> {
  let [count, failures] = [0, 0]
  for (const one of due) {
    try {
      if (await work(one)) count += 1
    } catch (error) {
      log.warn({ one, message: (error as Error).message }, 'one of a sweep is left for the next time')
      failures += 1
      if (failures === ENOUGH) break
    }
  }
  return count
}
