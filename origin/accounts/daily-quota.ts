import { sql } from 'kysely'
import { hmac } from '../../shared/auth/bytes.ts'
import { dayBegins, dayIn } from '../../shared/rules/day.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/handler.ts'

type Quota = Pick<Context<'login'>, 'db' | 'deps' | 'now' | 'tenant'>

const HOUR = 3600_000

/** When today began on a site: a caller who is told to try again tomorrow can. */
export function todayBegan({ tenant: { settings }, now }: Pick<Quota, 'tenant' | 'now'>): Date {
  return dayBegins(settings.time_zone, dayIn(settings.time_zone, now))
}

const hoursAgo = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR)

const keyOf = async ({ secrets }: Pick<Deps, 'secrets'>, of: string) => await hmac(secrets.app, `quota\n${of}`)

/**
 * Uses up one of `most` per calendar day; false when none is left. `of` is stored as an HMAC, so that the table reveals neither addresses nor what
 * people type.
 */
export async function takeOfDay(quota: Quota, of: string, most: number): Promise<boolean> {
  return await take(quota, of, most, todayBegan(quota))
}

/** The same per 24 hours from the first, for what callers aren't told: they can't use up two days' at midnight. */
export async function takeOf24Hours(quota: Omit<Quota, 'tenant'>, of: string, most: number): Promise<boolean> {
  return await take(quota, of, most, hoursAgo(quota.now, 24))
}

async function take({ db, deps, now }: Omit<Quota, 'tenant'>, of: string, most: number, since: Date): Promise<boolean> {
  const key = await keyOf(deps, of)
  const { rows } = await sql`
    insert into daily_quotas as known (key, used, first_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      used = case when known.first_at <= ${since} then 1 else known.used + 1 end,
      first_at = case when known.first_at <= ${since} then ${now} else known.first_at end
    where known.first_at <= ${since} or known.used < ${most}
    returning used`.execute(db)
  return rows.length > 0
}

/** Whether one is left of the calendar day; uses up none. */
export async function isLeftOfDay(quota: Quota, of: string, most: number): Promise<boolean> {
  const key = await keyOf(quota.deps, of)
  const { rows } = await sql`
    select from daily_quotas where key = ${key} and used >= ${most} and first_at > ${todayBegan(quota)}`.execute(quota.db)
  return rows.length === 0
}

/** Deletes the counts of past days, of which the longest has 25 hours; returns how many. */
export async function purgeExpiredQuotas(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(deps.db, 'daily_quotas', sql`first_at <= ${hoursAgo(deps.now(), 25)}`)
}
