import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../http/handler.ts'
import type { Tables } from './tables.ts'

/** Rows deleted per statement: few enough to finish long before the statement timeout. */
const BATCH = 1000

/**
 * Deletes the rows of a table that meet the condition, one batch per statement, so that a sweep after a long pause neither blocks others nor times
 * out. Rows that someone else holds are left for the next sweep. Returns how many.
 */
export async function deleteInBatches(db: Db, table: keyof Tables, condition: RawBuilder<unknown>): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${BATCH} for update skip locked
      ))`.execute(db)
    deleted += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted
  }
}
