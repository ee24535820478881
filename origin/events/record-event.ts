import type { EventPayload, EventType } from '../../shared/api/events.ts'
import type { Context } from '../http/handler.ts'
import { insertEvents } from './store.ts'

/** What is needed to write an event: the transaction of its cause. */
export type Recording = Pick<Context<'sendMessage'>, 'db' | 'deps' | 'now' | 'afterCommit'>

/** An event for one member. */
export type MemberEvent = { [T in EventType]: { member: number; type: T; data: EventPayload<T> } }[EventType]

/**
 * Writes events in the transaction of what they tell about and wakes the members' streams after its commit. At most one
 * event a member in a call. Several members' rows have to be locked by `lockMembers` before; one alone is locked here.
 */
export async function recordEvents(recording: Recording, events: readonly MemberEvent[]): Promise<void> {
  const rows = events.map(({ member, type, data }) => ({ member, type, data: JSON.stringify(data) }))
  await insertEvents(recording.db, rows, recording.now)
  const members = rows.map((row) => row.member)
  recording.afterCommit(() => recording.deps.events.wake(members))
}
