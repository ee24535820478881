import { sql, type RawBuilder } from 'kysely'
import type { BirthRange } from '../../shared/rules/birth-range.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { activeFor } from '../members/visible.ts'

/** Whom suggestions are looked for among. */
export interface Candidates {
  /** Empty: any gender. */
  genders: readonly string[]
  born: BirthRange
  /** Null: anywhere. */
  country: string | null
  region: string | null
}

/**
 * Row numbers of members to suggest to the viewer, who want to meet someone of the viewer's gender, and whom the viewer neither likes nor has passed.
 * The asked region comes first, then the rest of the country, then everywhere else if no country is asked for; in each the last active day first. Each
 * of the three is read in the order of an index until there are enough.
 */
export async function selectCandidates(scope: MemberScope, asked: Candidates, limit: number): Promise<number[]> {
  const found: number[] = []
  for (const part of partsOf(scope, asked)) {
    if (found.length >= limit) break
    const { rows } = await sql<{ id: number }>`
      select members.id from members
      where ${activeFor(scope)} and ${part} and ${suits(scope, asked)} and ${undecided(scope)}
      order by members.active_day desc, members.id
      limit ${limit - found.length}`.execute(scope.db)
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

/** Conditions on the place, nearest first: together they cover what is asked for, and no member is in two of them. */
function partsOf({ viewer }: MemberScope, { country, region }: Candidates): RawBuilder<boolean>[] {
  if (region !== null) return [sql`members.country = ${region.slice(0, 2)} and members.region = ${region}`]
  const home = country ?? viewer.country
  const near = home === viewer.country ? viewer.region : null
  const parts = [
    ...(near === null ? [] : [sql<boolean>`members.country = ${home} and members.region = ${near}`]),
    near === null
      ? sql<boolean>`members.country = ${home}`
      : sql<boolean>`members.country = ${home} and members.region is distinct from ${near}`
  ]
  return country === null ? [...parts, sql<boolean>`members.country <> ${home}`] : parts
}

function suits({ viewer }: MemberScope, { genders, born }: Candidates): RawBuilder<boolean> {
  const gender = genders.length > 0 ? sql`members.gender = any(${genders})` : sql`true`
  return sql`${gender} and members.date_of_birth > ${born.after} and members.date_of_birth <= ${born.upTo}
    and (members.looking_for = '{}' or ${viewer.gender} = any(members.looking_for))`
}

/** Neither liked nor passed by the viewer. */
function undecided({ viewer }: MemberScope): RawBuilder<boolean> {
  return sql`members.id not in (
    select liked_id from likes where liker_id = ${viewer.id} union all select passed_id from passes where passer_id = ${viewer.id}
  )`
}

/** What a suggestion is explained by. Some of it may be hidden: ask `showsField`, for interests `shownInterests`. */
export type Traits = Pick<
  MemberRow,
  'id' | 'interests' | 'intimate_shown_to' | 'reason' | 'looking_for' | 'country' | 'region' | 'hidden_fields'
>

/** The traits of members by row number. */
export async function selectTraits(db: Db, ids: readonly number[]): Promise<Map<number, Traits>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('members')
    .select(['id', 'interests', 'intimate_shown_to', 'reason', 'looking_for', 'country', 'region', 'hidden_fields'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
