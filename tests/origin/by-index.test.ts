import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { like, write } from '../fixtures/acts.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { tableCounts } from '../fixtures/table-counts.ts'

const origin = sharedOrigin()

/** Sequential scans of each table so far. */
const scans = () => tableCounts(origin, sql`seq_scan`)

/** What members do most. */
async function evening(anna: TestMember, bob: TestMember): Promise<void> {
  await like(origin, anna, bob)
  await like(origin, bob, anna)
  await write(origin, anna, bob, 'Good evening')
  await write(origin, bob, anna, 'Hello')
  const reads = ['getUser', 'listChats', 'listLikes', 'searchMembers', 'getHome', 'getSwipeDeck', 'listBlocked'] as const
  for (const read of reads) expect((await origin.call<(typeof reads)[number]>(read, { as: anna })).status).toBe(200)
}

test('what members do most reads no table from end to end, though all of them are nearly empty', async () => {
  for (let round = 0; round < 2; round++) await evening(await origin.aMember(), await origin.aMember())
  await origin.idle()
  await scans()
  const before = await scans()
  await evening(await origin.aMember(), await origin.aMember())
  await origin.idle()
  await scans()
  const after = await scans()
  expect([...after].filter(([name, count]) => count > before.get(name)!).map(([name]) => name)).toEqual([])
})

test('every foreign key has an index that its column alone can use, so no deletion reads a table from end to end', async () => {
  // PostgreSQL looks for the value alone, so of the partial indexes it can only use one that leaves out nothing but null.
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || '.' || attname as key
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
      and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
    )
    order by key`.execute(origin.deps.db)
  expect(rows).toEqual([])
})
