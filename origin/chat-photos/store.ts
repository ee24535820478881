import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../http/handler.ts'
import { whoMay } from '../members/account-state.ts'
import { visibleTo } from '../members/visible.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'

export async function insertChatPhoto(
  db: Db,
  photo: { publicId: string; dhash: string; message: number; sender: number; now: Date }
): Promise<void> {
  const { publicId, dhash, message, sender, now } = photo
  await db
    .insertInto('chat_photos')
    .values({ public_id: publicId, dhash: sql`${dhash}::bit(64)`, message_id: message, sender_id: sender, created_at: now })
    .execute()
}

/** What a photo looks like; null for one that an older version stored. */
export async function selectLooks(db: Db, publicId: string): Promise<string | null> {
  const row = await db.selectFrom('chat_photos').select('dhash').where('public_id', '=', publicId).executeTakeFirst()
  return row?.dhash ?? null
}

/** The receiver has chosen to see it. */
export async function updateAccepted(db: Db, publicId: string, now: Date): Promise<void> {
  await db.updateTable('chat_photos').set({ accepted_at: now }).where('public_id', '=', publicId).where('accepted_at', 'is', null).execute()
}

export async function deleteChatPhoto(db: Db, publicId: string): Promise<void> {
  await db.deleteFrom('chat_photos').where('public_id', '=', publicId).execute()
}

/** A photo of a conversation and its sender, as serving media needs them. */
export interface ChatPhotoRow {
  /** Public id of the sender. */
  owner: string
  accepted: boolean
  /** The viewer has the message and sees its sender. */
  received: boolean
  /** Whether the condition `holds` is true of the viewer. */
  holds: boolean
}

/**
 * The photo of a conversation with this public id, unless its sender is banned or deleted.
 * @param holds SQL condition that is answered with it
 */
export async function selectChatPhoto(scope: ViewerScope, publicId: string, holds: RawBuilder<boolean>): Promise<ChatPhotoRow | undefined> {
  if (!scope.viewer) return undefined
  const { rows } = await sql<ChatPhotoRow>`
    select members.public_id as owner, accepted_at is not null as accepted, ${holds} as holds,
      (${visibleTo(scope)} and exists (
        select from messages join participants own on own.conversation_id = messages.conversation_id
        where messages.id = message_id and own.member_id = ${scope.viewer.id} and messages.position > own.deleted_position
      )) as received
    from chat_photos join members on members.id = sender_id
    where chat_photos.public_id = ${publicId} and ${whoMay('use')}`.execute(scope.db)
  return rows[0]
}

/** The photos that a member has sent, oldest first. */
export async function selectSentPhotos(db: Db, member: number) {
  return await db
    .selectFrom('chat_photos')
    .select(['public_id', 'created_at'])
    .where('sender_id', '=', member)
    .orderBy('created_at')
    .execute()
}
