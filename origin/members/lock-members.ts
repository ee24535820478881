import type { Db } from '../http/handler.ts'

/**
 * Locks all members that a transaction will change or notify, at once and in order of id, before anything else: so two transactions can't deadlock.
 * The lock is on the event counter, a separate row that no read waits for (docs/decisions/022).
 */
export async function lockMembers(db: Db, ids: readonly number[]): Promise<void> {
  await db.selectFrom('event_counters').select('member_id').where('member_id', 'in', ids).orderBy('member_id').forUpdate().execute()
}
