import type { Db, Viewer } from '../http/handler.ts'

/** How exact "last seen" is while someone is here, in ms. */
const EXACTNESS = 60_000

/** Stores that the member is here now. */
export async function seeMember(db: Db, memberId: number, now: Date): Promise<void> {
  await db
    .updateTable('members')
    .set({ last_seen_at: now, active_day: now.toISOString().slice(0, 10) })
    .where('id', '=', memberId)
    .execute()
}

/** The same with at most one write a minute, for requests that a member causes. */
export async function touchMember(db: Db, viewer: Viewer, now: Date): Promise<void> {
  if (now.getTime() - viewer.last_seen_at.getTime() >= EXACTNESS) await seeMember(db, viewer.id, now)
}
