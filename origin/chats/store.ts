import { sql, type RawBuilder } from 'kysely'
import type { Author } from '../../shared/api/message.ts'
import type { StoredContent } from '../db/tables/chats.ts'
import { NOT_ERASED } from '../members/account-state.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'
import { newPublicId } from '../db/public-id.ts'
import { FREE_CONVERSATIONS } from '../../shared/rules/message-cost.ts'
import type { Db } from '../http/handler.ts'

/** A conversation as one of its two members has it. */
export interface OwnConversation {
  id: number
  public_id: string
  other_id: number
  last_position: number
  read_position: number
  deleted_position: number
  hidden: boolean
  /** No mails and pushes about it for the member, and for the other one. */
  muted: boolean
  other_muted: boolean
  /** Both show how far they have read. */
  shows_read: boolean
  /** Up to where the other one has read. */
  other_read_position: number
  other_deleted_position: number
  opened_by_other: boolean
  /** The member who didn't begin the conversation has written too. */
  answered: boolean
  /** Has agreed to pay for writing to a fictional profile. */
  knows_fictional: boolean
}

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
      'conversations.answered',
      'own.knows_fictional'
    ])
    .where('own.member_id', '=', member)
}

/**
 * The member's conversation with this public id; also one they deleted (`hidden`), but not one with a member they blocked.
 */
export async function selectOwnConversation(db: Db, member: number, publicId: string): Promise<OwnConversation | undefined> {
  return await ownConversations(db, member)
    .where('conversations.public_id', '=', publicId)
    .where(notBlockedBy(member, sql.ref('own.other_id')))
    .executeTakeFirst()
}

/** The member's conversation with another member, if there is one. */
export async function selectConversationWith(db: Db, member: number, other: number): Promise<OwnConversation | undefined> {
  return await ownConversations(db, member)
    .where('conversations.first_id', '=', Math.min(member, other))
    .where('conversations.second_id', '=', Math.max(member, other))
    .executeTakeFirst()
}

function notBlockedBy(member: number, other: ReturnType<typeof sql.ref>) {
  return sql<boolean>`not exists (select from blocks where blocker_id = ${member} and blocked_id = ${other})`
}

/** A row of the list: the conversation with its newest message that the member still has. */
export interface ListRow {
  public_id: string
  other_id: number
  unread: number
  muted: boolean
  position: number | null
  text: string | null
  content: StoredContent | null
  author: Author | null
  at: Date | null
  sender_id: number | null
}

/**
 * The member's conversations, newest message first; with `unreadFor` those alone that have unread messages of someone whom this viewer can see. Messages
 * from before `since` are left out.
 */
export async function selectList(
  db: Db,
  member: number,
  { since, offset, limit, unreadFor }: { since: Date; offset: number; limit: number; unreadFor?: ViewerScope }
): Promise<ListRow[]> {
  return await db
    .selectFrom('participants as own')
    .innerJoin('conversations', 'conversations.id', 'own.conversation_id')
    .leftJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'own.conversation_id')
        .onRef('messages.position', '=', 'conversations.last_position')
        .onRef('messages.position', '>', 'own.deleted_position')
        .on('messages.created_at', '>=', since)
    )
    .select([
      'conversations.public_id',
      'own.other_id',
      'own.unread',
      'own.muted',
      'messages.position',
      'messages.text',
      'messages.content',
      'messages.author',
      'messages.created_at as at',
      'messages.sender_id'
    ])
    .where('own.member_id', '=', member)
    .where('own.hidden', '=', false)
    .$if(unreadFor !== undefined, (query) =>
      query
        .where('own.unread', '>', 0)
        .where(sql<boolean>`exists (select from members where members.id = own.other_id and ${visibleTo(unreadFor!)})`)
    )
    .where(notBlockedBy(member, sql.ref('own.other_id')))
    .orderBy('own.last_message_at', 'desc')
    .orderBy('own.conversation_id')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** SQL: the number of a member's unread messages in the conversations of their list. */
export function unreadMessages(member: number): RawBuilder<number> {
  return sql`(
    select coalesce(sum(own.unread), 0)::bigint from participants own
    where own.member_id = ${member} and not own.hidden and own.unread > 0 and ${notBlockedBy(member, sql.ref('own.other_id'))}
  )`
}

