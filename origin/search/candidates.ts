import { sql, type RawBuilder } from 'kysely'
import type { Gender } from '../../shared/api/values.ts'
import type { BirthRange } from '../../shared/rules/birth-range.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import type { Criteria } from './criteria.ts'
import { areFew } from './count-found.ts'
import { selectFound } from './store.ts'

/** Among whom suggestions are looked for. */
export interface Candidates {
  /** Empty: any gender. */
  genders: readonly Gender[]
  born: BirthRange
  /** Null: anywhere. */
  country: string | null
  region: string | null
}

/**
 * Row numbers of members to suggest to the viewer, who want to meet someone of the viewer's gender, and whom the viewer neither likes nor has passed: as
 * a search would find them, in its order.
 */
export async function selectCandidates(
  scope: MemberScope,
  { genders, born, country, region }: Candidates,
  limit: number
): Promise<number[]> {
  const { viewer } = scope
  const criteria: Criteria = {
    genders: genders.length > 0 ? genders : undefined,
    countries: country === null ? undefined : [country],
    region: region ?? undefined,
    born,
    wants: viewer.gender,
    hidesFictional: viewer.hides_fictional
  }
  const few = await areFew(scope, criteria)
  return (await selectFound(scope, criteria, { limit, few, only: undecided(scope) })).map(({ id }) => id)
}

/** Neither liked nor passed by the viewer. */
function undecided({ viewer }: MemberScope): RawBuilder<boolean> {
  return sql`members.id not in (
    select liked_id from likes where liker_id = ${viewer.id} union all select passed_id from passes where passer_id = ${viewer.id}
  )`
}

/** The traits by which a suggestion is explained. Some may be hidden: ask `showsField`, for interests `shownInterests`. */
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
