import type { Db } from '../http/handler.ts'

/**
 * Locks every member row that a transaction will touch (event counter, balance), all at once and in order of id, before
 * anything else: two transactions then never wait for each other in a circle.
 */
export async function lockMembers(db: Db, ids: readonly number[]): Promise<void> {
  await db.selectFrom('members').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}
