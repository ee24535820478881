import { sql, type RawBuilder } from 'kysely'
import { PAGE_SIZE } from '../../shared/rules/page-size.ts'
import type { MemberFilters } from '../../shared/api/search.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { selectAnyCards, type CardRow } from '../members/store.ts'
import { activeParts } from '../members/visible.ts'
import type { Criteria } from './criteria.ts'
import type { Position } from './cursor.ts'
import { rankExpression, segmentsOf } from './segments.ts'

type Condition = RawBuilder<unknown>

/** Which of the results. */
export interface Page {
  limit: number
  /** Begins after this position, otherwise after `offset` results. */
  after?: Position | undefined
  offset?: number
  without?: readonly number[]
  /** A further SQL condition on a row of `members`. */
  only?: Condition
  /** So few members pass the filters that sorting all of them is cheaper than reading an index until enough have passed. */
  few: boolean
}

/** A page of the results: own region, own country, everyone else; in each the last active day first, then by row number. */
export async function selectFound(scope: ViewerScope, criteria: Criteria, page: Page): Promise<Position[]> {
  const query = pageQuery(scope, criteria, page)
  return query ? (await query.execute(scope.db)).rows : []
}

/** A member of the results: their place in the order, their card, and what says which interests they show. */
export type FoundRow = Position & CardRow & Pick<MemberRow, 'interests' | 'intimate_shown_to' | 'hidden_fields'>

/** The same page with its cards, in one statement. Whom the viewer may see is decided by the page (`activeParts`). */
export async function selectFoundCards(scope: ViewerScope, criteria: Criteria, page: Page): Promise<FoundRow[]> {
  const query = pageQuery(scope, criteria, page)
  if (!query) return []
  const found = sql<Position>`(select * from (${query}) as page limit ${sql.lit(inSteps(page.limit))})`.as('found')
  return await selectAnyCards(scope)
    .innerJoin(found, 'found.id', 'members.id')
    .select(['found.rank', 'found.day', 'members.interests', 'members.intimate_shown_to', 'members.hidden_fields'])
    .orderBy('found.rank')
    .orderBy('found.day', 'desc')
    .orderBy('members.id')
    .execute()
}

const pageQuery = (scope: ViewerScope, criteria: Criteria, page: Page) =>
  page.few ? sortedPage(scope, criteria, page) : orderedPage(scope, criteria, page)

/** At least `count`, for the text of a statement, since the plan depends on it; in steps, so that there are few different statements. */
const inSteps = (count: number) => PAGE_SIZE * 2 ** Math.ceil(Math.log2(Math.max(1, count / PAGE_SIZE)))

type Narrowed = Pick<Page, 'without' | 'only'>

