import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../http/handler.ts'

/** Tables whose rows are sent to another server until it takes them. */
type Waiting = 'outbox' | 'refunds'

/**
 * Takes the next row that waits and is due, by postponing it: if this process dies while sending, the row is sent later, in the worst case twice. The
 * wait doubles with each attempt: 1, 2, 4 … minutes, at most 4 hours.
 * @param waits SQL condition of rows that aren't finished
 */
export async function takeNextDue<Row>(db: Db, table: Waiting, waits: RawBuilder<unknown>, now: Date): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)}
    set attempts = attempts + 1, due_at = ${now}::timestamptz + least(power(2, attempts), 240) * interval '1 minute'
    where id = (
      select id from ${sql.table(table)} where ${waits} and due_at <= ${now} order by due_at, id limit 1 for update skip locked
    )
    returning *`.execute(db)
  return rows[0]
}
