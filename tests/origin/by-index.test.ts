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
