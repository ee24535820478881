import { sql } from 'kysely'
import type { MemberScope } from '../members/viewer-scope.ts'
import { activeFor } from '../members/visible.ts'

/**
 * Row numbers of members who joined after `since`, are of a gender that the viewer wants to meet and want to meet theirs: those of the viewer's region
 * first, then those of the rest of their country, the newest first. Profiles made by the company never count as new.
 */
export async function selectNewMembers(scope: MemberScope, { since, limit }: { since: Date; limit: number }): Promise<number[]> {
  const { viewer } = scope
  const suits = sql`
    ${activeFor(scope)} and not members.fictional and members.country = ${viewer.country} and members.signup_date > ${since}
    and (${viewer.looking_for}::text[] = '{}' or members.gender = any(${viewer.looking_for}::text[]))
    and (members.looking_for = '{}' or ${viewer.gender} = any(members.looking_for))`
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select id, 1 as place, signup_date from members where ${suits} and members.region = ${viewer.region}::text
        order by signup_date desc, id limit ${limit})
      union all
      (select id, 2 as place, signup_date from members where ${suits} and (members.region = ${viewer.region}::text) is not true
        order by signup_date desc, id limit ${limit})
    ) near
    order by place, signup_date desc, id limit ${limit}`.execute(scope.db)
  return rows.map((row) => row.id)
}
