import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Deps } from '../../origin/deps.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

// Statements have their names for the whole process, at most 400, and files share it.
vi.resetModules()
const { openDatabase } = await import('../../origin/db/database.ts')
const { inUnitOfWork } = await import('../../origin/db/unit-of-work.ts')
const { together } = await import('../../origin/db/together.ts')

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
  expect(await together(pooled, [put(2), countOf()])).toEqual([{ count: 2 }])
  await pooled.transaction().execute((trx) => put(3).execute(trx))
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(pooled)
  expect(rows[0]!.count).toBe(0)
  await pooled.destroy()
})

const put = (id: unknown) => sql`insert into shelves values (${id})`
const countOf = () => sql<{ count: number }>`select count(*) as count from shelves where id > ${0}`
const count = async () => (await countOf().execute(db)).rows[0]!.count

test('statements that are sent together see each other, and are one transaction', async () => {
  expect(await together(db, [put(2), countOf()])).toEqual([{ count: 2 }])
  await expect(together(db, [put(3), put(1)])).rejects.toMatchObject({ code: '23505' })
  expect(await count()).toBe(2)
  // The statement that failed was not the last one.
  await expect(together(db, [put('three'), put(3)])).rejects.toMatchObject({ code: '22P02' })
  await together(db, [put(3), put(4)])
  expect(await count()).toBe(4)
})

test('in a transaction they are part of it', async () => {
  const failing = db.transaction().execute(async (trx) => {
    expect(await together(trx, [put(2), countOf()])).toEqual([{ count: 2 }])
    await put(1).execute(trx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await count()).toBe(1)
  await db.transaction().execute((trx) => together(trx, [put(2), countOf()]))
  expect(await count()).toBe(2)
})

test('a transaction begins with its first statement, and without one there is none', async () => {
  await db.transaction().execute(async () => {})
  await expect(
    db.transaction().execute(async () => {
      throw new Error('before the first statement')
    })
  ).rejects.toThrow('before the first statement')
  // One without values is sent in another way.
  await db.transaction().execute(async (trx) => {
    await sql`insert into shelves values (2)`.execute(trx)
    await put(3).execute(trx)
  })
  await expect(
    db.transaction().execute(async (trx) => {
      await sql`insert into shelves values (4)`.execute(trx)
      throw new Error('behind it')
    })
  ).rejects.toThrow('behind it')
  expect(await count()).toBe(3)
})

test('a value that can’t be sent fails its statement alone', async () => {
  const endless: Record<string, unknown> = {}
  endless['self'] = endless
  await expect(put(endless).execute(db)).rejects.toThrow(/circular/i)
  expect(await count()).toBe(1)
})
