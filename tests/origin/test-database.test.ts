import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asAdmin, createTestDatabase } from '../database.ts'

// The worlds of a file use one database after another: what one leaves behind may not be there for the next.

const CHANGES = {
  'a row in a table that was empty': "insert into banned_addresses (pool, mac, kept_until) values ('main', 'left behind', now())",
  'a row beside those of a migration':
    "insert into discount_codes (tenant, code, value_percentage, created_at, author, reason) values ('velvet', 'LEFT', 10, now(), 'a test', 'left behind')",
  'a change of a row of a migration': "update discount_codes set reason = 'left behind' where kind = 'welcome'",
  'one row of a migration less': "delete from discount_codes where kind = 'welcome'"
}

const contentOf = async (url: string) =>
  await asAdmin(url, async (admin) => [
    (await admin.query<object>('select * from banned_addresses')).rows,
    (await admin.query<object>('select * from discount_codes order by id')).rows
  ])

test.each(Object.entries(CHANGES))('%s is not found by the next test', async (_, statement) => {
  const first = await createTestDatabase()
  const fresh = await contentOf(first.url)
  await asAdmin(first.url, (admin) => admin.query(statement))
  expect(await contentOf(first.url)).not.toEqual(fresh)
  await first.drop()
  const second = await createTestDatabase()
  expect(await contentOf(second.url)).toEqual(fresh)
  await second.drop()
})

test('a setting or a lock that a test left on a connection is gone for the next one, who gets the same connections', async () => {
  const read = sql<{ pid: number; setting: string; locks: number }>`
    select pg_backend_pid() as pid, current_setting('work_mem') as setting,
      (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`
  const first = await createTestDatabase()
  const before = first.open()
  const [fresh] = (await read.execute(before)).rows
  await sql`select set_config('work_mem', '64kB', false), pg_advisory_lock(${1})`.execute(before)
  expect((await read.execute(before)).rows).toEqual([{ pid: fresh!.pid, setting: '64kB', locks: 1 }])
  await before.destroy()
  await first.drop()
  await expect(read.execute(before)).rejects.toThrow()
  const second = await createTestDatabase()
  const after = second.open()
  expect((await read.execute(after)).rows).toEqual([fresh])
  await after.destroy()
  await second.drop()
})
