import { expect, test } from 'vitest'
import type { TestMember } from '../fixtures/origin.ts'
import { searching } from '../fixtures/searching.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
const { aSite, search, crowd } = searching(origin)

test('results are sorted by newest active day, then in a stable order, in pages of 20 without duplicates [ENT-18] [API-26]', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant })
  const members = await crowd(tenant, 45, (index) => ({ active_day: `2026-11-${String(1 + (index % 9)).padStart(2, '0')}` }))
  const pages = await Promise.all([1, 2, 3, 4].map((page) => search(reader, { page: String(page) })))
  expect(pages.map(({ body }) => [body.members.length, body.total, body.total_exact, body.page, body.pages])).toEqual([
    [20, 45, true, 1, 3],
    [20, 45, true, 2, 3],
    [5, 45, true, 3, 3],
    [0, 45, true, 4, 3]
  ])
  const dayOf = (index: number) => index % 9
  const expected = members
    .map((member, index) => ({ ...member, day: dayOf(index) }))
    .sort((a, b) => b.day - a.day || a.id - b.id)
    .map((member) => member.public_id)
  expect(pages.flatMap(({ body }) => body.members.map((card) => card.id))).toEqual(expected)
})

/** All results, each page continuing where the one before ended; `meanwhile` runs between the pages. */
async function follow(as: TestMember | null, query: Record<string, string> = {}, meanwhile = async (_page: number) => {}, options = {}) {
  const ids: string[] = []
  let after: string | null = null
  for (let page = 1; page === 1 || after !== null; page++) {
    const { body, status } = await search(as, { ...query, page: String(page), ...(after !== null && { after }) }, options)
    expect(status).toBe(200)
    ids.push(...body.members.map((card) => card.id))
    after = body.next
    await meanwhile(page)
  }
  return ids
}

const PLACES = [
  { country: 'NL', region: 'NL-UT' },
  { country: 'NL', region: 'NL-NH' },
  { country: 'NL', region: null },
  { country: 'BE', region: 'BE-VAN' },
  { country: 'DE', region: null }
]

test('a member finds their own region first, then their country, then everyone else, each by active day; a visitor by active day alone [API-26]', async () => {
  const tenant = await aSite({ logged_out_search: 'all' })
  const reader = await origin.aMember({ tenant, country: 'NL', region: 'NL-UT' })
  const rows = Array.from({ length: 90 }, (_, index) => ({
    ...PLACES[(index * 7) % PLACES.length]!,
    active_day: `2026-11-${String(1 + ((index * 5) % 9)).padStart(2, '0')}`,
    shown_to_visitors: true
  }))
  const crowded = await crowd(tenant, rows.length, (index) => rows[index]!)
  const inOrder = (rankOf: (row: (typeof rows)[number]) => number) =>
    crowded
      .map(({ id, public_id }, index) => ({ id, public_id, day: rows[index]!.active_day, rank: rankOf(rows[index]!) }))
      .sort((one, other) => one.rank - other.rank || other.day.localeCompare(one.day) || one.id - other.id)
      .map(({ public_id }) => public_id)
  const expected = inOrder(({ country, region }) => (region === 'NL-UT' ? 0 : country === 'NL' ? 1 : 2))
  expect(await follow(reader)).toEqual(expected)
  const byNumber = await Promise.all([1, 2, 3, 4, 5].map((page) => search(reader, { page: String(page) })))
  expect(byNumber.flatMap(({ body }) => body.members.map((card) => card.id))).toEqual(expected)
  expect(await follow(null, {}, undefined, { tenant })).toEqual(inOrder(() => 0))
  // The same in a crowd so large that few pass the filters.
  await origin.deps.db
    .insertInto('search_counts')
    .values({ pool: tenant, country: '', region: '', gender: 'man', born: 398, ...NONE, members: 1_000_000 })
    .execute()
  expect(await follow(reader, { gender: 'woman' })).toEqual(expected)
  expect(await follow(null, { gender: 'woman' }, undefined, { tenant })).toEqual(inOrder(() => 0))
})

const NONE = { members: 0, shown: 0, for_woman: 0, for_man: 0, for_couple: 0, for_other: 0 }

test('consecutive pages neither repeat nor skip anyone, however many come and go meanwhile [API-26]', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant, country: 'NL', region: 'NL-UT' })
  const crowded = await crowd(tenant, 70, (index) => ({
    region: index % 2 ? 'NL-UT' : null,
    active_day: `2026-11-${String(10 + (index % 3)).padStart(2, '0')}`
  }))
  const { db } = origin.deps
  const ids = await follow(reader, {}, async (page) => {
    // Members of later pages, and of earlier ones, are here again: by number, all would have moved on by as many places.
    await db
      .updateTable('members')
      .set({ active_day: '2026-11-16' })
      .where(
        'id',
        'in',
        crowded.slice(page * 3, page * 3 + 3).map(({ id }) => id)
      )
      .execute()
    await crowd(tenant, 5, () => ({ region: 'NL-UT' }))
  })
  expect(new Set(ids).size).toBe(ids.length)
  const moved = new Set(crowded.slice(3, 15).map(({ public_id }) => public_id))
  expect(crowded.filter(({ public_id }) => !moved.has(public_id) && !ids.includes(public_id))).toEqual([])
})

test('a page’s cursor reveals neither row number nor day, and is of no use to others', async () => {
  const tenant = await aSite()
  const [reader, other] = [await origin.aMember({ tenant }), await origin.aMember({ tenant })]
  await crowd(tenant, 25)
  const { next } = (await search(reader)).body
  expect(Buffer.from(next!, 'base64url').toString('latin1')).not.toContain('2026')
  expect((await search(reader)).body.next).not.toBe(next)
  for (const after of [next!.slice(0, -4) + 'AAAA', 'A'.repeat(64)]) {
    const { status, body } = await search(reader, { page: '2', after })
    expect([status, body.error?.fields]).toEqual([422, [expect.objectContaining({ field: 'after', code: 'invalid' })]])
  }
  expect((await search(other, { page: '2', after: next! })).status).toBe(422)
  expect((await search(reader, { page: '2', after: next! })).status).toBe(200)
})

test('a total is exact up to 10,000 and says so when it is not', async () => {
  const tenant = await aSite()
  const reader = await origin.aMember({ tenant })
  await crowd(tenant, 10_000)
  const exact = (await search(reader)).body
  expect([exact.total, exact.total_exact, exact.pages]).toEqual([10_000, true, 500])
  await origin.aMember({ tenant })
  const more = (await search(reader, { page: '500' })).body
  expect([more.total, more.total_exact, more.pages, more.members.length]).toEqual([10_000, false, 500, 20])
})
