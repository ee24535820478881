import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { keyedBands, sameBands } from './keyed-bands.ts'

type Keyed = Pick<Deps, 'secrets'>

/** A picture by its looks, in the pool that it is shown in. */
interface Looks {
  pool: string
  dhash: string
}

/** Was this picture, or one that looks the same, refused in the pool? */
export async function wasRefused(deps: Keyed, db: Db, { pool, dhash }: Looks): Promise<boolean> {
  const same = sameBands(keyedBands(deps, 'refused', pool, dhash))
  const row = await db.selectFrom('refused_pictures').select('pool').where('pool', '=', pool).where(same).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Marks a picture as refused. */
export async function markRefused(deps: Keyed, db: Db, { pool, dhash }: Looks, now: Date): Promise<void> {
  await db
    .insertInto('refused_pictures')
    .values({ pool, bands: keyedBands(deps, 'refused', pool, dhash), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The picture may be shown again. */
export async function forgetRefused(deps: Keyed, db: Db, { pool, dhash }: Looks): Promise<void> {
  const bands = keyedBands(deps, 'refused', pool, dhash)
  await db
    .deleteFrom('refused_pictures')
    .where('pool', '=', pool)
    .where('bands', '=', sql<string[]>`${bands}::text[]`)
    .execute()
}
