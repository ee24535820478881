import { sql, type RawBuilder } from 'kysely'
import type { LikesType } from '../../shared/api/likes.ts'
import type { Db } from '../http/handler.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'
import { microseconds, positionOf, type LastLike } from './cursor.ts'

/** A like in a list, seen from the viewer: the other member and when. */
export interface LikeRow extends LastLike {
  member: number
  /** Both like each other. */
  match: boolean
  automatic: boolean
}

/** What has happened to a like; undefined in its place if the other member isn't visible to the viewer. */
interface Liking {
  /** It wasn't there before. */
  stored: boolean
  /** Both like each other now. */
  match: boolean
}

/** Stores the viewer's like of a member who is visible to them. Both must be locked. */
export async function insertLike(scope: MemberScope, member: number): Promise<Liking | undefined> {
  const { viewer, now } = scope
  const { rows } = await sql<Liking>`
    with liked as (
      select members.id from members where members.id = ${member} and ${visibleTo(scope)}
    ), back as (
      update likes set matched_at = ${now} from liked
      where likes.liker_id = liked.id and likes.liked_id = ${viewer.id}
        and not exists (select from likes own where own.liker_id = ${viewer.id} and own.liked_id = liked.id)
      returning likes.liker_id
    ), stored as (
      insert into likes (liker_id, liked_id, created_at, matched_at)
      select ${viewer.id}, liked.id, ${now}, (select ${now}::timestamptz from back) from liked
      on conflict do nothing
      returning liked_id
    )
    select exists (select from stored) as stored,
      exists (select from likes where likes.liker_id = liked.id and likes.liked_id = ${viewer.id}) as match
    from liked`.execute(scope.db)
  return rows[0]
}

/** Deletes the viewer's like of a member who is visible to them; undefined if they aren't, false if there was none. Both must be locked. */
export async function deleteLike(scope: MemberScope, member: number): Promise<boolean | undefined> {
  const { viewer } = scope
  const { rows } = await sql<{ gone: boolean }>`
    with liked as (
      select members.id from members where members.id = ${member} and ${visibleTo(scope)}
    ), gone as (
      delete from likes using liked where likes.liker_id = ${viewer.id} and likes.liked_id = liked.id returning likes.liked_id
    ), single as (
      update likes set matched_at = null from gone where likes.liker_id = gone.liked_id and likes.liked_id = ${viewer.id}
    )
    select exists (select from gone) as gone from liked`.execute(scope.db)
  return rows[0]?.gone
}

/** A member's like of another, null when there is none. */
export async function selectLike(db: Db, liker: number, liked: number): Promise<{ is_new: boolean; automatic: boolean } | null> {
  const row = await db
    .selectFrom('likes')
    .select(['is_new', (eb) => eb('origin', '=', 'auto').as('automatic')])
    .where('liker_id', '=', liker)
    .where('liked_id', '=', liked)
    .executeTakeFirst()
  return row ? { is_new: row.is_new, automatic: Boolean(row.automatic) } : null
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

/** Each list: the viewer's side, the other one, the time it shows, and its order, which is the order of an index. All newest first. */
const LISTS: Record<LikesType, { own: RawBuilder<number>; other: RawBuilder<number>; at: RawBuilder<Date>; order: RawBuilder<unknown>[] }> =
  {
    received: list('liked_id', 'liker_id', 'created_at', ['is_new', 'created_at', 'liker_id']),
    given: list('liker_id', 'liked_id', 'created_at', ['created_at', 'liked_id']),
    matches: list('liker_id', 'liked_id', 'matched_at', ['matched_at', 'liked_id'])
  }

function list(own: string, other: string, at: string, order: string[]) {
  const column = (name: string) => sql.ref(`likes.${name}`)
  return { own: column(own), other: column(other), at: column(at), order: order.map(column) } as (typeof LISTS)[LikesType]
}

/**
 * Likes of one kind whose other member is visible to the viewer, from a cursor on, and the one that the next page begins behind. Unseen ones come
 * first among those received, then the newest.
 */
export async function selectLikes(scope: MemberScope, type: LikesType, { after, limit }: { after: string | undefined; limit: number }) {
  const { own, other, at, order } = LISTS[type]
  const { rows } = await sql<LikeRow>`
    select members.id as member, members.public_id, ${microseconds(at)} as at,
      ${type === 'received' ? sql`likes.is_new` : sql`false`} as is_new,
      likes.matched_at is not null as match, likes.origin = 'auto' as automatic
    from likes join members on members.id = ${other}
    where ${own} = ${scope.viewer.id} and ${at} is not null and ${visibleTo(scope)}
      and ${after === undefined ? sql`true` : sql`(${sql.join(order)}) < ${positionOf(type, after)}`}
    order by ${sql.join(order.map((column) => sql`${column} desc`))}
    -- A literal: the plan depends on it.
    limit ${sql.lit(limit + 1)}`.execute(scope.db)
  return { likes: rows.slice(0, limit), last: rows.length > limit ? rows[limit - 1]! : null }
}

/** More than these aren't counted: no one reads the number, and someone popular has very many. */
const MOST_COUNTED = 1000

/** SQL: how many of the received likes are new, up to 1,000. */
export function newLikes(scope: Omit<MemberScope, 'db' | 'now' | 'facts'>): RawBuilder<number> {
  return sql`(
    select count(*) from (
      select from likes join members on members.id = likes.liker_id
      where likes.liked_id = ${scope.viewer.id} and likes.is_new and ${visibleTo(scope)}
      limit ${sql.lit(MOST_COUNTED)}
    ) as fresh
  )`
}

/** The same as a number. */
export async function countNewLikes(scope: Pick<MemberScope, 'db' | 'deps' | 'viewer' | 'pool' | 'tenant'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${newLikes(scope)} as count`.execute(scope.db)
  return rows[0]!.count
}
