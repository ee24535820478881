import { sql, type RawBuilder } from 'kysely'
import type { LikesType } from '../../shared/api/likes.ts'
import { together } from '../db/together.ts'
import { COLUMNS, DUE, rowsOf, writeTold, type Due, type NewEvent } from '../events/store.ts'
import type { Db } from '../http/handler.ts'
import { lockOf } from '../members/lock-members.ts'
import { numberOf } from '../members/store.ts'
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

/** What has happened to a like. */
interface Liking extends Due {
  /** Row number of the other member. */
  member: number
  /** A like was stored or deleted; otherwise nothing has changed. */
  changed: boolean
  /** Both like each other now. */
  match: boolean
}

/** An event about a like: to the other member (`to`: null) or to the viewer, in any case or only if it is a match or isn't. */
export interface LikeEvent {
  event: NewEvent
  match: boolean | null
}

/**
 * Stores the viewer's like of a member who is visible to them, and the events about it, in one round trip that locks both before it looks. Undefined
 * if the member isn't visible to the viewer.
 */
export async function insertLike(scope: MemberScope, publicId: string, events: readonly LikeEvent[]): Promise<Liking | undefined> {
  const { viewer, now } = scope
  const changed = sql`
    back as (
      update likes set matched_at = ${now} from other
      where likes.liker_id = other.id and likes.liked_id = ${viewer.id}
        and not exists (select from likes own where own.liker_id = ${viewer.id} and own.liked_id = other.id)
      returning likes.liker_id
    ), changed as (
      insert into likes (liker_id, liked_id, created_at, matched_at)
      select ${viewer.id}, other.id, ${now}, (select ${now}::timestamptz from back) from other
      on conflict do nothing
      returning liked_id
    )`
  const match = sql<boolean>`exists (select from likes where likes.liker_id = other.id and likes.liked_id = ${viewer.id})`
  return await writeLike(scope, publicId, { changed, match, events })
}

/** Deletes the viewer's like of a member who is visible to them, in the same way. */
export async function deleteLike(scope: MemberScope, publicId: string, events: readonly LikeEvent[]): Promise<Liking | undefined> {
  const { viewer } = scope
  const changed = sql`
    changed as (
      delete from likes using other where likes.liker_id = ${viewer.id} and likes.liked_id = other.id returning likes.liked_id
    ), single as (
      update likes set matched_at = null from changed where likes.liker_id = changed.liked_id and likes.liked_id = ${viewer.id}
    )`
  return await writeLike(scope, publicId, { changed, match: sql`false`, events })
}

async function writeLike(
  scope: MemberScope,
  publicId: string,
  { changed, match, events }: { changed: RawBuilder<unknown>; match: RawBuilder<boolean>; events: readonly LikeEvent[] }
): Promise<Liking | undefined> {
  const written = sql<Liking>`
    with other as (
      select members.id from members where members.public_id = ${publicId} and ${visibleTo(scope)}
    ), ${changed}, outcome as (
      select other.id as member, exists (select from changed) as changed, ${match} as match from other
    ), told as (
      select coalesce(drafts.member_id, outcome.member) as member_id, type, data, kind, frequency, push, path
      from outcome join rows from (${rowsOf(events.map(({ event }) => event))}, unnest(${events.map((event) => event.match)}::boolean[]))
        as drafts (${COLUMNS}, match) on outcome.changed and coalesce(drafts.match = outcome.match, true)
    ), ${writeTold(scope.now)}
    select outcome.*, ${DUE} from outcome`
  const [liking] = await together<Liking>(scope.db, [lockOf(scope.viewer.id, numberOf(scope, publicId)), written])
  return liking
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
