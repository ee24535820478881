import { sql } from 'kysely'
import { href } from '../../shared/routes/match.ts'
import type { MailedKind } from '../../shared/rules/news.ts'
import { countList } from '../chats/store.ts'
import { countLikes } from '../likes/store.ts'
import type { MemberScope } from '../members/viewer-scope.ts'
import { visibleTo } from '../members/visible.ts'

/** What a mail tells of: how much there is, how many of it are mutual, and the path where it is. */
export interface News {
  count: number
  matches: number
  path: string
}

type Scope = Pick<MemberScope, 'db' | 'deps' | 'viewer' | 'pool' | 'tenant'>

/** The questions about a kind of news, as its reader sees it. */
interface WhatIsNew {
  /** What came since then and is still new, for a mail. Profiles made by the company are no news. */
  since: (scope: Scope, since: Date) => Promise<News>
  /** How much of it is still new, for a push and the number on the app's icon. */
  unseen: (scope: Scope) => Promise<number>
}

export const WHAT_IS_NEW: Record<MailedKind, WhatIsNew> = {
  messages: { since: newMessages, unseen: async ({ db, viewer }) => (await countList(db, viewer.id)).unread },
  likes: { since: newLikes, unseen: async (scope) => (await countLikes(scope)).unseen }
}

/** Messages of members who are there for the viewer, written since then and not read. Profiles made by the company are no news. */
async function newMessages(scope: Scope, since: Date): Promise<News> {
  const { rows } = await sql<{ count: number; chats: number; chat: string | null }>`
    select count(*) as count, count(distinct conversations.id) as chats, min(conversations.public_id) as chat
    from participants own
    join conversations on conversations.id = own.conversation_id
    join messages on messages.conversation_id = conversations.id and messages.sender_id = own.other_id
      and messages.position > greatest(own.read_position, own.deleted_position) and messages.created_at > ${since}
    join members on members.id = own.other_id
    where own.member_id = ${scope.viewer.id} and not members.fictional and ${visibleTo(scope)}`.execute(scope.db)
  const { count, chats, chat } = rows[0]!
  return { count, matches: 0, path: chats === 1 && chat !== null ? href('chats-id', { id: chat }) : href('chats') }
}

/** Likes of members who are there for the viewer, given since then and not seen. */
async function newLikes(scope: Scope, since: Date): Promise<News> {
  const { rows } = await sql<{ count: number; matches: number }>`
    select count(*) as count,
      count(*) filter (where exists (select from likes back where back.liker_id = likes.liked_id and back.liked_id = likes.liker_id)) as matches
    from likes join members on members.id = likes.liker_id
    where likes.liked_id = ${scope.viewer.id} and likes.is_new and likes.created_at > ${since} and not members.fictional
      and ${visibleTo(scope)}`.execute(scope.db)
  return { ...rows[0]!, path: href('likes') }
}
