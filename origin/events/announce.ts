import { EVENTS, type Announcement } from '../../shared/api/events.ts'
import { NEWS } from '../../shared/rules/news.ts'
import type { MemberRow } from '../db/tables/members.ts'
import type { UnitOfWork } from '../db/unit-of-work.ts'
import { wakePusher } from '../push/send-pushes.ts'
import { insertEvents, type Due, type NewEvent } from './store.ts'

/** `quiet`: the member wants no mails and pushes about it. */
export type Announced = Announcement & { quiet?: boolean }

/** The member who acted. */
type Author = Pick<MemberRow, 'id' | 'fictional'>

/**
 * Writes events in the transaction of what they are about, with the mails and pushes that the table of events defines for them, and wakes streams and
 * senders after the commit. At most one event per member in a call. Several members' rows must be locked by `lockMembers` before; a single one is
 * locked here.
 * @param by their own copies are not news to them, and what profiles made by the company do is not news to anyone
 */
export async function announce(unit: UnitOfWork, events: readonly Announced[], by: Author | null = null): Promise<void> {
  const due = await insertEvents(
    unit.db,
    events.map((event) => eventRow(event, by)),
    unit.now
  )
  const members = events.map(({ to }) => to)
  unit.afterCommit(() => wakeFor(unit, members, due()))
}

/** Wakes streams and senders once events are written. */
export function wakeFor({ deps }: Pick<UnitOfWork, 'deps'>, members: readonly number[], due: Due): void {
  deps.events.wake(members)
  if (due.digest) deps.wakeDigests()
  if (due.push) wakePusher(deps)
}

/** An event as it is written, for statements that write it with what it is about (`writeTold`). Only they may leave `to` open, never for the author. */
export function eventRow({ to, type, data, quiet }: Announced | (Omit<Announced, 'to'> & { to: null }), by: Author | null): NewEvent {
  const event = { member: to, type, data: JSON.stringify(data) }
  const news = quiet || (by && (by.fictional || by.id === to)) ? undefined : EVENTS[type].news
  if (!news) return { ...event, kind: null, frequency: null, push: null, path: null }
  const path = (news.path as (data: object) => string)(data)
  return { ...event, kind: news.kind, frequency: NEWS[news.kind].frequency, push: news.push, path }
}
