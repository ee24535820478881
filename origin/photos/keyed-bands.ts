import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'

/** The number of parts into which the hash of a picture is cut; two hashes that differ in few bits have most parts in common. */
const BANDS = 16
/** How many parts may differ for a picture to count as the same, scaled or re-encoded. */
const CHANGED = 5
/** How many equal parts must tell something: all of a plain picture are alike, and so are most of any picture with a smooth background. */
const TELLING = 5

/** A picture by its looks, in the pool that it is shown in. */
export interface Looks {
  pool: string
  dhash: string
}

type Keyed = Pick<Deps, 'secrets'>
type Kept = 'refused' | 'banned'

function cut(dhash: string): string[] {
  const size = dhash.length / BANDS
  return Array.from({ length: BANDS }, (_, index) => dhash.slice(index * size, (index + 1) * size))
}

/** What is kept of a picture in a pool: the database alone doesn't tell what it looks like, nor that a refused one is that of a banned member. */
export function keyedBands({ secrets }: Keyed, kept: Kept, { pool, dhash }: Looks): string[] {
  return cut(dhash).map((band, index) =>
    createHmac('sha256', secrets.app).update(`${kept} picture\n${pool}\n${index}\n${band}`).digest('base64url').slice(0, 11)
  )
}

/** SQL condition on a row with `bands`: it is the same picture. One that is plain is never recognised. */
export function sameBands(deps: Keyed, kept: Kept, looks: Looks): RawBuilder<boolean> {
  const telling = cut(looks.dhash).map((band) => new Set(band).size > 1)
  return sql<boolean>`(
    select count(*) >= ${BANDS - CHANGED} and count(*) filter (where telling) >= ${TELLING}
    from unnest(bands, ${keyedBands(deps, kept, looks)}::text[], ${telling}::boolean[]) as band (kept, shown, telling)
    where kept = shown
  )`
}
