import { whoMay } from '../members/account-state.ts'
import { sql } from 'kysely'
import type { EventPayload } from '../../shared/api/events.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Db } from '../http/handler.ts'

/** An event as it is written: the payload as JSON text. */
export interface NewEvent {
  member: number
  type: string
  data: string
}

/**
 * Counts every member's counter up by one and writes the event under that number, in one statement. At most one event a
 * member. The counter row is locked until the commit, so a member's numbers have no gap and become visible in order.
 */
export async function insertEvents(db: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  await sql`
    with fresh as (
      select * from unnest(
        ${events.map((event) => event.member)}::bigint[],
        ${events.map((event) => event.type)}::text[],
        ${events.map((event) => event.data)}::jsonb[]
      ) as fresh (member_id, type, data)
    ), counted as (
      update event_counters set number = event_counters.number + 1 from fresh where event_counters.member_id = fresh.member_id
      returning event_counters.member_id, event_counters.number
    )
    insert into events (member_id, number, type, data, created_at)
    select fresh.member_id, counted.number, fresh.type, fresh.data, ${now}
    from fresh join counted using (member_id)`.execute(db)
}

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

/** What is left of an event whose content is gone: the number stays, so that no one misses one, and the lists are refetched. */
const FORGOTTEN = JSON.stringify({ what: ['chats', 'likes'] } satisfies EventPayload<'changed'>)

/** Takes away what the streams of two members could yet repeat about each other. */
export async function forgetEventsBetween(db: Db, one: number, other: number): Promise<void> {
  await sql`
    update events set type = 'changed', data = ${FORGOTTEN}::jsonb
    from members, members others
    where events.member_id = members.id and (members.id, others.id) in ((${one}, ${other}), (${other}, ${one}))
      and (events.data ->> 'profile_id' = others.public_id or events.data ->> 'conversation_id' in (
        select public_id from conversations
        where first_id = least(members.id, others.id) and second_id = greatest(members.id, others.id)
      ))`.execute(db)
}

/** Takes the messages of a conversation up to a position out of what these members' streams could yet repeat. */
export async function forgetMessageEvents(db: Db, members: readonly number[], conversation: string, upTo: number): Promise<void> {
  await sql`
    update events set type = 'changed', data = ${FORGOTTEN}::jsonb
    where member_id = any(${members}::bigint[]) and type = 'message' and data ->> 'conversation_id' = ${conversation}
      and (data #>> '{message,position}')::integer <= ${upTo}`.execute(db)
}

/** Takes away what the streams of other members could yet repeat about this one. */
export async function forgetEventsOf(db: Db, member: number, others: readonly number[]): Promise<void> {
  await sql`
    update events set type = 'changed', data = ${FORGOTTEN}::jsonb
    where member_id = any(${others}::bigint[]) and (
      data ->> 'profile_id' = (select public_id from members where id = ${member})
      or data ->> 'conversation_id' in (select public_id from conversations where ${member} in (first_id, second_id))
    )`.execute(db)
}

/** Number of the member's newest event while this session of theirs is good; null once session or member is gone. */
export async function eventCounter(db: Db, member: number, session: { hash: Buffer; tenant: string; now: Date }): Promise<number | null> {
  const row = await db
    .selectFrom('members')
    .innerJoin('sessions', 'sessions.member_id', 'members.id')
    .innerJoin('event_counters', 'event_counters.member_id', 'members.id')
    .select('event_counters.number')
    .where('members.id', '=', member)
    .where(whoMay('use'))
    .where('sessions.id_hash', '=', session.hash)
    .where('sessions.tenant', '=', session.tenant)
    .where('sessions.expires_at', '>', session.now)
    .executeTakeFirst()
  return row?.number ?? null
}

/** Removes events from before a time; returns how many. */
export async function deleteEventsBefore(db: Db, before: Date): Promise<number> {
  return await deleteInBatches(db, 'events', sql`created_at < ${before}`)
}
