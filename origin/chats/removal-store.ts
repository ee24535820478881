import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'
import { NOT_ERASED } from '../members/account-state.ts'
import type { OwnConversation } from './conversation-store.ts'
import { unreadAfter } from './unread.ts'

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

/** A conversation with messages older than the history limit of its members' sites; `since` is the oldest time that is kept. */
export interface Outgrown {
  id: number
  members: [number, number]
  since: Date
}

/**
 * The outgrown ones among the next `limit` conversations after `after`, and `last`, the id to continue after; null when there are no more. Only each
 * conversation's first message is read, which is its oldest: a brand that keeps long histories would slow down the others.
 * `starts`: the oldest kept time by site; `others`: the same for sites that no longer exist.
 */
export async function selectOutgrown(
  db: Db,
  { starts, others, after, limit }: { starts: ReadonlyMap<string, Date>; others: Date; after: number; limit: number }
): Promise<{ outgrown: Outgrown[]; last: number | null }> {
  const { rows } = await sql<{ last: number | null; id: number | null; first_id: number; second_id: number; since: Date }>`
    with sites as (select * from unnest(${[...starts.keys()]}::text[], ${[...starts.values()]}::timestamptz[]) as sites (id, start)),
    slice as (select id, first_id, second_id from conversations where id > ${after} order by id limit ${limit})
    select walked.last, outgrown.* from (select max(id) as last from slice) walked
    left join (
      select slice.id, first_id, second_id, since from slice
      cross join lateral (select created_at from messages where conversation_id = slice.id order by position limit 1) oldest
      join members first on first.id = first_id join members second on second.id = second_id
      left join sites first_site on first_site.id = first.home_tenant
      left join sites second_site on second_site.id = second.home_tenant
      cross join lateral (
        select greatest(coalesce(first_site.start, ${others}), coalesce(second_site.start, ${others})) as since
      ) limits
      where oldest.created_at < since
    ) outgrown on true`.execute(db)
  const outgrown = rows.flatMap(({ id, first_id, second_id, since }) =>
    id === null ? [] : [{ id, members: [first_id, second_id] satisfies [number, number], since }]
  )
  return { outgrown, last: rows[0]!.last }
}

/** Deletes the messages of a conversation from before `since`; none of them is unread then. Both members' rows must be locked. */
export async function deleteMessagesBefore(db: Db, conversation: number, since: Date): Promise<void> {
  await db.deleteFrom('messages').where('conversation_id', '=', conversation).where('created_at', '<', since).execute()
  await recountUnread(db, [conversation])
}

/** Counts again what is unread, after messages were removed. */
async function recountUnread(db: Db, conversations: readonly number[]): Promise<void> {
  await sql`
    update participants set unread = ${unreadAfter(sql.ref('participants.read_position'))}
    where conversation_id = any(${conversations}::bigint[]) and unread > 0`.execute(db)
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
 * Gives a member's conversations with these partners to the row `placeholder`, without the member's texts and photos, of which none is unread then;
 * gifts stay with their receivers. The placeholder counts as having deleted everything, so the rest goes when the partner deletes it. Deletes all
 * other conversations. `placeholder` must be the newest row; null without partners.
 */
export async function leaveConversations(db: Db, member: number, partners: readonly number[], placeholder: number | null): Promise<void> {
  if (placeholder !== null) {
    const { rows } = await sql<{ id: number }>`
      update conversations set first_id = case when first_id = ${member} then second_id else first_id end, second_id = ${placeholder},
        opened_by = case when opened_by = ${member} then ${placeholder} else opened_by end
      where (first_id = ${member} and second_id = any(${partners}::bigint[])) or (second_id = ${member} and first_id = any(${partners}::bigint[]))
      returning id`.execute(db)
    const ids = rows.map((row) => row.id)
    await sql`
      update participants set
        member_id = case when member_id = ${member} then ${placeholder} else member_id end,
        other_id = case when other_id = ${member} then ${placeholder} else other_id end,
        deleted_position = case when member_id = ${member} then last_position else deleted_position end
      from conversations where conversations.id = conversation_id and conversation_id = any(${ids}::bigint[])`.execute(db)
    await db
      .updateTable('messages')
      .set({ sender_id: placeholder, text: '', content: sql`case when content ->> 'type' <> 'photo' then content end`, heart: false })
      .where(sql<boolean>`conversation_id = any(${ids}::bigint[])`)
      .where('sender_id', '=', member)
      .execute()
    await recountUnread(db, ids)
  }
  await sql`delete from conversations where ${member} in (first_id, second_id)`.execute(db)
}

/** Deletes those of these members that are placeholders without a conversation. */
export async function removePlaceholders(db: Db, members: readonly number[]): Promise<void> {
  await sql`
    delete from members where id = any(${members}::bigint[]) and not ${NOT_ERASED}
      and not exists (select from conversations where members.id in (first_id, second_id))`.execute(db)
}
