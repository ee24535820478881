import { sql } from 'kysely'
import { newPublicId } from '../db/public-id.ts'
import type { Db } from '../http/handler.ts'
import { unreadAfter, WRITTEN } from './unread.ts'

/** A conversation as one of its two members has it. */
export interface OwnConversation {
  id: number
  public_id: string
  other_id: number
  last_position: number
  read_position: number
  deleted_position: number
  hidden: boolean
  /** No mails or pushes about it: for the member, and for the other one. */
  muted: boolean
  other_muted: boolean
  /** Both members show how far they have read. */
  shows_read: boolean
  /** Up to where the other one has read. */
  other_read_position: number
  other_deleted_position: number
  opened_by_other: boolean
  /** The other one has written something that still stands; a gift isn't enough. */
  other_wrote: boolean
  /** The member who didn't begin the conversation has written too; a gift isn't enough. */
  answered: boolean
  /** Has agreed to pay for writing to a fictional profile. */
  knows_fictional: boolean
}

function ownConversations(db: Db, member: number) {
  return db
    .selectFrom('participants as own')
    .innerJoin('conversations', 'conversations.id', 'own.conversation_id')
    .innerJoin('participants as others', (join) =>
      join.onRef('others.conversation_id', '=', 'own.conversation_id').onRef('others.member_id', '=', 'own.other_id')
    )
    .select([
      'conversations.id',
      'conversations.public_id',
      'own.other_id',
      'conversations.last_position',
      'own.read_position',
      'own.deleted_position',
      'own.hidden',
      'own.muted',
      'others.muted as other_muted',
      sql<boolean>`(select bool_and(shows_read) from members where id in (own.member_id, own.other_id))`.as('shows_read'),
      'others.read_position as other_read_position',
      'others.deleted_position as other_deleted_position',
      sql<boolean>`conversations.opened_by = own.other_id`.as('opened_by_other'),
      // "is not distinct" keeps to the conversation's index, which ends with the first one found: by sender, all that they ever wrote would be read.
      sql<boolean>`case when conversations.opened_by <> own.other_id then conversations.answered else coalesce((
        select true from messages where messages.conversation_id = conversations.id and messages.sender_id is not distinct from own.other_id
          and ${WRITTEN} order by messages.position limit 1
      ), false) end`.as('other_wrote'),
      'conversations.answered',
      'own.knows_fictional'
    ])
    .where('own.member_id', '=', member)
}

/**
 * The member's conversation with this public id; also one they deleted (`hidden`), but not one with a member they blocked.
 */
export async function selectOwnConversation(db: Db, member: number, publicId: string): Promise<OwnConversation | undefined> {
  return await withPublicId(db, member, publicId)
    .where(notBlockedBy(member, sql.ref('own.other_id')))
    .executeTakeFirst()
}

/** The same, also with a member they blocked: what was said before can still be reported. */
export async function selectReportableConversation(db: Db, member: number, publicId: string): Promise<OwnConversation | undefined> {
  return await withPublicId(db, member, publicId).executeTakeFirst()
}

function withPublicId(db: Db, member: number, publicId: string) {
  return ownConversations(db, member).where('conversations.public_id', '=', publicId)
}

/** The member's conversation with another member, if there is one. */
export async function selectConversationWith(db: Db, member: number, other: number): Promise<OwnConversation | undefined> {
  return await ownConversations(db, member)
    .where('conversations.first_id', '=', Math.min(member, other))
    .where('conversations.second_id', '=', Math.max(member, other))
    .executeTakeFirst()
}

/** SQL: this member has not blocked the other one. */
export function notBlockedBy(member: number, other: ReturnType<typeof sql.ref>) {
  return sql<boolean>`not exists (select from blocks where blocker_id = ${member} and blocked_id = ${other})`
}

/** Opens a conversation between two members who have none. Both rows must be locked. */
export async function insertConversation(db: Db, openedBy: number, other: number, now: Date): Promise<OwnConversation> {
  const { id, public_id } = await db
    .insertInto('conversations')
    .values({
      public_id: newPublicId(),
      first_id: Math.min(openedBy, other),
      second_id: Math.max(openedBy, other),
      opened_by: openedBy,
      created_at: now,
      last_message_at: now
    })
    .returning(['id', 'public_id'])
    .executeTakeFirstOrThrow()
  const participant = (member: number, partner: number) => ({
    conversation_id: id,
    member_id: member,
    other_id: partner,
    last_message_at: now
  })
  await db
    .insertInto('participants')
    .values([participant(openedBy, other), participant(other, openedBy)])
    .execute()
  return {
    id,
    public_id,
    other_id: other,
    last_position: 0,
    read_position: 0,
    deleted_position: 0,
    hidden: false,
    muted: false,
    other_muted: false,
    shows_read: true,
    other_read_position: 0,
    other_deleted_position: 0,
    opened_by_other: false,
    other_wrote: false,
    answered: false,
    knows_fictional: false
  }
}

/** The member has agreed to pay for writing to a fictional profile. */
export async function updateKnowsFictional(db: Db, conversation: number, member: number): Promise<void> {
  await db
    .updateTable('participants')
    .set({ knows_fictional: true })
    .where('conversation_id', '=', conversation)
    .where('member_id', '=', member)
    .execute()
}

/** Do both members show this of themselves? */
export async function bothShow(db: Db, what: 'shows_typing' | 'shows_read', one: number, other: number): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select((eb) => eb.fn.agg<boolean>('bool_and', [what]).as('both'))
    .where('id', 'in', [one, other])
    .executeTakeFirstOrThrow()
  return row.both
}

/** Turns mails and pushes about a conversation off or on for one side. */
export async function updateMuted(db: Db, conversation: number, member: number, muted: boolean): Promise<void> {
  await db.updateTable('participants').set({ muted }).where('conversation_id', '=', conversation).where('member_id', '=', member).execute()
}

/** Sets the position up to which a member has read; returns how many later messages from the other member there are. */
export async function updateRead(db: Db, conversation: number, member: number, position: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    update participants set read_position = ${position}, unread = ${unreadAfter(sql`${position}::integer`)}
    where conversation_id = ${conversation} and member_id = ${member}
    returning unread`.execute(db)
  return rows[0]?.unread ?? 0
}
