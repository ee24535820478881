import { whoMay } from '../members/account-state.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '../../shared/api/events.ts'
import { keptSince } from '../../shared/rules/retention.ts'
import { defer } from '../db/defer.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Deps } from '../deps.ts'
import { scheduleDigests } from '../digests/schedule-digests.ts'
import type { Db } from '../http/handler.ts'
import { queuePushes } from '../push/queue-pushes.ts'

/** An event as it is written: the payload as JSON text, and the news it causes (all four or none). */
export interface NewEvent {
  /** Null if only the statement that writes it knows. */
  member: number | null
  type: string
  data: string
  /** Kind of news. */
  kind: string | null
  /** How often news of the kind is mailed to a member who hasn't chosen. */
  frequency: string | null
  /** Kind of push. */
  push: string | null
  /** Page that a push opens. */
  path: string | null
}

/** Whether a mail or a push about events is due now. */
export interface Due {
  digest: boolean
  push: boolean
}

/** Writes events, at the latest with the commit; after it the function that is returned says whether a mail or a push is due now. */
export async function insertEvents(db: Db, events: readonly NewEvent[], now: Date): Promise<() => Due> {
  const statement = sql<Due>`
    with told as (select * from ${rowsOf(events)} as told (${COLUMNS})), ${writeTold(now)}
    select ${DUE}`
  const rows = await defer(db, statement.compile(db))
  return () => rows()[0]!
}

/** SQL: the columns of an event that is to be written. */
export const COLUMNS = sql.raw('member_id, type, data, kind, frequency, push, path')

/** SQL: events as rows of `COLUMNS`. */
export function rowsOf(events: readonly NewEvent[]): RawBuilder<unknown> {
  const column = <K extends keyof NewEvent>(name: K) => events.map((event) => event[name])
  return sql`unnest(
    ${column('member')}::bigint[], ${column('type')}::text[], ${column('data')}::jsonb[],
    ${column('kind')}::text[], ${column('frequency')}::text[], ${column('push')}::text[], ${column('path')}::text[]
  )`
}

/**
 * SQL, parts of a `with`: increments the counter of each member in `told` (`COLUMNS`), writes the event under that number, and schedules the mails and
 * pushes about it. At most one event per member. The counter row is locked until the commit, so a member's numbers have no gap and become visible in
 * order.
 */
export function writeTold(now: Date): RawBuilder<unknown> {
  return sql`counted as (
      update event_counters set number = event_counters.number + 1 from told where event_counters.member_id = told.member_id
      returning event_counters.member_id, event_counters.number
    ), recorded as (
      insert into events (member_id, number, type, data, created_at)
      select told.member_id, counted.number, told.type, told.data, ${now}
      from told join counted using (member_id)
    ), digested as (${scheduleDigests(now)}), pushed as (${queuePushes(now)})`
}

/** SQL: the columns of `Due`, once they are written. */
export const DUE = sql.raw('exists (select from digested where due) as digest, exists (select from pushed where due) as push')

/** The member's events after a number, in order. */
export async function eventsAfter(db: Db, member: number, number: number, limit: number) {
  return await db
    .selectFrom('events')
    .select(['number', 'type', 'data'])
    .where('member_id', '=', member)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** What replaces an event whose content is deleted: the number stays, so that there is no gap, and the lists are refetched. */
const forgotten = sql`type = ${'contacts_changed' satisfies EventType}, data = '{}'`

/** Removes the content of stored events of two members that are about each other. */
export async function deleteEventsBetween(db: Db, one: number, other: number): Promise<void> {
  await sql`
    update events set ${forgotten}
    from members, members others
    where events.member_id = members.id and (members.id, others.id) in ((${one}, ${other}), (${other}, ${one}))
      and (events.data ->> 'profile_id' = others.public_id or events.data ->> 'conversation_id' in (
        select public_id from conversations
        where first_id = least(members.id, others.id) and second_id = greatest(members.id, others.id)
      ))`.execute(db)
}

/** Removes the messages of a conversation, up to a position (or between two), from these members' stored events. */
export async function deleteMessageEvents(db: Db, members: readonly number[], conversation: string, upTo: number, from = 1): Promise<void> {
  await sql`
    update events set ${forgotten}
    where member_id = any(${members}::bigint[]) and data ? 'message' and data ->> 'conversation_id' = ${conversation}
      and (data #>> '{message,position}')::integer between ${from} and ${upTo}`.execute(db)
}

/** Removes the content of other members' stored events that are about this member. */
export async function deleteEventsOf(db: Db, member: number, others: readonly number[]): Promise<void> {
  await sql`
    update events set ${forgotten}
    where member_id = any(${others}::bigint[]) and (
      data ->> 'profile_id' = (select public_id from members where id = ${member})
      or data ->> 'conversation_id' in (select public_id from conversations where ${member} in (first_id, second_id))
    )`.execute(db)
}

/** Who listens with which session. */
export interface Listening {
  member: number
  sessionHash: Buffer
  /** Id of the tenant that issued the session. */
  tenant: string
}

/** For each, the number of the member's newest event while this session is valid; undefined once session or member is gone. */
export async function eventCounters(db: Db, asked: readonly Listening[], now: Date): Promise<(number | undefined)[]> {
  const { rows } = await sql<{ place: number; number: number }>`
    select asked.place::integer as place, event_counters.number
    from unnest(
      ${asked.map(({ member }) => member)}::bigint[], ${asked.map(({ sessionHash }) => sessionHash)}::bytea[], ${asked.map(({ tenant }) => tenant)}::text[]
    ) with ordinality as asked (member_id, session_hash, tenant, place)
    join members on members.id = asked.member_id
    join sessions on sessions.id_hash = asked.session_hash and sessions.member_id = members.id
    join event_counters on event_counters.member_id = members.id
    where ${whoMay('use')} and sessions.tenant = asked.tenant and sessions.expires_at > ${now}`.execute(db)
  const numbers: (number | undefined)[] = []
  for (const { place, number } of rows) numbers[place - 1] = number
  return numbers
}

/** Deletes old events; returns how many. A stream that reconnects after longer is told that everything changed. */
export async function purgeExpiredEvents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return await deleteInBatches(db, 'events', sql`created_at < ${keptSince('event', now())}`)
}