/** How many conversations that list has in all, and their unread messages. */
export async function countList(db: Db, member: number): Promise<{ total: number; unread: number }> {
  return await db
    .selectFrom('participants as own')
    .select((eb) => [eb.fn.countAll<number>().as('total'), sql<number>`coalesce(sum(own.unread), 0)::bigint`.as('unread')])
    .where('own.member_id', '=', member)
    .where('own.hidden', '=', false)
    .where(notBlockedBy(member, sql.ref('own.other_id')))
    .executeTakeFirstOrThrow()
}

/** Messages of a conversation, the newest of those asked for, in order of position. */
export async function selectMessages(
  db: Db,
  conversation: number,
  { after, before, since, limit }: { after: number; before: number | undefined; since: Date; limit: number }
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('messages')
    .select(messageColumns)
    .select(PHOTO.as('photo'))
    .where('conversation_id', '=', conversation)
    .where('position', '>', after)
    .$if(before !== undefined, (query) => query.where('position', '<', before!))
    .where('created_at', '>=', since)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}

/** The message that a member sent under this key, with its conversation. */
export async function selectSent(
  db: Db,
  sender: number,
  clientId: string
): Promise<(MessageRow & { conversation_id: number }) | undefined> {
  return await db
    .selectFrom('messages')
    .select([...messageColumns, 'conversation_id'])
    .select(PHOTO.as('photo'))
    .where('sender_id', '=', sender)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The message at a position that the member still has. */
export async function selectMessageAt(
  db: Db,
  { id, deleted_position: deleted }: Pick<OwnConversation, 'id' | 'deleted_position'>,
  position: number
): Promise<MessageRow | undefined> {
  if (position <= deleted) return undefined
  return await db
    .selectFrom('messages')
    .select(messageColumns)
    .select(PHOTO.as('photo'))
    .where('conversation_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst()
}

/** Gives a message a heart, or takes it away. */
export async function updateHeart(db: Db, conversation: number, position: number, heart: boolean): Promise<void> {
  await db.updateTable('messages').set({ heart }).where('conversation_id', '=', conversation).where('position', '=', position).execute()
}

/** Removes what an unread message says or is, which then no longer counts. */
export async function updateTakenBack(db: Db, { id, other_id: reader }: OwnConversation, position: number): Promise<void> {
  await db
    .updateTable('messages')
    .set({ text: '', content: null })
    .where('conversation_id', '=', id)
    .where('position', '=', position)
    .execute()
  await db
    .updateTable('participants')
    .set((eb) => ({ unread: sql<number>`greatest(${eb.ref('unread')} - 1, 0)` }))
    .where('conversation_id', '=', id)
    .where('member_id', '=', reader)
    .where('deleted_position', '<', position)
    .execute()
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

/** The times at which a member began conversations since `since`, oldest first. */
export async function selectOpenings(db: Db, member: number, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('created_at')
    .where('opened_by', '=', member)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.created_at)
}

/** How many of the conversations that a member began the other one has answered. */
export async function countAnswered(db: Db, member: number): Promise<number> {
  const row = await db
    .selectFrom('conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('opened_by', '=', member)
    .where('answered', '=', true)
    .executeTakeFirstOrThrow()
  return row.count
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
    answered: false,
    knows_fictional: false
  }
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
      update conversations set last_position = last_position + 1, last_message_at = ${now}, answered = answered or opened_by <> ${sender}
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

/** Takes one of a member's free conversations; false if none is left. */
export async function takeFreeConversation(db: Db, member: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set((eb) => ({ free_conversations: eb('free_conversations', '+', 1) }))
    .where('id', '=', member)
    .where('free_conversations', '<', FREE_CONVERSATIONS)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
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
    update participants set read_position = ${position}, unread = (
      select count(*) from messages
      where messages.conversation_id = participants.conversation_id and messages.sender_id = participants.other_id
        and messages.position > greatest(${position}::integer, participants.deleted_position) and (messages.text <> '' or messages.content is not null)
    )
    where conversation_id = ${conversation} and member_id = ${member}
    returning unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/**
 * Hides the conversation and all its messages so far for one member; deletes what both have deleted. Returns the position up to which messages were
 * deleted for both.
 */
export async function updateDeleted(db: Db, conversation: OwnConversation, member: number): Promise<number> {
  await db
    .updateTable('participants')
    .set({ deleted_position: conversation.last_position, unread: 0, hidden: true })
    .where('conversation_id', '=', conversation.id)
    .where('member_id', '=', member)
    .execute()
  const removed = Math.min(conversation.last_position, conversation.other_deleted_position)
  await db.deleteFrom('messages').where('conversation_id', '=', conversation.id).where('position', '<=', removed).execute()
  return removed
}

/**
 * Conversations with messages older than the history limit of their members' sites. `starts`: the oldest kept time by site; `others`: the same for
 * sites that no longer exist.
 */
export async function selectOutgrown(
  db: Db,
  { starts, others, limit }: { starts: ReadonlyMap<string, Date>; others: Date; limit: number }
): Promise<{ id: number; members: [number, number]; since: Date }[]> {
  const latest = new Date(Math.max(others.getTime(), ...[...starts.values()].map((start) => start.getTime())))
  const { rows } = await sql<{ id: number; first_id: number; second_id: number; since: Date }>`
    with sites as (select * from unnest(${[...starts.keys()]}::text[], ${[...starts.values()]}::timestamptz[]) as sites (id, start))
    select conversations.id, first_id, second_id, since from messages
    join conversations on conversations.id = messages.conversation_id
    join members first on first.id = first_id join members second on second.id = second_id
    left join sites first_site on first_site.id = first.home_tenant
    left join sites second_site on second_site.id = second.home_tenant
    cross join lateral (
      select greatest(coalesce(first_site.start, ${others}), coalesce(second_site.start, ${others})) as since
    ) limits
    where messages.created_at < ${latest} and messages.created_at < since
    group by 1, 2, 3, 4 limit ${limit}`.execute(db)
  return rows.map(({ id, first_id, second_id, since }) => ({ id, members: [first_id, second_id], since }))
}

/** Deletes the messages of a conversation from before `since`; none of them is unread then. Both members' rows must be locked. */
export async function deleteMessagesBefore(db: Db, conversation: number, since: Date): Promise<void> {
  await db.deleteFrom('messages').where('conversation_id', '=', conversation).where('created_at', '<', since).execute()
  await sql`
    update participants set unread = (
      select count(*) from messages
      where messages.conversation_id = participants.conversation_id and messages.sender_id = participants.other_id
        and messages.position > greatest(participants.read_position, participants.deleted_position) and (messages.text <> '' or messages.content is not null)
    )
    where conversation_id = ${conversation} and unread > 0`.execute(db)
}

/** Members who still have a conversation with this one: not deleted by themselves, and not erased. */
export async function selectPartners(db: Db, member: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select others.member_id as id from conversations
    join participants others on others.conversation_id = conversations.id and others.member_id <> ${member}
    join members on members.id = others.member_id
    where ${member} in (conversations.first_id, conversations.second_id) and not others.hidden
      and ${NOT_ERASED}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Replaces a member by the placeholder `nobody` in every conversation that the other side still has, and removes the member's texts; deletes all
 * their other conversations. `nobody` must be the newest row; null if there is no conversation to keep.
 */
export async function leaveConversations(db: Db, member: number, nobody: number | null): Promise<void> {
  if (nobody !== null) {
    const kept = await selectPartners(db, member)
    const { rows } = await sql<{ id: number }>`
      update conversations set first_id = case when first_id = ${member} then second_id else first_id end, second_id = ${nobody},
        opened_by = case when opened_by = ${member} then ${nobody} else opened_by end
      where (first_id = ${member} and second_id = any(${kept}::bigint[])) or (second_id = ${member} and first_id = any(${kept}::bigint[]))
      returning id`.execute(db)
    const ids = rows.map((row) => row.id)
    await sql`
      update participants set
        member_id = case when member_id = ${member} then ${nobody} else member_id end,
        other_id = case when other_id = ${member} then ${nobody} else other_id end
      where conversation_id = any(${ids}::bigint[])`.execute(db)
    await sql`update messages set sender_id = ${nobody}, text = '', heart = false where conversation_id = any(${ids}::bigint[]) and sender_id = ${member}`.execute(
      db
    )
  }
  await sql`delete from conversations where ${member} in (first_id, second_id)`.execute(db)
}

/** The public id of a member by row number. */
export async function selectPublicId(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('members').select('public_id').where('id', '=', id).executeTakeFirst())?.public_id
}

/** Deletes the message written at sign-up: it has been sent, or something else in its place. */
export async function forgetSignupMessage(db: Db, member: number): Promise<void> {
  await db.updateTable('members').set({ signup_message: null }).where('id', '=', member).execute()
}
