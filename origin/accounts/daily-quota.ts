import { sql } from 'kysely'
import { hmac } from '../../shared/auth/bytes.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/handler.ts'

const DAY = 24 * 3600 * 1000

/**
 * Uses up one of `most` per day (24 hours from the first); false when none is left. `of` is stored as an HMAC, so that the table reveals neither
 * addresses nor what people type.
 */
export async function takeOfDay(
  { db, deps, now }: Pick<Context<'login'>, 'db' | 'deps' | 'now'>,
  of: string,
  most: number
): Promise<boolean> {
  const key = await hmac(deps.secrets.app, `quota\n${of}`)
  const yesterday = new Date(now.getTime() - DAY)
  const { rows } = await sql`
    insert into daily_quotas as known (key, used, first_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      used = case when known.first_at <= ${yesterday} then 1 else known.used + 1 end,
      first_at = case when known.first_at <= ${yesterday} then ${now} else known.first_at end
    where known.first_at <= ${yesterday} or known.used < ${most}
    returning used`.execute(db)
  return rows.length > 0
}

/** Deletes the counts of past days; returns how many. */
export async function purgeExpiredQuotas(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const yesterday = new Date(deps.now().getTime() - DAY)
  return await deleteInBatches(deps.db, 'daily_quotas', sql`first_at <= ${yesterday}`)
}
