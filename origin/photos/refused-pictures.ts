import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { keyedBands, sameBands, type Looks } from './keyed-bands.ts'

type Keyed = Pick<Deps, 'secrets'>

/** Was this picture, or one that looks the same, refused in the pool? */
export async function wasRefused(deps: Keyed, db: Db, looks: Looks): Promise<boolean> {
  const row = await db
    .selectFrom('refused_pictures')
    .select('pool')
    .where('pool', '=', looks.pool)
    .where(sameBands(deps, 'refused', looks))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a picture as refused. */
export async function markRefused(deps: Keyed, db: Db, looks: Looks, now: Date): Promise<void> {
  await db
    .insertInto('refused_pictures')
    .values({ pool: looks.pool, bands: keyedBands(deps, 'refused', looks), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The picture may be shown again. */
export async function forgetRefused(deps: Keyed, db: Db, looks: Looks): Promise<void> {
  const bands = keyedBands(deps, 'refused', looks)
  await db
    .deleteFrom('refused_pictures')
    .where('pool', '=', looks.pool)
    .where('bands', '=', sql<string[]>`${bands}::text[]`)
    .execute()
}