const allOf = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `)

/** SQL conditions on a row of `members`: the filters other than the place. */
function filters({ genders, born, wants, hidesFictional }: Criteria, { without = [], only }: Narrowed = {}): Condition[] {
  return [
    ...(genders ? [sql`members.gender = any(${genders})`] : []),
    ...(born ? [sql`members.date_of_birth > ${born.after}`, sql`members.date_of_birth <= ${born.upTo}`] : []),
    ...(wants === undefined ? [] : [sql`(members.looking_for = '{}' or ${wants} = any(members.looking_for))`]),
    ...(hidesFictional ? [sql`not members.fictional`] : []),
    ...(without.length > 0 ? [sql`members.id <> all(${without})`] : []),
    ...(only ? [only] : [])
  ]
}

/**
 * The page as ranges of indexes that have the order already, one after another: PostgreSQL doesn't begin a range while those before it fill the page.
 * Ranges of one part of the results (neighbouring countries, sister sites) are merged.
 */
function orderedPage(scope: ViewerScope, criteria: Criteria, { limit, after, offset = 0, ...narrowed }: Page) {
  const sources = activeParts(scope)
  const first = sql`order by active_day desc, id limit ${sql.lit(inSteps(offset + limit))}`
  // Hidden from the choice of the index, which must be the one with the order: nothing is known of the parameters when a statement is prepared.
  const passing = filters(criteria, narrowed).map((filter) => sql`(${filter}) is true`)
  const ranges = segmentsOf(scope, criteria).flatMap(({ rank, places }) =>
    laterThan(after, rank).map((later) => {
      const parts = sources.flatMap((source) =>
        places.map(
          (place) => sql`(select id, active_day, ${sql.lit(rank)} as rank from members
            where ${allOf([source, place, ...passing, ...later])} ${first})`
        )
      )
      return parts.length === 1 ? parts[0]! : sql`(select * from (${sql.join(parts, sql` union all `)}) as merged ${first})`
    })
  )
  if (ranges.length === 0) return null
  return sql<Position>`select id, active_day as day, rank from (${sql.join(ranges, sql` union all `)}) as found
    offset ${offset} limit ${limit}`
}

/** For each range of this part of the results after the position, its conditions: the rest of the position's own day, then the days before it. */
function laterThan(after: Position | undefined, rank: number): Condition[][] {
  if (!after || rank > after.rank) return [[]]
  if (rank < after.rank) return []
  return [[sql`members.active_day = ${after.day}`, sql`members.id > ${after.id}`], [sql`members.active_day < ${after.day}`]]
}

/** The page out of everyone who passes the filters, sorted. */
function sortedPage(scope: ViewerScope, criteria: Criteria, { limit, after, offset = 0, ...narrowed }: Page) {
  const matching = everyone(scope, criteria, sql`members.id, members.active_day, ${rankExpression(scope)} as rank`, narrowed)
  const later = after
    ? sql`(rank > ${after.rank} or rank = ${after.rank} and (active_day < ${after.day} or active_day = ${after.day} and id > ${after.id}))`
    : sql`true`
  return sql<Position>`with matching as materialized (${matching})
    select id, active_day as day, rank from matching where ${later} order by rank, active_day desc, id offset ${offset} limit ${limit}`
}

/** Everyone who passes the filters, unsorted. */
function everyone(scope: ViewerScope, criteria: Criteria, columns: RawBuilder<unknown>, narrowed?: Narrowed): RawBuilder<unknown> {
  const { countries, region } = criteria
  const place = [
    ...(countries ? [sql`members.country = any(${countries})`] : []),
    ...(region === undefined ? [] : [sql`members.country = ${region.slice(0, 2)}`, sql`members.region = ${region}`])
  ]
  const parts = activeParts(scope).map(
    (source) => sql`select ${columns} from members where ${allOf([source, ...place, ...filters(criteria, narrowed)])}`
  )
  return sql.join(parts, sql` union all `)
}

/**
 * Stores what the member searches for; returns their row. Whether they want profiles made by the company holds for suggestions too, and whatever else
 * they search for: null only forgets the rest, and a site without such profiles doesn't ask (`asksFictional`).
 */
export async function storeSearch(
  db: Db,
  member: number,
  filters: MemberFilters | null,
  { asksFictional }: { asksFictional: boolean }
): Promise<MemberRow> {
  if (filters === null) return await updateSearch(db, member, { search: null })
  const { fictional, ...search } = filters
  return await updateSearch(db, member, {
    search: JSON.stringify(search),
    ...(asksFictional && { hides_fictional: fictional === 'hide' })
  })
}

async function updateSearch(db: Db, member: number, set: { search: string | null; hides_fictional?: boolean }): Promise<MemberRow> {
  return await db.updateTable('members').set(set).where('id', '=', member).returningAll().executeTakeFirstOrThrow()
}

/** Totals are exact up to here. */
export const EXACT_TOTAL = 10_000

/** With at least this many by the count table, members aren't counted: it would have to be wrong by half to claim too many. */
const SURE = 2 * EXACT_TOTAL

/** Reading in order passes over so many members in the time that sorting takes for one. */
const PASSED = 50

/** How many members pass the filters. */
export interface Total {
  count: number
  /** False above `EXACT_TOTAL`: then it comes from the count table. */
  exact: boolean
  /** See `Page`. */
  few: boolean
}

/** Counts the members who pass the filters, exactly up to `EXACT_TOTAL`. */
export async function countFound(scope: ViewerScope, criteria: Criteria): Promise<Total> {
  const { rows } = await sql<{ estimate: number; around: number; counted: number | null }>`
    select known.estimate, known.around, case when known.estimate < ${SURE} then (
      select count(*) from (${everyone(scope, criteria, sql`1`)} limit ${sql.lit(EXACT_TOTAL + 1)}) as matching
    ) end as counted
    from (
      select coalesce(sum(members), 0) as around, ${estimate(scope, criteria)} as estimate from search_counts
      where ${allOf(countedPlace(scope, criteria))}
    ) as known`.execute(scope.db)
  const { counted, ...known } = rows[0]!
  const exact = counted !== null && counted <= EXACT_TOTAL
  const count = exact ? counted : Math.max(EXACT_TOTAL, known.estimate)
  return { count, exact, few: exact && sortsFaster(count, known.around) }
}

/** Whether so few members pass the filters that they are sorted (`Page`); counted only if the count table doesn't know of more. */
export async function areFew(scope: ViewerScope, criteria: Criteria): Promise<boolean> {
  const { rows } = await sql<{ around: number; counted: number | null }>`
    select known.around, case when known.estimate::float8 ^ 2 < ${PASSED}::int * known.around then (
      select count(*) from (${everyone(scope, criteria, sql`1`)} limit ${sql.lit(EXACT_TOTAL + 1)}) as matching
    ) end as counted
    from (
      select coalesce(sum(members), 0) as around, ${estimate(scope, criteria)} as estimate from search_counts
      where ${allOf(countedPlace(scope, criteria))}
    ) as known`.execute(scope.db)
  const { around, counted } = rows[0]!
  return counted !== null && sortsFaster(counted, around)
}

const sortsFaster = (count: number, around: number) => count <= EXACT_TOTAL && count ** 2 < PASSED * around

/** SQL conditions on a row of `search_counts`: of the place that the filters name. */
function countedPlace({ pool }: ViewerScope, { countries, region = '' }: Criteria): Condition[] {
  const country = countries?.length === 1 ? countries[0]! : ''
  return [sql`pool = ${pool}`, sql`country = ${country}`, sql`region = ${region}`]
}

/** SQL expression over rows of `search_counts`: at least so many pass the filters; 0 if the table can't say. */
function estimate({ viewer }: ViewerScope, { genders, countries, born, wants }: Criteria): RawBuilder<number> {
  if ((!viewer && wants !== undefined) || (countries && countries.length > 1)) return sql`0`
  const column = wants === undefined ? (viewer ? 'members' : 'shown') : `for_${wants}`
  const counted = [
    ...(genders ? [sql`gender = any(${genders})`] : []),
    // Years of birth that lie wholly inside.
    ...(born ? [sql`born * 5 > ${yearOf(born.after)}::int`, sql`born * 5 + 4 < ${yearOf(born.upTo)}::int`] : [])
  ]
  return sql`coalesce(sum(${sql.ref(column)}) filter (where ${allOf([sql`true`, ...counted])}), 0)`
}

const yearOf = (day: string) => Number(day.slice(0, 4))
