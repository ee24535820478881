import type { Db } from '../http/handler.ts'

/**
 * Locks members whom a transaction will change anything of, or tell anything, all at once and in order of id, before anything else: two
 * transactions then never wait for each other in a circle. What is locked is the event counter, a row of its own that no read waits for
 * (docs/decisions/022).
 */
export async function lockMembers(db: Db, ids: readonly number[]): Promise<void> {
  await db.selectFrom('event_counters').select('member_id').where('member_id', 'in', ids).orderBy('member_id').forUpdate().execute()
}
