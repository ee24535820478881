import { sql, type RawBuilder } from 'kysely'
import type { LikesType } from '../../shared/api/likes.ts'
import { keptSince } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { together } from '../db/together.ts'
import { COLUMNS, DUE, rowsOf, writeTold, type Due, type NewEvent } from '../events/store.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { stillMay } from '../members/account-state.ts'
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

/** An event about a like, to the other member (`to`: null) or to the viewer, and when to write it; null: in either case. */
export interface LikeEvent {
  event: NewEvent
  /** Only if it is a match, or isn't. */
  match: boolean | null
  /** Only if the other member has been told of this like or match before, or hasn't. */
  known: boolean | null
}

/**
 * Stores the viewer's like of a member who is visible to them, and the events about it, in one round trip that locks both before it looks. Undefined
 * if the member isn't visible to the viewer.
 */
export async function insertLike(scope: MemberScope, publicId: string, events: readonly LikeEvent[]): Promise<Liking | undefined> {
  const { viewer, now } = scope
  const changed = sql`
    unliked as (
      select other.id from other where not exists (select from likes where likes.liker_id = ${viewer.id} and likes.liked_id = other.id)
    ), back as (
      update likes set matched_at = ${now} from unliked where likes.liker_id = unliked.id and likes.liked_id = ${viewer.id}
      returning likes.liker_id
    ), forgotten as (
      delete from likes_taken_back using unliked where liker_id = ${viewer.id} and liked_id = unliked.id
      returning created_at, is_new, matched
    ), returned as (
      select * from forgotten where created_at > ${keptSince('like_taken_back', now)}
    ), changed as (
      insert into likes (liker_id, liked_id, created_at, is_new, matched_at)
      select ${viewer.id}, unliked.id, coalesce(returned.created_at, ${now}), coalesce(returned.is_new, true), (select ${now}::timestamptz from back)
      from unliked left join returned on true
      on conflict do nothing
      returning liked_id
    )`
  const match = sql<boolean>`exists (select from likes where likes.liker_id = other.id and likes.liked_id = ${viewer.id})`
  const known = sql<boolean>`exists (select from returned where matched or not exists (select from back))`
  return await writeLike(scope, publicId, { changed, match, known, events })
}

/** Deletes the viewer's like of a member who is visible to them, in the same way, and remembers that for a day. */
export async function deleteLike(scope: MemberScope, publicId: string, events: readonly LikeEvent[]): Promise<Liking | undefined> {
  const { viewer, now } = scope
  const changed = sql`
    changed as (
      delete from likes using other where likes.liker_id = ${viewer.id} and likes.liked_id = other.id returning likes.*
    ), remembered as (
      insert into likes_taken_back (liker_id, liked_id, created_at, is_new, matched)
      select liker_id, liked_id, created_at, is_new, matched_at is not null from changed
      where origin = 'member' and created_at > ${keptSince('like_taken_back', now)}
      on conflict do nothing
    ), single as (
      update likes set matched_at = null from changed where likes.liker_id = changed.liked_id and likes.liked_id = ${viewer.id}
    )`
  return await writeLike(scope, publicId, { changed, match: sql`false`, known: sql`false`, events })
}

async function writeLike(
  scope: MemberScope,
  publicId: string,
  {
    changed,
    match,
    known,
    events
  }: Record<'match' | 'known', RawBuilder<boolean>> & {
    changed: RawBuilder<unknown>
    events: readonly LikeEvent[]
  }
): Promise<Liking | undefined> {
  const written = sql<Liking>`
    with other as (
      select members.id from members where members.public_id = ${publicId} and ${visibleTo(scope)} and ${stillMay(scope.viewer.id, 'use')}
    ), ${changed}, outcome as (
      select other.id as member, exists (select from changed) as changed, ${match} as match, ${known} as known from other
    ), told as (
      select coalesce(drafts.member_id, outcome.member) as member_id, type, data, kind, frequency, push, path
      from outcome join rows from (
        ${rowsOf(events.map(({ event }) => event))},
        unnest(${events.map((event) => event.match)}::boolean[], ${events.map((event) => event.known)}::boolean[])
      ) as drafts (${COLUMNS}, match, known)
        on outcome.changed and coalesce(drafts.match = outcome.match, true) and coalesce(drafts.known = outcome.known, true)
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

/** Deletes what is remembered of likes taken back more than a day ago; returns how many. */
export async function purgeLikesTakenBack({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'likes_taken_back', sql`created_at <= ${keptSince('like_taken_back', now())}`)
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
 * Likes of one kind whose other member is visible to the viewer, from a cursor on, and the one after which the next page begins. Unseen ones come
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

/** No more than these are counted: a higher number tells the reader nothing, and someone popular has very many. */
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
