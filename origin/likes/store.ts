import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../http/handler.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'

/** A like in a list, seen from the viewer: the other member and when. */
export interface LikeRow {
  member: number
  created_at: Date
  is_new: boolean
  /** Both like each other. */
  match: boolean
}

/** Stores a like; false when it was there already. */
export async function insertLike(db: Db, liker: number, liked: number, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('likes')
    .values({ liker_id: liker, liked_id: liked, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('liker_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a like; false when there was none. */
export async function deleteLike(db: Db, liker: number, liked: number): Promise<boolean> {
  const result = await db.deleteFrom('likes').where('liker_id', '=', liker).where('liked_id', '=', liked).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** A member's like of another, null when there is none. */
export async function selectLike(db: Db, liker: number, liked: number): Promise<{ is_new: boolean } | null> {
  const row = await db.selectFrom('likes').select('is_new').where('liker_id', '=', liker).where('liked_id', '=', liked).executeTakeFirst()
  return row ?? null
}

/** Marks a like as seen; false when it was not new. */
export async function updateLikeSeen(db: Db, liker: number, liked: number): Promise<boolean> {
  const result = await db
    .updateTable('likes')
    .set({ is_new: false })
    .where('liker_id', '=', liker)
    .where('liked_id', '=', liked)
    .where('is_new', '=', true)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

interface Page {
  offset: number
  limit: number
}

/** Likes the viewer gave to members who are visible to them, newest first. */
export async function selectGiven(scope: MemberScope, page: Page): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    select members.id as member, given.created_at, false as is_new,
      exists (select from likes back where back.liker_id = members.id and back.liked_id = given.liker_id) as match
    from likes given join members on members.id = given.liked_id
    where given.liker_id = ${scope.viewer.id} and ${visibleTo(scope)}
    order by given.created_at desc, members.id
    limit ${page.limit} offset ${page.offset}`.execute(scope.db)
  return rows
}

/** Likes the viewer received from members who are visible to them, unseen ones first, then newest first. */
export async function selectReceived(scope: MemberScope, page: Page): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    select members.id as member, received.created_at, received.is_new,
      exists (select from likes back where back.liker_id = received.liked_id and back.liked_id = members.id) as match
    from likes received join members on members.id = received.liker_id
    where received.liked_id = ${scope.viewer.id} and ${visibleTo(scope)}
    order by received.is_new desc, received.created_at desc, members.id
    limit ${page.limit} offset ${page.offset}`.execute(scope.db)
  return rows
}

/** SQL: how many of the received likes are new. */
export function newLikes(scope: Omit<MemberScope, 'db' | 'now' | 'facts'>): RawBuilder<number> {
  return sql`(
    select count(*) from likes join members on members.id = likes.liker_id
    where likes.liked_id = ${scope.viewer.id} and likes.is_new and ${visibleTo(scope)}
  )`
}

/** Total number of likes in those lists. */
export async function countLikes(
  scope: Pick<MemberScope, 'db' | 'deps' | 'viewer' | 'pool' | 'tenant'>
): Promise<{ given: number; received: number; unseen: number }> {
  const { id } = scope.viewer
  const { rows } = await sql<{ given: number; received: number; unseen: number }>`
    select
      (select count(*) from likes join members on members.id = likes.liked_id where likes.liker_id = ${id} and ${visibleTo(scope)}) as given,
      count(*) as received,
      count(*) filter (where likes.is_new) as unseen
    from likes join members on members.id = likes.liker_id
    where likes.liked_id = ${id} and ${visibleTo(scope)}`.execute(scope.db)
  return rows[0] ?? { given: 0, received: 0, unseen: 0 }
}
