import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { growCrowd } from '../../bench/crowd.ts'
import { recountMembers } from '../../origin/search/recount.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

// More members than are counted one by one, generated as for the bench.
const CROWD = 25_000

const origin = sharedOrigin({ sites: [{ id: 'vast', countries: ['GB', 'US'], logged_out_search: 'all' }] })
let reader: TestMember
beforeAll(async () => {
  reader = await origin.aMember({ tenant: 'vast', gender: 'man', country: 'GB', region: 'GB-LDN', looking_for: ['woman'] })
  const pool = new pg.Pool({ connectionString: origin.databaseUrl, max: 1 })
  try {
    await growCrowd(pool, { pool: 'vast', home: 'vast' }, CROWD)
  } finally {
    await pool.end()
  }
})

/** What a test's own plain statement counts. */
async function counted(where: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from members where id <> ${reader.row.id} and ${sql.raw(where)}`.execute(origin.deps.db)
  return rows[0]!.count
}

const total = async (query: Record<string, string>, as: TestMember | null = reader) => {
  const { body } = await origin.call('searchMembers', { as, tenant: 'vast', query })
  return [body.total, body.total_exact]
}

test('above 10,000 a total comes from the count table, which the sweeps keep, and below it is exact', async () => {
  expect(await total({})).toEqual([10_000, false])
  await recountMembers(origin.deps)
  // The reader is in the table, too.
  expect(await total({})).toEqual([CROWD + 1, false])
  expect((await origin.call('countMembers', { as: reader })).body).toEqual({ total: CROWD + 1, total_exact: false })
  expect(await total({ gender: 'other' })).toEqual([await counted(`gender = 'other'`), true])
  expect(await total({}, null)).toEqual([await counted('shown_to_visitors'), true])

  await origin.deps.db.deleteFrom('members').where('gender', '=', 'couple').execute()
  await recountMembers(origin.deps)
  expect(await total({})).toEqual([(await counted('true')) + 1, false])
  expect(await recountMembers(origin.deps)).toBe(0)
})

test('profiles made by the company are not in the count table', async () => {
  await origin.deps.db.updateTable('members').set({ fictional: true }).where('gender', '=', 'other').execute()
  await recountMembers(origin.deps)
  expect(await total({})).toEqual([(await counted(`gender <> 'other'`)) + 1, false])
  await origin.deps.db.updateTable('members').set({ fictional: false }).where('gender', '=', 'other').execute()
  await recountMembers(origin.deps)
})

/** Runs a statement on each connection of the pool: it has to wait a little, so that no connection runs two. */
async function onEachConnection(statement: RawBuilder<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => statement.execute(origin.deps.db)))
}

/** Sequential scans of the members so far, by every connection of the origin. */
async function scans(): Promise<number> {
  const { db } = origin.deps
  await onEachConnection(sql`select pg_stat_force_next_flush(), pg_sleep(0.2)`)
  const { rows } = await sql<{ seq_scan: number }>`select seq_scan from pg_stat_user_tables where relname = 'members'`.execute(db)
  return rows[0]!.seq_scan
}

/** Entries of the members' indexes that were read so far. */
async function entries(): Promise<number> {
  await scans()
  const { rows } = await sql<{
    read: number
  }>`select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname = 'members'`.execute(origin.deps.db)
  return rows[0]!.read
}

test('pages, totals and suggestions are read by index: no scan of all members, whatever the filters', async () => {
  await sql`vacuum (analyze) members`.execute(origin.deps.db)
  // Plans as the product has them: the server of tests never makes one for a statement's values.
  await onEachConnection(sql`select set_config('plan_cache_mode', 'auto', false), pg_sleep(0.2)`)
  // What came before is reported by the second time.
  await scans()
  const before = await scans()
  const filters: Record<string, string>[] = [
    { gender: 'woman', looking_for: 'man', country: 'GB', min_age: '25', max_age: '45' },
    { gender: 'woman', country: 'US', min_age: '30', max_age: '40' },
    { gender: 'woman', countryregion: 'GB-SCT', min_age: '30', max_age: '40' },
    { gender: 'other', min_age: '70' },
    {}
  ]
  for (const query of filters) {
    const first = (await origin.call('searchMembers', { as: reader, query })).body
    expect(first.members.length).toBeGreaterThan(0)
    const second = { ...query, page: '2', ...(first.next && { after: first.next }) }
    expect((await origin.call('searchMembers', { as: reader, query: second })).status).toBe(200)
    expect((await origin.call('searchMembers', { as: reader, query: { ...query, page: '20' } })).status).toBe(200)
    expect((await origin.call('searchMembers', { tenant: 'vast', query })).status).toBe(200)
    expect((await origin.call('countMembers', { as: reader, query })).status).toBe(200)
  }
  const answers = { genders: [], min_age: 18, max_age: 99, country: null, region: null, interests: [], reasons: [] }
  expect((await origin.call('answerMatchFinder', { as: reader, body: answers })).status).toBe(200)
  expect((await origin.call('findMatches', { as: reader })).body.members.length).toBeGreaterThan(0)
  // As it is for anyone, once they have run a few times.
  await onEachConnection(sql`select set_config('plan_cache_mode', 'force_generic_plan', false), pg_sleep(0.2)`)
  const own = await entries()
  expect((await origin.call('getSwipeDeck', { as: reader })).body.cards.length).toBeGreaterThan(0)
  expect((await origin.call('getHome', { as: reader })).body.people.length).toBeGreaterThan(0)
  // A few of the region and the newest of the country: not all of either.
  expect((await entries()) - own).toBeLessThan(1000)
  expect((await scans()) - before).toBe(0)
  // The statistics do see one.
  await sql`select count(about) from members`.execute(origin.deps.db)
  expect((await scans()) - before).toBe(1)
})
