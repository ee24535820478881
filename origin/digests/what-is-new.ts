import { sql, type RawBuilder } from 'kysely'
import { href } from '../../shared/routes/match.ts'
import { MAILED_KINDS, NEWS, type Counter, type MailedKind } from '../../shared/rules/news.ts'
import { historyStartFor } from '../chats/history.ts'
import { unreadMessages } from '../chats/list-store.ts'
import { NOT_REMOVED } from '../chats/unread.ts'
import { newLikes } from '../likes/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'
import { countVisitsSince, newVisits } from '../visits/store.ts'

/** The content of a digest: how much news there is, how much of it is mutual, and the path where to see it. */
export interface News {
  count: number
  matches: number
  path: string
}

type Scope = Pick<MemberScope, 'db' | 'deps' | 'viewer' | 'pool' | 'tenant'>

/** The queries for a kind of news, as its reader sees it. */
interface WhatIsNew {
  /** What is newer than `since` and still unread, for a mail. Profiles made by the company are not news. */
  since: (scope: Scope, since: Date) => Promise<News>
  /** SQL: how much is still unread, for the counter of `user.php`, a push and the number on the app's icon. */
  unseen: (scope: Scope) => RawBuilder<number>
}

export const WHAT_IS_NEW: Record<MailedKind, WhatIsNew> = {
  messages: { since: messagesSince, unseen: (scope) => unreadMessages(scope.viewer.id, historyStartFor(scope)) },
  likes: { since: likesSince, unseen: newLikes },
  visits: {
    since: async (scope, since) => ({ count: await countVisitsSince(scope, since), matches: 0, path: href('visitors') }),
    unseen: newVisits
  }
}

/** SQL: every counter of a member as a column of its name. */
export function counterColumns(scope: Scope): RawBuilder<unknown> {
  return sql.join(MAILED_KINDS.map((kind) => sql`${WHAT_IS_NEW[kind].unseen(scope)} as ${sql.ref(NEWS[kind].counter)}`))
}

/** Every counter of a member. */
export async function selectCounters(scope: Scope): Promise<Record<Counter, number>> {
  const { rows } = await sql<Record<Counter, number>>`select ${counterColumns(scope)}`.execute(scope.db)
  return rows[0]!
}

/** Unread messages written since then by members who are visible to the viewer, in conversations that aren't muted. Profiles made by the company are not news. */
async function messagesSince(scope: Scope, since: Date): Promise<News> {
  const { rows } = await sql<{ count: number; chats: number; chat: string | null }>`
    select count(*) as count, count(distinct conversations.id) as chats, min(conversations.public_id) as chat
    from participants own
    join conversations on conversations.id = own.conversation_id
    join messages on messages.conversation_id = conversations.id and messages.sender_id = own.other_id
      and messages.position > greatest(own.read_position, own.deleted_position) and messages.created_at > ${since} and ${NOT_REMOVED}
    join members on members.id = own.other_id
    where own.member_id = ${scope.viewer.id} and not own.muted and not members.fictional and ${visibleTo(scope)}`.execute(scope.db)
  const { count, chats, chat } = rows[0]!
  return { count, matches: 0, path: chats === 1 && chat !== null ? href('chats-id', { id: chat }) : href('chats') }
}

/** Unseen likes given since then by members who are visible to the viewer. Automatic greetings are not news, like what the company's profiles do. */
async function likesSince(scope: Scope, since: Date): Promise<News> {
  const { rows } = await sql<{ count: number; matches: number }>`
    select count(*) as count,
      count(*) filter (where likes.matched_at is not null) as matches
    from likes join members on members.id = likes.liker_id
    where likes.liked_id = ${scope.viewer.id} and likes.is_new and likes.created_at > ${since} and likes.origin = 'member' and not members.fictional
      and ${visibleTo(scope)}`.execute(scope.db)
  return { ...rows[0]!, path: href('likes') }
}
