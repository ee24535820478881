import { sql, type Selectable } from 'kysely'
import { keptSince } from '../../shared/rules/retention.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { OutboxTable } from '../db/tables/outbox.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../http/handler.ts'
import { takeNextDue } from '../jobs/take-next-due.ts'

/** A row of the outbox with the message of its channel. */
export type Letter<M> = Omit<Selectable<OutboxTable>, 'message'> & { message: M }

/** Takes the next letter of a channel that is due. */
export async function takeLetter<M>(db: Db, channel: OutboxTable['channel'], now: Date): Promise<Letter<M> | undefined> {
  return await takeNextDue(db, 'outbox', sql`channel = ${channel} and delivered_at is null and dead_at is null`, now)
}

/** A letter at a certain attempt: a newer one that has replaced it meanwhile starts at zero attempts. */
type Attempt = Pick<Letter<unknown>, 'id' | 'attempts'>

/** Stores how a letter has ended. */
export async function endLetter(
  db: Db,
  { id, attempts }: Attempt,
  columns: { message: unknown } & ({ delivered_at: Date } | { dead_at: Date; reason: string })
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...columns, message: JSON.stringify(columns.message) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Leaves only the last `length` characters of a letter's recipient. */
export async function shortenRecipient(db: Db, { id }: Pick<Attempt, 'id'>, length: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({ recipient: eb.fn('right', ['recipient', eb.val(length)]) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a letter that doesn't have to be kept. */
export async function removeLetter(db: Db, { id, attempts }: Attempt): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Postpones a letter. */
export async function putOff(db: Db, { id, attempts }: Attempt, until: Date): Promise<void> {
  await db.updateTable('outbox').set({ due_at: until }).where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Deletes letters that ended long ago; until then operators can look up what happened to one. Returns how many. */
export async function purgeLetters({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = keptSince('mail', now())
  return await deleteInBatches(db, 'outbox', sql`created_at < ${before} and (delivered_at is not null or dead_at is not null)`)
}

/** The letters that were given up, newest first, without their content. */
export async function selectDead(db: Db, limit: number) {
  return await db
    .selectFrom('outbox')
    .select(['id', 'channel', 'tenant', 'created_at', 'dead_at', 'attempts', 'reason'])
    .where('dead_at', 'is not', null)
    .orderBy('dead_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** How many letters of each channel are waiting, and since when the oldest has been. */
export async function countWaiting(db: Db) {
  return await db
    .selectFrom('outbox')
    .select((eb) => ['channel', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('since')])
    .where('delivered_at', 'is', null)
    .where('dead_at', 'is', null)
    .groupBy('channel')
    .orderBy('channel')
    .execute()
}
