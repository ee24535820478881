import { sql } from 'kysely'
import type { BirthRange } from '../../shared/rules/birth-range.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { activeFor } from '../members/visible.ts'

/** What a search asks for; undefined means any. */
export interface Criteria {
  gender: string | undefined
  country: string | undefined
  region: string | undefined
  born: BirthRange | undefined
  /** Gender that the results want to meet; members who didn't choose want to meet anyone. */
  wants?: string
}

/** Totals are exact up to here. */
export const EXACT_TOTAL = 10_000

/** Members that a search shows to this viewer. */
function found(scope: ViewerScope, { gender, country, region, born, wants }: Criteria) {
  return scope.db
    .selectFrom('members')
    .where(activeFor(scope))
    .$if(gender !== undefined, (query) => query.where('gender', '=', gender!))
    .$if(country !== undefined, (query) => query.where('country', '=', country!))
    .$if(region !== undefined, (query) => query.where('region', '=', region!))
    .$if(born !== undefined, (query) => query.where('date_of_birth', '>', born!.after).where('date_of_birth', '<=', born!.upTo))
    .$if(wants !== undefined, (query) => query.where(sql<boolean>`(looking_for = '{}' or ${wants} = any(looking_for))`))
}

/** A page of row numbers: last active day first. `without` leaves members out. */
export async function selectFound(
  scope: ViewerScope,
  criteria: Criteria,
  page: { offset: number; limit: number; without?: readonly number[] }
): Promise<number[]> {
  const rows = await found(scope, criteria)
    .select('id')
    .$if(page.without !== undefined && page.without.length > 0, (query) => query.where('id', 'not in', page.without!))
    .orderBy('active_day', 'desc')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return rows.map((row) => row.id)
}

/** How many there are, exact up to `EXACT_TOTAL`; one more than that stands for all above. */
export async function countFound(scope: ViewerScope, criteria: Criteria): Promise<number> {
  const row = await scope.db
    .selectFrom(
      found(scope, criteria)
        .select('id')
        .limit(EXACT_TOTAL + 1)
        .as('some')
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
