import { sql, type RawBuilder } from 'kysely'
import { GREETINGS_PER_DAY } from '../../shared/rules/newcomers.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { activeFor } from '../members/visible.ts'

interface Found {
  id: number
  public_id: string
}

/** SQL condition on a row of `members`: agreed to greet newcomers, and hasn't greeted too many today. */
function greets({ now }: MemberScope): RawBuilder<boolean> {
  const since = new Date(now.getTime() - 24 * 3600 * 1000)
  return sql`members.greets_newcomers and (
    select count(*) from likes greetings where greetings.liker_id = members.id and greetings.origin = 'auto' and greetings.created_at > ${since}
  ) < ${GREETINGS_PER_DAY}`
}

/**
 * SQL condition on a row of `members`: a real member of the pool, whom the viewer may see and could meet, since both look for each other, and of whom
 * neither likes the other yet or has passed them.
 */
function suits(scope: MemberScope): RawBuilder<boolean> {
  const { viewer, pool } = scope
  return sql`members.pool = ${pool} and not members.fictional and ${activeFor(scope)}
    and (cardinality(members.looking_for) = 0 or ${viewer.gender} = any(members.looking_for))
    and (${viewer.looking_for.length} = 0 or members.gender = any(${viewer.looking_for}::text[]))
    and not exists (
      select from likes known
      where (known.liker_id, known.liked_id) in ((members.id, ${viewer.id}::bigint), (${viewer.id}::bigint, members.id))
    )
    and not exists (
      select from passes
      where (passes.passer_id, passes.passed_id) in ((members.id, ${viewer.id}::bigint), (${viewer.id}::bigint, members.id))
    )`
}

/** How many of the most recently active members are considered when looking for the nearest. */
const LOOKED_AT = 50

/** Who greets the viewer: of those who agreed and were here last, the nearest one. */
export async function selectGreeter(scope: MemberScope): Promise<Found | undefined> {
  return await selectNearest(scope, sql`${suits(scope)} and ${greets(scope)}`)
}

/** Whom to suggest to the viewer: of those who were here last, the nearest one. Nothing is stored. */
export async function selectSuggested(scope: MemberScope): Promise<number | undefined> {
  return (await selectNearest(scope, suits(scope)))?.id
}

async function selectNearest({ db, viewer }: MemberScope, condition: RawBuilder<boolean>): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select id, public_id from (
      select members.id, members.public_id, members.country, members.region, members.active_day from members where ${condition}
      order by members.active_day desc, members.id limit ${sql.lit(LOOKED_AT)}
    ) as recent
    order by country = ${viewer.country} desc, coalesce(region = ${viewer.region}, false) desc, active_day desc, id limit 1`.execute(db)
  return rows[0]
}

/**
 * Stores a greeting of the viewer and the day; false if they have had one, or the greeter no longer greets or fits. Both must be locked.
 */
export async function insertGreeting(scope: MemberScope, greeter: number, day: string): Promise<boolean> {
  const { db, viewer, now } = scope
  const { rows } = await sql`
    with greeting as (
      insert into likes (liker_id, liked_id, created_at, origin)
      select members.id, ${viewer.id}, ${now}, 'auto' from members
      where members.id = ${greeter} and ${suits(scope)} and ${greets(scope)}
        and exists (select from members own where own.id = ${viewer.id} and own.greeted_on is distinct from ${day}::date)
      on conflict do nothing
      returning liked_id
    )
    update members set greeted_on = ${day} from greeting where members.id = greeting.liked_id returning members.id`.execute(db)
  return rows.length > 0
}

/** Who has greeted the viewer on a day, if they are still there and visible. */
export async function selectGreeting(scope: MemberScope, day: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select members.id from likes join members on members.id = likes.liker_id
    where likes.liked_id = ${scope.viewer.id} and likes.origin = 'auto' and ${activeFor(scope)}
      and (select greeted_on from members own where own.id = ${scope.viewer.id}) = ${day}::date
    order by likes.created_at desc limit 1`.execute(scope.db)
  return rows[0]?.id
}
