import { whoMay } from '../members/account-state.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PhotosTable, Resembled } from '../db/tables/photos.ts'
import { photoLimit } from '../../shared/rules/photo-limit.ts'
import type { Db } from '../http/handler.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'

/**
 * SQL condition on a row of `photos` joined with its member: within the number of photos that the member may have now. Members who lost premium are
 * the only ones who see the rest.
 */
const WITHIN_LIMIT = sql<boolean>`(
  (
    select count(*) from photos earlier
    where earlier.member_id = photos.member_id and (earlier.position, earlier.id) < (photos.position, photos.id)
  ) < case when members.paid_user then ${photoLimit({ paid: true })}::integer else ${photoLimit({ paid: false })}::integer end
)`

/** The same: may others see the photo at all? */
const SHOWN = sql<boolean>`(photos.status = 'active' and ${WITHIN_LIMIT})`

/** A photo and its owner, as serving media needs them. */
export interface PhotoRow {
  id: number
  /** Others may see it: it is active and among as many as its owner may have. */
  shown: boolean
  /** Public id of the owner. */
  owner: string
  isMain: boolean
  /** The viewer may see the owner. */
  visible: boolean
  /** The viewer has unlocked it with credits. */
  unlocked: boolean
  /** Whether the condition `holds` is true of the viewer. */
  holds: boolean
}

/**
 * The photo with this public id, unless its owner is banned or deleted.
 * @param holds SQL condition that is answered with it
 */
export async function selectPhoto(scope: ViewerScope, publicId: string, holds: RawBuilder<boolean>): Promise<PhotoRow | undefined> {
  const { rows } = await sql<PhotoRow>`
    select photos.id, members.public_id as owner, (members.main_photo_id = photos.id) is true as "isMain", ${SHOWN} as shown,
      ${visibleTo(scope)} as visible, ${holds} as holds,
      exists (select from photo_unlocks where photo_id = photos.id and member_id = ${scope.viewer?.id ?? null}::bigint) as unlocked
    from photos join members on members.id = photos.member_id
    where photos.public_id = ${publicId} and ${whoMay('use')}`.execute(scope.db)
  return rows[0]
}

/** Public ids of the photos of `owner` that the member has unlocked. */
export async function selectUnlocked(db: Db, member: number, owner: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('photo_unlocks')
    .innerJoin('photos', 'photos.id', 'photo_id')
    .select('public_id')
    .where('photo_unlocks.member_id', '=', member)
    .where('photos.member_id', '=', owner)
    .execute()
  return new Set(rows.map((row) => row.public_id))
}

export async function insertUnlock(db: Db, member: number, photo: number, now: Date): Promise<void> {
  await db.insertInto('photo_unlocks').values({ member_id: member, photo_id: photo, created_at: now }).execute()
}

/** Public ids of a member's photos that others may see, in their order: the main photo comes first. */
export async function selectShownPhotos(db: Db, member: number): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .innerJoin('members', 'members.id', 'photos.member_id')
    .select('photos.public_id')
    .where('photos.member_id', '=', member)
    .where(SHOWN)
    .orderBy('photos.position')
    .orderBy('photos.id')
    .execute()
  return rows.map((row) => row.public_id)
}

/** A photo in the list of its owner. */
export interface OwnPhotoRow {
  public_id: string
  status: PhotosTable['status']
  isMain: boolean
}

/** All photos of a member in their order. */
export async function selectOwnPhotos(db: Db, member: number): Promise<OwnPhotoRow[]> {
  const rows = await db
    .selectFrom('photos')
    .innerJoin('members', 'members.id', 'photos.member_id')
    .select(['photos.id', 'photos.public_id', 'photos.status', 'members.main_photo_id'])
    .where('member_id', '=', member)
    .orderBy('position')
    .orderBy('photos.id')
    .execute()
  return rows.map(({ id, public_id, status, main_photo_id }) => ({ public_id, status, isMain: id === main_photo_id }))
}

/** How many photos a member has, whatever their status. */
export async function countPhotos(db: Db, member: number): Promise<number> {
  const row = await db
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', member)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Adds a photo after the member's others. */
export async function insertPhoto(
  db: Db,
  photo: { publicId: string; member: number; status: PhotosTable['status']; dhash: string; resembles?: Resembled | null; now: Date }
): Promise<void> {
  const { publicId, member, status, dhash, resembles = null, now } = photo
  await db
    .insertInto('photos')
    .columns(['public_id', 'member_id', 'position', 'status', 'dhash', 'resembles', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('photos')
        .select((select) => [
          select.val(publicId).as('public_id'),
          select.val(member).as('member_id'),
          select.fn.coalesce(select(select.fn.max('position'), '+', 1), select.val(1)).as('position'),
          select.val(status).as('status'),
          sql<string>`${dhash}::bit(64)`.as('dhash'),
          sql<Resembled | null>`${resembles}::text`.as('resembles'),
          select.val(now).as('created_at')
        ])
        .where('member_id', '=', member)
    )
    .execute()
}

/** Gives a member's photos their places: `order` names all of them. */
export async function updatePositions(db: Db, member: number, order: readonly string[]): Promise<void> {
  await sql`
    update photos set position = place.number
    from unnest(${[...order]}::text[]) with ordinality as place (public_id, number)
    where photos.member_id = ${member} and photos.public_id = place.public_id
  `.execute(db)
}

/**
 * Makes the first photo that others may see the main photo, otherwise the first that is waiting; refused ones never are, nor those beyond the limit. Call
 * it after every change to a member's photos or to how many they may have.
 */
export async function settleMainPhoto(db: Db, member: number): Promise<void> {
  await sql`
    update members set main_photo_id = (
      select photos.id from photos where member_id = members.id and photos.status <> 'rejected' and ${WITHIN_LIMIT}
      order by (photos.status = 'active') desc, position, photos.id limit 1
    ) where id = ${member}
  `.execute(db)
}

/** Removes a photo of this member; false when they have none of this id. */
export async function deleteOwnPhoto(db: Db, member: number, publicId: string): Promise<boolean> {
  const result = await db.deleteFrom('photos').where('member_id', '=', member).where('public_id', '=', publicId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** A photo as a moderator needs it, without a lock. */
export async function selectForModeration(db: Db, publicId: string) {
  return await db
    .selectFrom('photos')
    .innerJoin('members', 'members.id', 'photos.member_id')
    .select(['photos.member_id', 'photos.status', 'photos.dhash', 'members.pool'])
    .where('photos.public_id', '=', publicId)
    .executeTakeFirst()
}

/** Photos that wait for a moderator, oldest first. */
export async function selectPending(db: Db) {
  return await db
    .selectFrom('photos')
    .innerJoin('members', 'members.id', 'photos.member_id')
    .select(['photos.public_id as id', 'members.name as member', 'members.home_tenant as tenant', 'photos.created_at'])
    .where('photos.status', '=', 'pending')
    .where(whoMay('use'))
    .orderBy('photos.created_at')
    .orderBy('photos.id')
    .execute()
}

export async function updateStatus(db: Db, publicId: string, status: PhotosTable['status']): Promise<void> {
  await db.updateTable('photos').set({ status }).where('public_id', '=', publicId).execute()
}
