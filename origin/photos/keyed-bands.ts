import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'

/** The number of parts into which the hash of a picture is cut; two hashes that differ in few bits have most parts in common. */
const BANDS = 16
/** How many parts may differ for a picture to count as the same, scaled or re-encoded: with up to five different bits it always does. */
const CHANGED = 5

/** What is kept of a picture in a pool: the database alone doesn't tell what it looks like, nor that a refused one is that of a banned member. */
export function keyedBands({ secrets }: Pick<Deps, 'secrets'>, kept: 'refused' | 'banned', pool: string, dhash: string): string[] {
  const size = dhash.length / BANDS
  return Array.from({ length: BANDS }, (_, index) =>
    createHmac('sha256', secrets.app)
      .update(`${kept} picture\n${pool}\n${index}\n${dhash.slice(index * size, (index + 1) * size)}`)
      .digest('base64url')
      .slice(0, 11)
  )
}

/** SQL condition on a row with `bands`: it is the same picture. */
export const sameBands = (bands: readonly string[]): RawBuilder<boolean> => sql<boolean>`(
  select count(*) from unnest(bands, ${[...bands]}::text[]) as band (kept, shown) where kept = shown
) >= ${BANDS - CHANGED}`
