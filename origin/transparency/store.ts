import { sql } from 'kysely'
import type { Handled } from '../../shared/api/transparency.ts'
import type { Db } from '../http/handler.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { isActive } from '../members/visible.ts'

/**
 * The share of fictional profiles among those of a site's pool that can be found there, rounded up to a thousandth, so that a few are not shown as
 * none; null if there are no profiles.
 */
export async function selectFictionalShare(site: Pick<ViewerScope, 'db' | 'deps' | 'tenant' | 'pool'>): Promise<number | null> {
  const { rows } = await sql<{ share: number | null }>`
    select (ceil(avg(fictional::int) * 1000) / 1000)::float8 as share
    from members where pool = ${site.pool} and ${isActive(site)}`.execute(site.db)
  return rows[0]!.share
}

/**
 * When a decision of each kind was made, when waiting for it ended (also without one), and which decisions are in favour of the writer.
 */
const DECISIONS = {
  reports: { at: 'decided_at', ended: sql`decided_at`, upheld: 'acted', refused: 'dismissed' },
  complaints: { at: 'answered_at', ended: sql`coalesce(answered_at, erased_at)`, upheld: 'upheld', refused: 'refused' }
} as const

/** How a brand has dealt with the reports or complaints received since then. */
export async function selectHandled(
  db: Db,
  table: keyof typeof DECISIONS,
  { tenant, since, now }: { tenant: string; since: Date; now: Date }
): Promise<Handled> {
  const { at, ended, upheld, refused } = DECISIONS[table]
  const decided = sql.ref(at)
  const { rows } = await sql<Handled>`
    select
      count(*)::int as received,
      (count(*) filter (where outcome = ${upheld}))::int as upheld,
      (count(*) filter (where outcome = ${refused}))::int as refused,
      (count(*) filter (where coalesce(${ended}, ${now}::timestamptz) > due_at))::int as late,
      round((percentile_cont(0.5) within group (order by extract(epoch from ${decided} - created_at)))::numeric / 3600, 1)::float8 as median_hours
    from ${sql.table(table)} where tenant = ${tenant} and created_at >= ${since}`.execute(db)
  return rows[0]!
}
