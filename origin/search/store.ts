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

/** A condition, as SQL. */
export type Condition = RawBuilder<unknown>

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

/** All of these conditions hold. */
export const allOf = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `)

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
  // Hidden from the planner, so that it chooses the index that has the order: it knows nothing about the parameters when a statement is prepared.
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
export function everyone(scope: ViewerScope, criteria: Criteria, columns: RawBuilder<unknown>, narrowed?: Narrowed): RawBuilder<unknown> {
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
