import { sql } from 'kysely'
import { hmac } from '../../shared/auth/bytes.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/handler.ts'

type Quota = Pick<Context<'login'>, 'db' | 'deps' | 'now'>

const dayBefore = (now: Date) => new Date(now.getTime() - 24 * 3600 * 1000)

const keyOf = async ({ secrets }: Pick<Deps, 'secrets'>, of: string) => await hmac(secrets.app, `quota\n${of}`)

/**
 * Uses up one of `most` per day (24 hours from the first); false when none is left. `of` is stored as an HMAC, so that the table reveals neither
 * addresses nor what people type.
 */
export async function takeOfDay({ db, deps, now }: Quota, of: string, most: number): Promise<boolean> {
  const key = await keyOf(deps, of)
  const yesterday = dayBefore(now)
  const { rows } = await sql`
    insert into daily_quotas as known (key, used, first_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      used = case when known.first_at <= ${yesterday} then 1 else known.used + 1 end,
      first_at = case when known.first_at <= ${yesterday} then ${now} else known.first_at end
    where known.first_at <= ${yesterday} or known.used < ${most}
    returning used`.execute(db)
  return rows.length > 0
}

/** Whether one is left; uses up none. */
export async function isLeftOfDay({ db, deps, now }: Quota, of: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    select from daily_quotas where key = ${await keyOf(deps, of)} and used >= ${most} and first_at > ${dayBefore(now)}`.execute(db)
  return rows.length === 0
}

/** Deletes the counts of past days; returns how many. */
export async function purgeExpiredQuotas(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const yesterday = dayBefore(deps.now())
  return await deleteInBatches(deps.db, 'daily_quotas', sql`first_at <= ${yesterday}`)
}
