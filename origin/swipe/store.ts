import { sql } from 'kysely'
import { SWIPE_LIKES, type SwipeDay } from '../../shared/rules/swipe.ts'
import type { Db } from '../http/handler.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'

/** Stores a pass; nothing changes if there is one already. */
export async function insertPass(db: Db, passer: number, passed: number, now: Date): Promise<void> {
  await db
    .insertInto('passes')
    .values({ passer_id: passer, passed_id: passed, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes a pass, if there is one. */
export async function deletePass(db: Db, passer: number, passed: number): Promise<void> {
  await db.deleteFrom('passes').where('passer_id', '=', passer).where('passed_id', '=', passed).execute()
}

/** The last members whom the viewer passed and may still see, newest first. */
export async function selectPassed(scope: MemberScope, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select members.id from passes join members on members.id = passes.passed_id
    where passes.passer_id = ${scope.viewer.id} and ${visibleTo(scope)}
    order by passes.created_at desc, members.id
    limit ${limit}`.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** The last day on which a member gave likes in the game. */
export async function selectSwipeDay(db: Db, member: number): Promise<SwipeDay | null> {
  return (await db.selectFrom('swipe_days').select(['day', 'likes']).where('member_id', '=', member).executeTakeFirst()) ?? null
}

/** Counts one more like of this day; null, and nothing counted, if the day's likes are used up or a later day has begun. */
export async function countSwipeLike(db: Db, member: number, day: string): Promise<SwipeDay | null> {
  const { rows } = await sql<SwipeDay>`
    insert into swipe_days as last (member_id, day, likes) values (${member}, ${day}, 1)
    on conflict (member_id) do update set day = excluded.day, likes = case when last.day = excluded.day then last.likes + 1 else 1 end
    where last.day < excluded.day or (last.day = excluded.day and last.likes < ${SWIPE_LIKES})
    returning day, likes`.execute(db)
  return rows[0] ?? null
}
