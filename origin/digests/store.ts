import type { MailedKind } from '../../shared/rules/news.ts'
import type { DigestsTable } from '../db/tables/mails.ts'
import type { Db } from '../http/handler.ts'

/** What is known about a member's mails of a kind. */
type DigestRow = Pick<DigestsTable, 'first_at' | 'due_at' | 'mailed_at'>

/** The same with the time the member was last seen. */
export type DigestState = DigestRow & { last_seen_at: Date }

export async function selectDigest(db: Db, member: number, kind: MailedKind): Promise<DigestState | undefined> {
  return await db
    .selectFrom('digests')
    .innerJoin('presence', 'presence.member_id', 'digests.member_id')
    .select(['digests.first_at', 'digests.due_at', 'digests.mailed_at', 'presence.last_seen_at'])
    .where('digests.member_id', '=', member)
    .where('digests.kind', '=', kind)
    .executeTakeFirst()
}

export async function updateDigest(db: Db, member: number, kind: MailedKind, columns: Partial<DigestRow>): Promise<void> {
  await db.updateTable('digests').set(columns).where('member_id', '=', member).where('kind', '=', kind).execute()
}

/** Makes the job review a member's waiting news at its next run. */
export async function reviewDigests(db: Db, member: number, now: Date): Promise<void> {
  await db.updateTable('digests').set({ due_at: now }).where('member_id', '=', member).where('due_at', 'is not', null).execute()
}

/** Due digests, the longest waiting first. */
export async function selectDue(db: Db, now: Date, limit: number): Promise<{ member_id: number; kind: MailedKind }[]> {
  return await db
    .selectFrom('digests')
    .select(['member_id', 'kind'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('member_id')
    .limit(limit)
    .execute()
}
