import { CHOICE_FIELDS, PROFILE_NOTES } from '../../shared/tenants/profile-fields.ts'
import { COPIED_MESSAGES } from '../../shared/rules/reports.ts'
import type { OwnConversation } from '../chats/conversation-store.ts'
import { selectMessages, type MessageRow } from '../chats/message-store.ts'
import type { CopiedMessage, CopiedPhoto, Evidence } from '../db/tables/reports.ts'
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
export async function selectReported(
  db: Db,
  { id, deleted_position: after }: OwnConversation,
  around: { position: number } | undefined
): Promise<MessageRow[]> {
  const before = around && around.position + COPIED_MESSAGES / 2 + 1
  return await selectMessages(db, id, { after, before, since: new Date(0), limit: COPIED_MESSAGES })
}

/** The photos that the reported member has sent in these messages. */
export function photosSent(messages: readonly MessageRow[], reporter: number): string[] {
  return messages.flatMap(({ sender_id: sender, photo }) => (photo && sender !== reporter ? [photo.public_id] : []))
}

/** @param copies of photos, by the public id of the original */
export function copyMessages(
  messages: readonly MessageRow[],
  reporter: number,
  around: { position: number } | undefined,
  copies: ReadonlyMap<string, string>
): CopiedMessage[] {
  return messages.map(({ position, sender_id: sender, text, content, author, created_at: at, photo }) => {
    const copied = withCopy(photo?.public_id ?? null, copies)
    return {
      by: sender === reporter ? 'reporter' : 'reported',
      position,
      at: at.toISOString(),
      text,
      ...(content && { content }),
      ...(copied && { photo: copied }),
      ...(author && { author }),
      ...(position === around?.position && { this: true as const })
    }
  })
}

/** A photo with its copy, if it has one. */
export function withCopy(of: string | null, copies: ReadonlyMap<string, string>): CopiedPhoto | null {
  const copy = of === null ? undefined : copies.get(of)
  return of === null || copy === undefined ? null : { of, copy }
}
