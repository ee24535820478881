import { sql } from 'kysely'
import type { Db } from '../http/handler.ts'

/** Runs statements whose failure the caller survives: within a transaction, a failed one would otherwise end it. They may not be nested. */
export async function inSavepoint<T>(db: Db, run: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) return await run()
  await sql`savepoint attempt`.execute(db)
  try {
    return await run()
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    throw error
  }
}
