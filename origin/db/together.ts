import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from '../http/handler.ts'
import { Batch } from './client.ts'

/**
 * Runs statements one after the other, all sent at once: each sees what was committed before it began, and holds the locks that those before it took.
 * Outside a transaction they form their own. Returns the rows of the last.
 */
export async function together<T>(db: Db, statements: readonly [...before: RawBuilder<unknown>[], last: RawBuilder<T>]): Promise<T[]> {
  const batch = new Batch(statements.map((statement) => statement.compile(db)))
  const text = batch.queries.map(({ sql }) => sql).join(';\n')
  const { rows } = await db.executeQuery<T>(CompiledQuery.raw(text, [batch]))
  return rows
}
