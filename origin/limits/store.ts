import { sql, type Selectable } from 'kysely'
import { limitsAt, type LimitsState } from '../../shared/rules/spending-limits.ts'
import type { LimitsTables } from '../db/tables/limits.ts'
import type { Db } from '../http/handler.ts'

type Row = Selectable<LimitsTables['spending_limits']>

/** What a member has set for themselves. */
export interface OwnLimits extends LimitsState {
  pausedUntil: Date | null
}

/** The member's limits and pause at `now`, by row number; null if they never set any. */
export async function findLimits(db: Db, member: number, now: Date): Promise<OwnLimits | null> {
  const row = await db.selectFrom('spending_limits').selectAll().where('member_id', '=', member).executeTakeFirst()
  if (!row) return null
  return { ...limitsAt(stateOf(row), now), pausedUntil: row.paused_until && row.paused_until > now ? row.paused_until : null }
}

function stateOf(row: Row): LimitsState {
  return {
    limits: { currency: row.currency, day: row.day_limit, month: row.month_limit },
    next: row.next_at && { limits: { currency: row.next_currency!, day: row.next_day_limit, month: row.next_month_limit }, at: row.next_at }
  }
}

export async function storeLimits(db: Db, member: number, { limits, next, pausedUntil }: OwnLimits): Promise<void> {
  const columns = {
    currency: limits.currency,
    day_limit: limits.day,
    month_limit: limits.month,
    next_currency: next?.limits.currency ?? null,
    next_day_limit: next?.limits.day ?? null,
    next_month_limit: next?.limits.month ?? null,
    next_at: next?.at ?? null,
    paused_until: pausedUntil
  }
  await db
    .insertInto('spending_limits')
    .values({ member_id: member, ...columns })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
    .execute()
}

/** What a member has spent in a currency from each of two times on, less what went back. An order that may still be paid counts. */
export async function spentSince(db: Db, of: { member: number; currency: string }, since: { day: Date; month: Date }) {
  const { rows } = await sql<{ day: number; month: number }>`
    select coalesce(sum(remaining) filter (where created_at >= ${since.day}), 0)::bigint as day, coalesce(sum(remaining), 0)::bigint as month
    from orders
    where member_id = ${of.member} and currency = ${of.currency} and created_at >= ${since.month}
      and status in ('loading', 'pending', 'completed')`.execute(db)
  return rows[0]!
}
