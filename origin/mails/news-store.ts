import { sql } from 'kysely'
import type { MailedKind } from '../../shared/api/notifications.ts'
import { href } from '../../shared/routes/match.ts'
import type { NewsMailsTable } from '../db/tables/mails.ts'
import type { Db } from '../http/handler.ts'
import type { MemberLooking } from '../members/looking.ts'
import { visibleTo } from '../members/visible.ts'

/** What is known of a member's mails of a kind; all null where there were none. */
type NewsRow = Pick<NewsMailsTable, 'first_at' | 'due_at' | 'mailed_at'>

/** The same with when the member was here last. */
export type NewsState = NewsRow & { last_seen_at: Date }

/** What a mail tells of: how much there is, how many of the likes are mutual, and the path where it is. */
export interface News {
  count: number
  matches: number
  path: string
}

export async function selectNews(db: Db, member: number, kind: MailedKind): Promise<NewsState> {
  return await db
    .selectFrom('presence')
    .leftJoin('news_mails', (join) => join.onRef('news_mails.member_id', '=', 'presence.member_id').on('news_mails.kind', '=', kind))
    .select(['presence.last_seen_at', 'news_mails.first_at', 'news_mails.due_at', 'news_mails.mailed_at'])
    .where('presence.member_id', '=', member)
    .executeTakeFirstOrThrow()
}

/** Writes some columns of a member's row of this kind, which is made where it is missing. */
export async function upsertNews(db: Db, member: number, kind: MailedKind, columns: Partial<NewsRow>): Promise<void> {
  await db
    .insertInto('news_mails')
    .values({ member_id: member, kind, first_at: null, due_at: null, mailed_at: null, ...columns })
    .onConflict((conflict) => conflict.columns(['member_id', 'kind']).doUpdateSet(columns))
    .execute()
}

/** Has the job look at a member's waiting news at its next run. */
export async function reviewNews(db: Db, member: number, now: Date): Promise<void> {
  await db.updateTable('news_mails').set({ due_at: now }).where('member_id', '=', member).where('due_at', 'is not', null).execute()
}

/** Whose mails are due, the longest waiting first. */
export async function selectDueNews(db: Db, now: Date, limit: number): Promise<{ member_id: number; kind: MailedKind }[]> {
  return await db
    .selectFrom('news_mails')
    .select(['member_id', 'kind'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('member_id')
    .limit(limit)
    .execute()
}

type Eyes = Pick<MemberLooking, 'db' | 'deps' | 'viewer' | 'pool' | 'tenant'>

/** Messages of members who are there for the viewer, written since then and not read. Profiles made by the company are no news. */
export async function newMessages(eyes: Eyes, since: Date): Promise<News> {
  const { rows } = await sql<{ count: number; chats: number; chat: string | null }>`
    select count(*) as count, count(distinct conversations.id) as chats, min(conversations.public_id) as chat
    from participants own
    join conversations on conversations.id = own.conversation_id
    join messages on messages.conversation_id = conversations.id and messages.sender_id = own.other_id
      and messages.position > greatest(own.read_position, own.deleted_position) and messages.created_at > ${since}
    join members on members.id = own.other_id
    where own.member_id = ${eyes.viewer.id} and not members.fictional and ${visibleTo(eyes)}`.execute(eyes.db)
  const { count, chats, chat } = rows[0]!
  return { count, matches: 0, path: chats === 1 && chat !== null ? href('chats-id', { id: chat }) : href('chats') }
}

/** Likes of members who are there for the viewer, given since then and not seen. */
export async function newLikes(eyes: Eyes, since: Date): Promise<News> {
  const { rows } = await sql<{ count: number; matches: number }>`
    select count(*) as count,
      count(*) filter (where exists (select from likes back where back.liker_id = likes.liked_id and back.liked_id = likes.liker_id)) as matches
    from likes join members on members.id = likes.liker_id
    where likes.liked_id = ${eyes.viewer.id} and likes.is_new and likes.created_at > ${since} and not members.fictional
      and ${visibleTo(eyes)}`.execute(eyes.db)
  return { ...rows[0]!, path: href('likes') }
}
