import { sql, type RawBuilder } from 'kysely'
import { EXACT_TOTAL } from '../../shared/rules/exact-total.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import type { Criteria } from './criteria.ts'
import { allOf, everyone, type Condition } from './store.ts'

/** From this many in the count table on, members aren't counted: the table would have to be off by half to claim too many. */
const SURE = 2 * EXACT_TOTAL

/** How many members can be skipped when reading in order in the time it takes to sort one. */
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
    select known.estimate, known.around, case when known.estimate < ${SURE} then ${exactCount(scope, criteria)} end as counted
    from ${known(scope, criteria)}`.execute(scope.db)
  const { counted, ...estimated } = rows[0]!
  const exact = counted !== null && counted <= EXACT_TOTAL
  const count = exact ? counted : Math.max(EXACT_TOTAL, estimated.estimate)
  return { count, exact, few: exact && sortsFaster(count, estimated.around) }
}

/** Whether so few members pass the filters that they are sorted (`Page`); counted only if the count table doesn't know of more. */
export async function areFew(scope: ViewerScope, criteria: Criteria): Promise<boolean> {
  const { rows } = await sql<{ around: number; counted: number | null }>`
    select known.around, case when known.estimate::float8 ^ 2 < ${PASSED}::int * known.around then ${exactCount(scope, criteria)} end as counted
    from ${known(scope, criteria)}`.execute(scope.db)
  const { around, counted } = rows[0]!
  return counted !== null && sortsFaster(counted, around)
}

/** SQL expression: how many pass the filters, at most one more than are counted exactly. */
const exactCount = (scope: ViewerScope, criteria: Criteria) =>
  sql`(select count(*) from (${everyone(scope, criteria, sql`1`)} limit ${sql.lit(EXACT_TOTAL + 1)}) as matching)`

/** SQL for one row, `known`: how many members the count table has around here, and how many of them pass at least. */
const known = (scope: ViewerScope, criteria: Criteria) =>
  sql`(select coalesce(sum(members), 0) as around, ${estimate(scope, criteria)} as estimate from search_counts
    where ${allOf(countedPlace(scope, criteria))}) as known`

const sortsFaster = (count: number, around: number) => count <= EXACT_TOTAL && count ** 2 < PASSED * around

/** SQL conditions on a row of `search_counts`: of the place that the filters name. */
function countedPlace({ pool }: ViewerScope, { countries, region = '' }: Criteria): Condition[] {
  const country = countries?.length === 1 ? countries[0]! : ''
  return [sql`pool = ${pool}`, sql`country = ${country}`, sql`region = ${region}`]
}

/** SQL expression over rows of `search_counts`: at least so many pass the filters; 0 if the table can't say; it has no conversations. */
function estimate({ viewer }: ViewerScope, { genders, countries, born, wants }: Criteria): RawBuilder<number> {
  if (viewer?.fictional || (!viewer && wants !== undefined) || (countries && countries.length > 1)) return sql`0`
  const column = wants === undefined ? (viewer ? 'members' : 'shown') : `for_${wants}`
  const counted = [
    ...(genders ? [sql`gender = any(${genders})`] : []),
    // Years of birth that lie wholly inside.
    ...(born ? [sql`born * 5 > ${yearOf(born.after)}::int`, sql`born * 5 + 4 < ${yearOf(born.upTo)}::int`] : [])
  ]
  return sql`coalesce(sum(${sql.ref(column)}) filter (where ${allOf([sql`true`, ...counted])}), 0)`
}

const yearOf = (day: string) => Number(day.slice(0, 4))
