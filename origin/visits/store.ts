import { sql, type RawBuilder } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'

/** Campaigns of a site whose bounces are counted on one day: anyone can make up others, and each would be a row. */
export const MOST_CAMPAIGNS = 500

/** Counts one more bounce of this day and campaign; nothing for one too many. */
export async function countBounce(db: Db, of: { tenant: string; day: string; network: string; lb: string }): Promise<void> {
  const { tenant, day, network, lb } = of
  const today = sql`page_bounces where tenant = ${tenant} and day = ${day}`
  await sql`
    insert into page_bounces as known (tenant, day, network, lb, bounces)
    select ${tenant}, ${day}::date, ${network}, ${lb}, 1
    where exists (select from ${today} and network = ${network} and lb = ${lb}) or (select count(*) from ${today}) < ${MOST_CAMPAIGNS}
    on conflict (tenant, day, network, lb) do update set bounces = known.bounces + 1`.execute(db)
}

/** What was counted for a brand, the newest day and the largest number first. */
export async function selectBounces(db: Db, tenant: string) {
  return await db
    .selectFrom('page_bounces')
    .select(['day', 'network', 'lb', 'bounces'])
    .where('tenant', '=', tenant)
    .orderBy('day', 'desc')
    .orderBy('bounces', 'desc')
    .orderBy('network')
    .orderBy('lb')
    .execute()
}

/** Deletes expired counts; returns how many. */
export async function purgeExpiredBounces({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'page_bounces', sql`day < ${keptSince('bounce', now()).toISOString().slice(0, 10)}`)
}

interface Pair {
  visitor: number
  visited: number
}

/** Has a visit been stored for this day? */
export async function hasVisited(db: Db, { visitor, visited }: Pair, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('visits')
    .select('visitor_id')
    .where('visited_id', '=', visited)
    .where('visitor_id', '=', visitor)
    .where('day', '>=', day)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a visit if both show theirs; false if they don't, or if this day already has one, or had one before the visitor hid theirs. */
export async function upsertVisit(db: Db, { visitor, visited }: Pair, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into visits (visitor_id, visited_id, day, created_at)
    select visitors.id, members.id, ${day}, ${now} from members, members as visitors
    where members.id = ${visited} and members.shows_visits and visitors.id = ${visitor} and visitors.shows_visits
      and coalesce(visitors.hid_visits_on < ${day}, true)
    on conflict (visited_id, visitor_id) do update set day = excluded.day, created_at = excluded.created_at, is_new = true
      where visits.day < excluded.day
    returning visited_id`.execute(db)
  return rows.length > 0
}

/** A visit to the viewer. */
interface VisitRow {
  member: number
  day: string
  is_new: boolean
}

type Scope = Pick<MemberScope, 'db' | 'deps' | 'viewer' | 'pool' | 'tenant'>

/** The newest visits to the viewer by members who are visible to them. */
export async function selectVisits(scope: Scope, limit: number): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select members.id as member, visits.day, visits.is_new from visits join members on members.id = visits.visitor_id
    where visits.visited_id = ${scope.viewer.id} and ${visibleTo(scope)}
    order by visits.created_at desc, members.id
    limit ${limit}`.execute(scope.db)
  return rows
}

/** SQL: how many of the visits to the viewer they haven't seen. */
export function newVisits(scope: Scope): RawBuilder<number> {
  return sql`(
    select count(*) from visits join members on members.id = visits.visitor_id
    where visits.visited_id = ${scope.viewer.id} and visits.is_new and ${visibleTo(scope)}
  )`
}

/** How many unseen visits to the viewer are newer than that, without those of profiles made by the company. */
export async function countVisitsSince(scope: Scope, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from visits join members on members.id = visits.visitor_id
    where visits.visited_id = ${scope.viewer.id} and visits.is_new and visits.created_at > ${since} and not members.fictional
      and ${visibleTo(scope)}`.execute(scope.db)
  return rows[0]!.count
}

/** Marks all visits to a member as seen; false if none was new. */
export async function updateVisitsSeen(db: Db, visited: number): Promise<boolean> {
  const result = await db
    .updateTable('visits')
    .set({ is_new: false })
    .where('visited_id', '=', visited)
    .where('is_new', '=', true)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Everyone whose list of visitors contains the member. */
export async function selectVisited(db: Db, visitor: number): Promise<number[]> {
  const rows = await db.selectFrom('visits').select('visited_id').where('visitor_id', '=', visitor).execute()
  return rows.map((row) => row.visited_id)
}

/** Deletes all visits by and to a member. */
export async function deleteVisits(db: Db, member: number): Promise<void> {
  await db
    .deleteFrom('visits')
    .where((eb) => eb.or([eb('visitor_id', '=', member), eb('visited_id', '=', member)]))
    .execute()
}

/** Deletes expired visits; returns how many. */
export async function purgeExpiredVisits({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'visits', sql`created_at < ${keptSince('visit', now())}`)
}
