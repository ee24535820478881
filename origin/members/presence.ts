import { sql } from 'kysely'
import type { Db, Viewer } from '../http/handler.ts'

/** How precise "last seen" is while someone is here, in ms. */
const EXACTNESS = 60_000

const DAY = 24 * 3600 * 1000

/**
 * The active day of a member who is here now. The search shows the latest first, which anyone can see, so a member who hides their presence is sorted
 * as if they had last been here at the end of the week before: that says no more than that they visit the site. So is a fictional profile, whose
 * staff were here.
 */
export function activeDay(now: Date, shown: boolean): string {
  const sinceSunday = now.getUTCDay() || 7
  return new Date(now.getTime() - (shown ? 0 : sinceSunday * DAY)).toISOString().slice(0, 10)
}

/**
 * Stores that the member is here now, and once a day the active day, which the search sorts by. It never waits: a row that is locked is being written
 * by that transaction, or by the next request.
 */
export async function seeMember(db: Db, member: number, now: Date): Promise<void> {
  const day = sql`case when shows_presence and not fictional then ${activeDay(now, true)}::date else ${activeDay(now, false)}::date end`
  await sql`
    with seen as (
      update presence set last_seen_at = ${now}
      where member_id = (select member_id from presence where member_id = ${member} for no key update skip locked)
    )
    update members set active_day = ${day}
    where id = (select id from members where id = ${member} and active_day <> ${day} for no key update skip locked)`.execute(db)
}

/** The same with at most one write a minute, for any request of a member. */
export async function touchMember(db: Db, viewer: Viewer, now: Date): Promise<void> {
  if (now.getTime() - viewer.last_seen_at.getTime() >= EXACTNESS) await seeMember(db, viewer.id, now)
}
