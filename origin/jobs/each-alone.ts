import type { Deps } from '../deps.ts'

/** This many failures in one run aren't about single rows any more: something the work depends on is unavailable. */
const ENOUGH = 10

/**
 * Runs `work` for each due item, one after the other; returns how many were done. A failure is logged and left for the next run without holding up
 * the others; after ten failures the rest is left too. The order is random: otherwise the same ten could stop every
 * run before it reaches the others.
 */
export async function eachAlone<T>({ log }: Pick<Deps, 'log'>, due: readonly T[], work: (one: T) => Promise<boolean>): Promise<number> {
  let [count, failures] = [0, 0]
  for (const one of shuffled(due)) {
    try {
      if (await work(one)) count += 1
    } catch (error) {
      log.warn({ one, message: (error as Error).message }, 'an item of a sweep failed and is left for the next run')
      failures += 1
      if (failures === ENOUGH) break
    }
  }
  return count
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
