import { CHOICE_FIELDS, PROFILE_NOTES } from '../../shared/tenants/profile-fields.ts'
import { COPIED_MESSAGES } from '../../shared/rules/reports.ts'
import type { OwnConversation } from '../chats/conversation-store.ts'
import type { CopiedMessage, Evidence } from '../db/tables/reports.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { Db } from '../http/handler.ts'

const PROFILE_COLUMNS = [
  'public_id',
  'name',
  'date_of_birth',
  'gender',
  'looking_for',
  'country',
  'region',
  'interests',
  'signup_date',
  'fictional',
  ...CHOICE_FIELDS,
  ...PROFILE_NOTES,
  'prompts'
] as const satisfies (keyof MemberRow)[]

/** The member's profile, without empty fields. */
export function copyProfile(member: MemberRow): Evidence['profile'] {
  return Object.fromEntries(PROFILE_COLUMNS.flatMap((column) => (member[column] === null ? [] : [[column, member[column]]])))
}

/** The newest messages of a conversation that the reporter still has, or those around one. */
export async function copyMessages(
  db: Db,
  reporter: number,
  { id, deleted_position: deleted }: OwnConversation,
  around: { position: number } | undefined
): Promise<CopiedMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['position', 'sender_id', 'text', 'content', 'author', 'created_at'])
    .where('conversation_id', '=', id)
    .where('position', '>', deleted)
    .$if(around !== undefined, (query) => query.where('position', '<=', around!.position + COPIED_MESSAGES / 2))
    .orderBy('position', 'desc')
    .limit(COPIED_MESSAGES)
    .execute()
  return rows.reverse().map(({ position, sender_id: sender, text, content, author, created_at: at }) => ({
    by: sender === reporter ? 'reporter' : 'reported',
    position,
    at: at.toISOString(),
    text,
    ...(content && { content }),
    ...(author && { author }),
    ...(position === around?.position && { this: true as const })
  }))
}
