import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../http/handler.ts'

/**
 * Locks all members that a transaction will change or notify, at once and in order of id, before anything else: so two transactions can't deadlock.
 * The lock is on the event counter, a separate row that no read waits for (docs/decisions/022).
 */
export async function lockMembers(db: Db, ids: readonly number[]): Promise<void> {
  // One parameter for all of them: a statement takes 65,535, and someone popular has more contacts.
  await sql`select member_id from event_counters where member_id = any(${ids}::bigint[]) order by member_id for update`.execute(db)
}

/** The same for a viewer and one other member, whose number is found by SQL in the same statement: undefined if there is none, or it is the viewer. */
export async function lockViewerAnd(db: Db, viewer: number, other: RawBuilder<number>): Promise<number | undefined> {
  const { rows } = await lockOf(viewer, other).execute(db)
  return rows.find(({ member_id: id }) => id !== viewer)?.member_id
}

/** The statement of the same, to be sent together with what needs the lock (`together`). */
export function lockOf(viewer: number, other: RawBuilder<number>): RawBuilder<{ member_id: number }> {
  return sql`select member_id from event_counters where member_id = any(array[${viewer}::bigint, (${other})]) order by member_id for update`
}
