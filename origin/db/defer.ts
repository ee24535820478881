import { CompiledQuery } from 'kysely'
import type { Db } from '../http/handler.ts'
import { Batch } from './client.ts'

/**
 * Sends a statement of a transaction with the next one, or with the commit: a round trip costs more than most statements. If it fails, what it was
 * sent with fails. Returns a function for its rows, which are there once the next statement or the commit has been answered.
 */
export async function defer<T>(db: Db, statement: CompiledQuery<T>): Promise<() => T[]> {
  const batch = new Batch([statement], { deferred: true })
  await db.executeQuery(CompiledQuery.raw(statement.sql, [batch]))
  return () => batch.answers[0]!.rows as T[]
}
