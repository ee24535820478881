import type { EventPayload, EventType } from '../../shared/api/events.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { insertEvents } from './store.ts'

/** An event for one member. */
export type MemberEvent = { [T in EventType]: { member: number; type: T; data: EventPayload<T> } }[EventType]

/**
 * Writes events in the transaction of what they tell about and wakes the members' streams after its commit. At most one
 * event a member in a call. Several members have to be locked by `lockMembers` before; one alone is locked here.
 */
export async function recordEvents(unit: UnitOfWork, events: readonly MemberEvent[]): Promise<void> {
  const rows = events.map(({ member, type, data }) => ({ member, type, data: JSON.stringify(data) }))
  await insertEvents(unit.db, rows, unit.now)
  const members = rows.map((row) => row.member)
  unit.afterCommit(() => unit.deps.events.wake(members))
}
