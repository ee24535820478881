import { sql, type RawBuilder } from 'kysely'
import type { MemberScope } from '../members/viewer-scope.ts'
import { activeParts } from '../members/visible.ts'

/**
 * Row numbers of members who joined after `since`, are of a gender that the viewer wants to meet and want to meet theirs: those of the viewer's region
 * first, then those of the rest of their country, the newest first. Profiles made by the company never count as new.
 */
export async function selectNewMembers(scope: MemberScope, { since, limit }: { since: Date; limit: number }): Promise<number[]> {
  const { viewer } = scope
  // Hidden from the planner, so that it chooses the index that has the order (docs/decisions/025).
  const suits = sql`(
    (${viewer.looking_for}::text[] = '{}' or members.gender = any(${viewer.looking_for}::text[]))
    and (members.looking_for = '{}' or ${viewer.gender} = any(members.looking_for))
  ) is true`
  const newest = (place: number, near: RawBuilder<boolean>) =>
    activeParts(scope).map(
      (part) => sql`(
        select id, ${sql.lit(place)} as place, signup_date from members
        where ${part} and not members.fictional and members.country = ${viewer.country} and members.signup_date > ${since} and ${near} and ${suits}
        order by signup_date desc, id limit ${sql.lit(limit)}
      )`
    )
  const region = sql`(members.region = ${viewer.region}::text) is true`
  const parts = [...newest(1, sql`${region}`), ...newest(2, sql`not (${region})`)]
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(parts, sql` union all `)}) as near
    order by place, signup_date desc, id limit ${limit}`.execute(scope.db)
  return rows.map((row) => row.id)
}
