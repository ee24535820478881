import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../origin/db/database.ts'
import type { Deps } from '../../origin/deps.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let db: ReturnType<typeof openDatabase>
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { connections: 1 })
  await sql`create table shelves (id bigint primary key)`.execute(db)
  await sql`insert into shelves values (1)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

/** Like a newer version of the program does while this one runs. */
async function migrate(): Promise<void> {
  const newer = openDatabase(database.url, { connections: 1 })
  await sql`alter table shelves add column label text not null default ''`.execute(newer)
  await newer.destroy()
}

const shelf = (on: typeof db) =>
  on
    .selectFrom('shelves' as 'members')
    .selectAll()
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()

test('a statement that is run again is not planned again', async () => {
  for (let run = 0; run < 3; run++) await shelf(db)
  const { rows } = await sql<{
    statement: string
  }>`select statement from pg_prepared_statements where statement like 'select%shelves"%'`.execute(db)
  expect(rows.map(({ statement }) => statement)).toEqual(['select * from "shelves" where "id" = $1'])
})

test('a column added by a newer version breaks no statement of this one, not even in a transaction', async () => {
  await shelf(db)
  await migrate()
  expect(await shelf(db)).toEqual({ id: 1, label: '' })
  await sql`alter table shelves drop column label`.execute(db)
  expect(await inUnitOfWork({ db, now: () => new Date() } as Deps, (unit) => shelf(unit.db))).toEqual({ id: 1 })
})

test('behind a pooler nothing is prepared', async () => {
  const pooled = openDatabase(database.url, { connections: 1, prepared: false })
  await shelf(pooled)
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(pooled)
  expect(rows[0]!.count).toBe(0)
  await pooled.destroy()
})
