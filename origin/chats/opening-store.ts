import { FREE_CONVERSATIONS } from '../../shared/rules/message-cost.ts'
import type { Db } from '../http/handler.ts'

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

/** The public id of a member by row number. */
export async function selectPublicId(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('members').select('public_id').where('id', '=', id).executeTakeFirst())?.public_id
}

/** Deletes the message written at sign-up: it, or something else in its place, has been sent. */
export async function deleteSignupMessage(db: Db, member: number): Promise<void> {
  await db.updateTable('members').set({ signup_message: null }).where('id', '=', member).execute()
}
