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
