import type { MatchAnswers } from '../../shared/api/match-finder.ts'
import type { Db } from '../http/handler.ts'

/** A member's stored answers. */
export interface KeptAnswers extends MatchAnswers {
  answered_at: Date
}

/** The answers of a member, null before there are any. */
export async function selectAnswers(db: Db, member: number): Promise<KeptAnswers | null> {
  const row = await db
    .selectFrom('match_answers')
    .select(['genders', 'min_age', 'max_age', 'country', 'region', 'interests', 'reasons', 'answered_at'])
    .where('member_id', '=', member)
    .executeTakeFirst()
  // The columns contain only what the contract allows.
  return (row as KeptAnswers | undefined) ?? null
}

/** Stores answers in place of earlier ones. */
export async function upsertAnswers(db: Db, member: number, answers: MatchAnswers, now: Date): Promise<void> {
  const row = { ...answers, answered_at: now }
  await db
    .insertInto('match_answers')
    .values({ member_id: member, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

/** Deletes a member's answers. */
export async function deleteAnswers(db: Db, member: number): Promise<void> {
  await db.deleteFrom('match_answers').where('member_id', '=', member).execute()
}
