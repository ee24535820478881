import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Deps } from '../../origin/deps.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

// Statements have their names for the whole process, at most 400, and files share it.
vi.resetModules()
const { openDatabase } = await import('../../origin/db/database.ts')
const { inUnitOfWork } = await import('../../origin/db/unit-of-work.ts')
const { defer } = await import('../../origin/db/defer.ts')
const { together } = await import('../../origin/db/together.ts')
const { gather } = await import('../../origin/db/gather.ts')
const { prepared } = await import('../../origin/db/prepared.ts')
const { RoundTrip } = await import('../../origin/db/round-trip.ts')

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
  const deps = { db, now: () => new Date() } as Deps
  expect(await inUnitOfWork(deps, (unit) => shelf(unit.db))).toEqual({ id: 1 })
  await migrate()
  const known = db
    .selectFrom('shelves' as 'members')
    .selectAll()
    .where('id', '=', 1)
    .compile()
  const rows = await inUnitOfWork(deps, (unit) => defer(unit.db, known))
  expect(rows()).toEqual([{ id: 1, label: '' }])
})

test('behind a pooler nothing is prepared, and time limits are those of each transaction, not of the connection', async () => {
  const pooled = openDatabase(database.url, { connections: 1, prepared: false, patience: 3 })
  await shelf(pooled)
  expect(await together(pooled, [put(2), countOf()])).toEqual([{ count: 2 }])
  await pooled.transaction().execute((trx) => put(3).execute(trx))
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(pooled)
  expect(rows[0]!.count).toBe(0)
  const limits = async (on: typeof db) =>
    (
      await sql`
        select name, setting from pg_settings
        where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`.execute(on)
    ).rows.map((row) => Object.values(row as object).join(' '))
  expect(await pooled.transaction().execute(limits)).toEqual([
    'idle_in_transaction_session_timeout 15000',
    'lock_timeout 6000',
    'statement_timeout 15000'
  ])
  expect((await limits(pooled)).join()).not.toMatch(/6000|15000/)
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

test('a deferred statement is sent with the next one or the commit, in order, and then its rows are there', async () => {
  let late: () => unknown[] = () => []
  const trips = await tripsOf(async () => {
    await db.transaction().execute(async (trx) => {
      await defer(trx, put(2).compile(trx))
      const counted = await defer(trx, countOf().compile(trx))
      await put(3).execute(trx)
      expect(counted()).toEqual([{ count: 2 }])
      late = await defer(trx, countOf().compile(trx))
    })
  })
  expect(late()).toEqual([{ count: 3 }])
  // With `begin`, then with `commit`.
  expect(trips).toEqual([4, 2])
  // One without values is sent in another way, and neither overtakes it.
  await db.transaction().execute(async (trx) => {
    await defer(trx, put(4).compile(trx))
    await sql`delete from shelves`.execute(trx)
  })
  expect(await count()).toBe(0)
  // Outside a transaction nothing follows that could take it along.
  expect((await defer(db, countOf().compile(db)))()).toEqual([{ count: 0 }])
})

test('a deferred statement that fails, or whose transaction does, leaves nothing behind', async () => {
  const broken = (work: (trx: typeof db) => Promise<unknown>) => expect(db.transaction().execute(work)).rejects
  await broken(async (trx) => {
    await put(2).execute(trx)
    await defer(trx, put(1).compile(trx))
  }).toMatchObject({ code: '23505' })
  await broken(async (trx) => await defer(trx, put(1).compile(trx))).toMatchObject({ code: '23505' })
  await broken(async (trx) => {
    await defer(trx, put(3).compile(trx))
    throw new Error('behind it')
  }).toThrow('behind it')
  await broken(async (trx) => {
    await put(2).execute(trx)
    await defer(trx, put(3).compile(trx))
    throw new Error('behind it')
  }).toThrow('behind it')
  // The next transaction on this connection doesn't take along what was left of them.
  expect(await tripsOf(async () => void (await db.transaction().execute((trx) => defer(trx, countOf().compile(trx)))))).toEqual([3])
  expect(await count()).toBe(1)
})

test('a value that can’t be sent fails its statement alone', async () => {
  const endless: Record<string, unknown> = {}
  endless['self'] = endless
  await expect(put(endless).execute(db)).rejects.toThrow(/circular/i)
  expect(await count()).toBe(1)
})

/** How many statements each round trip has while something is done. */
async function tripsOf(act: () => Promise<unknown>): Promise<number[]> {
  const trips: number[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is given its `this` by `call`
  const { submit } = RoundTrip.prototype
  const spy = vi.spyOn(RoundTrip.prototype, 'submit').mockImplementation(function (this: InstanceType<typeof RoundTrip>, connection) {
    trips.push(this.statements.length)
    return submit.call(this, connection)
  })
  await act().finally(() => spy.mockRestore())
  return trips
}

const doubled = (value: unknown) => sql<{ twice: number }>`select ${value}::bigint * 2 as twice`
const twiceOf = async (on: typeof db, value: unknown) => (await doubled(value).execute(on)).rows[0]!.twice

test('gathered statements of one turn are one round trip, each with its own answer', async () => {
  const trips = await tripsOf(async () => {
    const one = gather(db)
    const later = async () => {
      await Promise.resolve()
      return await twiceOf(one, 3)
    }
    expect(await Promise.all([twiceOf(one, 1), shelf(one), later()])).toEqual([2, { id: 1 }, 6])
    expect(await twiceOf(one, 4)).toBe(8)
  })
  expect(trips).toEqual([3, 1])
})

test('a gathered statement that fails leaves the others: those before it are answered, those behind it sent again', async () => {
  const trips = await tripsOf(async () => {
    const one = gather(db)
    const outcomes = await Promise.allSettled([
      twiceOf(one, 1),
      twiceOf(one, 'three'),
      twiceOf(one, 3),
      twiceOf(one, 'five'),
      twiceOf(one, 5)
    ])
    const wrong = { reason: { code: '22P02' } }
    expect(outcomes).toMatchObject([{ value: 2 }, wrong, { value: 6 }, wrong, { value: 10 }])
  })
  expect(trips).toEqual([5, 3, 1])
})

test('without a database all of them fail at once', async () => {
  const broken = openDatabase('postgres://tether@127.0.0.1:1/tether', { connections: 1 })
  const trips = await tripsOf(async () => {
    const one = gather(broken)
    const outcomes = await Promise.allSettled([twiceOf(one, 1), twiceOf(one, 2)])
    expect(outcomes).toMatchObject([{ reason: { code: 'ECONNREFUSED' } }, { reason: { code: 'ECONNREFUSED' } }])
  })
  expect(trips).toEqual([])
  await broken.destroy()
})

test('what is gathered survives a column added by a newer version, and has no transactions', async () => {
  const one = gather(db)
  await Promise.all([shelf(one), twiceOf(one, 1)])
  await migrate()
  expect(await Promise.all([shelf(one), twiceOf(one, 1)])).toEqual([{ id: 1, label: '' }, 2])
  await expect(one.transaction().execute((trx) => shelf(trx))).rejects.toThrow('no transactions')
  expect(await Promise.all([together(one, [put(2), countOf()]), twiceOf(one, 1)])).toEqual([[{ count: 2 }], 2])
})

test('a prepared statement is built once, and sent with the values of each call', async () => {
  const build = vi.fn((on: typeof db, { id, name }: { id: number; name: string }) =>
    on
      .selectNoFrom([sql<number>`${id}::bigint`.as('id'), sql<string>`${name}::text`.as('name'), sql<string>`${'fixed'}::text`.as('kind')])
      .where(sql<boolean>`${id} > 0`)
  )
  const named = prepared(build)
  expect(await named(db, { id: 1, name: 'one' })).toEqual([{ id: 1, name: 'one', kind: 'fixed' }])
  expect(await named(gather(db), { id: 2, name: 'two' })).toEqual([{ id: 2, name: 'two', kind: 'fixed' }])
  expect(build).toHaveBeenCalledTimes(1)
})
