import { sql } from 'kysely'
import type { Author } from '../../shared/api/message.ts'
import { defer } from '../db/defer.ts'
import { newPublicId } from '../db/public-id.ts'
import type { StoredContent } from '../db/tables/chats.ts'
import type { Db } from '../http/handler.ts'
import type { OwnConversation } from './conversation-store.ts'
import { WRITTEN } from './unread.ts'

export interface MessageRow {
  public_id: string
  position: number
  sender_id: number
  client_id: string
  text: string
  content: StoredContent | null
  author: Author | null
  /** Of a photo that still exists. */
  photo: { public_id: string; accepted: boolean } | null
  reply_to: number | null
  heart: boolean
  created_at: Date
}

const messageColumns = [
  'messages.public_id',
  'position',
  'messages.sender_id',
  'client_id',
  'text',
  'content',
  'author',
  'reply_to',
  'heart',
  'messages.created_at'
] as const

/** The photo of a message as JSON, for those that are one. */
const PHOTO = sql<MessageRow['photo']>`
  case when content is not null then (
    select jsonb_build_object('public_id', chat_photos.public_id, 'accepted', accepted_at is not null)
    from chat_photos where message_id = messages.id
  ) end`

function storedMessages(db: Db) {
  return db.selectFrom('messages').select(messageColumns).select(PHOTO.as('photo'))
}

/** Messages of a conversation, the newest of those asked for, in order of position. */
export async function selectMessages(
  db: Db,
  conversation: number,
  { after, before, since, limit }: { after: number; before: number | undefined; since: Date; limit: number }
): Promise<MessageRow[]> {
  const rows = await storedMessages(db)
    .where('conversation_id', '=', conversation)
    .where('position', '>', after)
    .$if(before !== undefined, (query) => query.where('position', '<', before!))
    .where('created_at', '>=', since)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

const sentUnder = (db: Db, sender: number, clientId: string) =>
  storedMessages(db).select('conversation_id').where('sender_id', '=', sender).where('client_id', '=', clientId)

type SentRow = MessageRow & { conversation_id: number }

/** The message that a member sent under this key, with its conversation. */
export async function selectSent(db: Db, sender: number, clientId: string): Promise<SentRow | undefined> {
  return await sentUnder(db, sender, clientId).executeTakeFirst()
}

/** The same for a transaction, known once its next statement has been answered. */
export async function deferSent(db: Db, sender: number, clientId: string): Promise<() => SentRow | undefined> {
  const rows = await defer(db, sentUnder(db, sender, clientId).compile())
  return () => rows()[0]
}

/** The message at a position that the member still has. */
export async function selectMessageAt(
  db: Db,
  { id, deleted_position: deleted }: Pick<OwnConversation, 'id' | 'deleted_position'>,
  position: number
): Promise<MessageRow | undefined> {
  if (position <= deleted) return undefined
  return await storedMessages(db).where('conversation_id', '=', id).where('position', '=', position).executeTakeFirst()
}

/** Where a message of the other side is that the member still has, and its photo; undefined if there is none of this id. */
export async function selectReceived(
  db: Db,
  { id, other_id: other, deleted_position: deleted }: OwnConversation,
  publicId: string
): Promise<Pick<MessageRow, 'position' | 'photo'> | undefined> {
  return await db
    .selectFrom('messages')
    .select(['position', PHOTO.as('photo')])
    .where('conversation_id', '=', id)
    .where('public_id', '=', publicId)
    .where('sender_id', '=', other)
    .where('position', '>', deleted)
    .executeTakeFirst()
}

/**
 * Appends a message under the conversation's next position; both members have the conversation in their lists again, and the other member has one
 * more unread message. Both members' rows must be locked.
 */
export async function insertMessage(
  db: Db,
  message: {
    conversation: number
    sender: number
    clientId: string
    text: string
    content?: StoredContent
    author?: Author
    replyTo?: number | undefined
    now: Date
  }
): Promise<MessageRow & { id: number }> {
  const { conversation, sender, clientId, text, content = null, author = null, replyTo = null, now } = message
  const publicId = newPublicId()
  const { rows } = await sql<{ id: number; position: number }>`
    with counted as (
      update conversations set last_position = last_position + 1, last_message_at = ${now},
        answered = answered or (opened_by <> ${sender} and ${content?.type !== 'gift' && author?.kind !== 'automatic'})
      where id = ${conversation}
      returning id, last_position
    ), listed as (
      update participants
      set last_message_at = ${now}, hidden = false, unread = unread + case when member_id = ${sender} then 0 else 1 end
      where conversation_id = ${conversation}
    )
    insert into messages (public_id, conversation_id, position, sender_id, client_id, text, content, author, reply_to, created_at)
    select ${publicId}, id, last_position, ${sender}, ${clientId}, ${text}, ${content && JSON.stringify(content)}::jsonb,
      ${author && JSON.stringify(author)}::jsonb, ${replyTo}::integer, ${now}
    from counted
    returning id, position`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The conversation of a message is gone')
  const made = {
    sender_id: sender,
    client_id: clientId,
    text,
    content,
    author,
    photo: null,
    reply_to: replyTo,
    heart: false,
    created_at: now
  }
  return { ...row, public_id: publicId, ...made }
}

/** Gives a message a heart, or takes it away. */
export async function updateHeart(db: Db, conversation: number, position: number, heart: boolean): Promise<void> {
  await db.updateTable('messages').set({ heart }).where('conversation_id', '=', conversation).where('position', '=', position).execute()
}

/** Removes the content of a message, which no longer counts if it is unread. */
export async function updateRemoved(db: Db, id: number, { position, sender_id: sender }: MessageRow): Promise<void> {
  await db
    .updateTable('messages')
    .set({ text: '', content: null, heart: false })
    .where('conversation_id', '=', id)
    .where('position', '=', position)
    .execute()
  await db
    .updateTable('participants')
    .set((eb) => ({ unread: sql<number>`greatest(${eb.ref('unread')} - 1, 0)` }))
    .where('conversation_id', '=', id)
    .where('member_id', '<>', sender)
    .where('read_position', '<', position)
    .where('deleted_position', '<', position)
    .execute()
  // If everything the other side wrote was removed, it hasn't answered: its first answer is still free. A gift isn't one.
  await sql`
    update conversations set answered = false
    where id = ${id} and answered and not exists (
      select from messages
      where messages.conversation_id = conversations.id and messages.sender_id <> conversations.opened_by and ${WRITTEN}
    )`.execute(db)
}
