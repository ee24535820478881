import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../http/handler.ts'
import { nextTry } from './next-try.ts'

/** Tables whose rows are sent to another server until it takes them. */
type Waiting = 'outbox' | 'refunds'

/** The longest wait between two attempts, in minutes. */
const LONGEST = 240

/**
 * Takes the next row that waits and is due, by postponing it: if this process dies while sending, the row is sent later, in the worst case twice. The
 * wait doubles with each attempt, up to 4 hours.
 * @param waits SQL condition of rows that aren't finished
 */
export async function takeNextDue<Row>(db: Db, table: Waiting, waits: RawBuilder<unknown>, now: Date): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)}
    set attempts = attempts + 1, due_at = ${nextTry(now, 'attempts', LONGEST)}
    where id = (
      select id from ${sql.table(table)} where ${waits} and due_at <= ${now} order by due_at, id limit 1 for update skip locked
    )
    returning *`.execute(db)
  return rows[0]
}
