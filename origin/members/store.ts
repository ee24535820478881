import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { MembersTable } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'
import type { ViewerScope, MemberScope } from './viewer-scope.ts'
import { hasContacted } from './ties.ts'
import { stillMay, whoMay } from './account-state.ts'
import { inReach, visibleTo } from './visible.ts'

/** The columns of a card; the photo is the main one if others may see it. */
export type CardRow = Pick<
  Selectable<MembersTable>,
  | 'id'
  | 'public_id'
  | 'home_tenant'
  | 'name'
  | 'date_of_birth'
  | 'gender'
  | 'country'
  | 'region'
  | 'fictional'
  | 'status'
  | 'shows_presence'
  | 'accepts_gifts'
  | 'signup_date'
> & { last_seen_at: Date; photo: string | null; liked: boolean; match: boolean }

const visibleMember = (scope: ViewerScope, publicId: string) =>
  scope.db.selectFrom('members').selectAll().where('public_id', '=', publicId).where(visibleTo(scope))

/** The member with this public id if the viewer may see them. */
export async function selectVisibleMember(scope: ViewerScope, publicId: string): Promise<Selectable<MembersTable> | undefined> {
  return await visibleMember(scope, publicId).executeTakeFirst()
}

/** The same for a viewer who is about to reach them: not if the viewer was banned or left since the request was let in. */
export async function selectReachableMember(scope: MemberScope, publicId: string): Promise<Selectable<MembersTable> | undefined> {
  return await visibleMember(scope, publicId).where(stillMay(scope.viewer.id, 'use')).executeTakeFirst()
}

/** The member with this public id, neither banned nor deleted; for finding the viewer, never the member being viewed. */
export async function selectOpenMember(db: Db, pool: string, publicId: string): Promise<Selectable<MembersTable> | null> {
  const row = await db
    .selectFrom('members')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('pool', '=', pool)
    .where(whoMay('use'))
    .executeTakeFirst()
  return row ?? null
}

/** SQL: row number of a member in reach, or whom the viewer has blocked, whether visible to the viewer or not: for locking only. */
export function numberOf(scope: MemberScope, publicId: string): RawBuilder<number> {
  const blocked = sql`exists (select from blocks where blocker_id = ${scope.viewer.id} and blocked_id = members.id)`
  return sql`select members.id from members where members.public_id = ${publicId} and (${inReach(scope)} or ${blocked})`
}

/** Cards of those of `ids` that the viewer may see, by id. */
export async function selectCards(scope: ViewerScope, ids: readonly number[]): Promise<Map<number, CardRow>> {
  if (ids.length === 0) return new Map()
  const rows = await selectAnyCards(scope).where('members.id', 'in', ids).where(visibleTo(scope)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A query for cards of any members: the caller must restrict it to those that the viewer may see. */
export function selectAnyCards({ db, viewer }: ViewerScope) {
  return db
    .selectFrom('members')
    .innerJoin('presence', 'presence.member_id', 'members.id')
    .leftJoin('photos', (join) => join.onRef('photos.id', '=', 'members.main_photo_id').on('photos.status', '=', 'active'))
    .leftJoin('likes', (join) => join.onRef('likes.liked_id', '=', 'members.id').on('likes.liker_id', '=', viewer?.id ?? 0))
    .select([
      'members.id',
      'members.public_id',
      'members.home_tenant',
      'members.name',
      'members.date_of_birth',
      'members.gender',
      'members.country',
      'members.region',
      'members.fictional',
      'members.shows_presence',
      'members.accepts_gifts',
      'members.signup_date',
      'presence.last_seen_at',
      'members.status',
      'photos.public_id as photo',
      sql<boolean>`likes.liker_id is not null`.as('liked'),
      sql<boolean>`likes.matched_at is not null`.as('match')
    ])
}

/** Has the member with this public id contacted another one? */
export async function hasContactedMember(db: Db, other: number, publicId: string): Promise<boolean> {
  const { rows } = await sql`select from members where public_id = ${publicId} and ${hasContacted(other)}`.execute(db)
  return rows.length > 0
}
