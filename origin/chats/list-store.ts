import { type RawBuilder, sql } from 'kysely'
import type { Author } from '../../shared/api/message.ts'
import type { StoredContent } from '../db/tables/chats.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../http/handler.ts'
import type { ViewerScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'
import { notBlockedBy } from './conversation-store.ts'

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

interface Part {
  member: number
  /** Messages from before are left out. */
  since: Date
  offset: number
  limit: number
}

/** SQL: the unread messages of a conversation; none if even its newest message is from before `since`, and so out of sight. */
const unreadSince = (since: Date) => sql<number>`case when own.last_message_at >= ${since} then own.unread else 0 end`

/** The member's conversations, newest message first. */
export const selectList = prepared(listOf)

/** Only those with unread messages from someone whom this viewer can see. */
export async function selectUnread(db: Db, part: Part, viewer: ViewerScope): Promise<ListRow[]> {
  return await listOf(db, part)
    .where(unreadSince(part.since), '>', 0)
    .where(sql<boolean>`exists (select from members where members.id = own.other_id and ${visibleTo(viewer)})`)
    .execute()
}

function listOf(db: Db, { member, since, offset, limit }: Part) {
  return db
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
      unreadSince(since).as('unread'),
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
    .where(notBlockedBy(member, sql.ref('own.other_id')))
    .orderBy('own.last_message_at', 'desc')
    .orderBy('own.conversation_id')
    .offset(offset)
    .limit(limit)
}

/**
 * SQL: the number of a member's unread messages in the conversations of their list. A hidden one has none; saying so lets the list's index be used.
 */
export function unreadMessages(member: number, since: Date): RawBuilder<number> {
  return sql`(
    select coalesce(sum(${unreadSince(since)}), 0)::bigint from participants own
    where own.member_id = ${member} and not own.hidden and own.unread > 0 and ${notBlockedBy(member, sql.ref('own.other_id'))}
  )`
}

/** How many conversations that list has in all, and their unread messages. */
export async function countList(db: Db, part: Pick<Part, 'member' | 'since'>): Promise<{ total: number; unread: number }> {
  const [row] = await selectCount(db, part)
  return row!
}

const selectCount = prepared((db, { member, since }: Pick<Part, 'member' | 'since'>) =>
  db
    .selectFrom('participants as own')
    .select((eb) => [eb.fn.countAll<number>().as('total'), sql<number>`coalesce(sum(${unreadSince(since)}), 0)::bigint`.as('unread')])
    .where('own.member_id', '=', member)
    .where('own.hidden', '=', false)
    .where(notBlockedBy(member, sql.ref('own.other_id')))
)
