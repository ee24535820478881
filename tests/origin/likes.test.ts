import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { block, eventsOf, like, unblock, unlike, visit } from '../fixtures/acts.ts'
import { roundTripsOf } from '../fixtures/round-trips.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

/** The list; the member's own counter must agree with it. */
async function listOf(as: TestMember, query: Record<string, string> = {}) {
  const { body } = await origin.call('listLikes', { as, query })
  expect((await origin.call('getUser', { as })).body.user.num_new_likes).toBe(body.total_new)
  return body
}

test('a like is in both lists, and is a match once it is returned, until one of them takes it back [API-14] [ENT-15] [ENT-16] [LIKE-4]', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  expect(await like(origin, anna, bob)).toEqual({ liked: true, match: false, member: null })
  expect((await listOf(anna)).profiles).toMatchObject([{ id: bob.id, liked: true, match: false, liked_at: origin.now().toISOString() }])
  expect((await listOf(bob)).liked_by).toMatchObject([{ id: anna.id, liked: false, match: false, like_new: true }])
  expect(await like(origin, bob, anna)).toMatchObject({ liked: true, match: true })
  expect((await listOf(anna)).profiles).toMatchObject([{ id: bob.id, match: true }])
  expect((await listOf(bob)).liked_by).toMatchObject([{ id: anna.id, match: true, liked: true }])
  await origin.call('unlikeMember', { as: bob, body: { id: anna.id } })
  expect(await listOf(anna)).toMatchObject({ profiles: [{ id: bob.id, match: false }], liked_by: [] })
  expect(await listOf(bob)).toMatchObject({ profiles: [], liked_by: [{ id: anna.id, match: false, liked: false }] })
})

test('the liked member is told who it was and whether it is a match; the liker’s other tabs that something changed', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, anna, bob)
  await like(origin, bob, anna)
  const changed = ({ id }: TestMember) => ({ type: 'likes_changed', data: { profile_id: id } })
  expect(await eventsOf(origin, bob)).toMatchObject([{ number: 1, type: 'like', data: { profile_id: anna.id } }, changed(anna)])
  expect(await eventsOf(origin, anna)).toMatchObject([changed(bob), { number: 2, type: 'match', data: { profile_id: bob.id } }])
})

test('liking twice is one like and one event', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, anna, bob)
  origin.advance(60)
  expect(await like(origin, anna, bob)).toEqual({ liked: true, match: false, member: null })
  expect((await listOf(bob)).liked_by).toHaveLength(1)
  expect(await eventsOf(origin, bob)).toHaveLength(1)
})

test('fifty likes at once are one like', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const answers = await Promise.all(Array.from({ length: 50 }, () => origin.call('likeMember', { as: anna, body: { id: bob.id } })))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(await eventsOf(origin, bob)).toHaveLength(1)
})

test('a removed like is gone from both lists; removing it again changes nothing', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, anna, bob)
  for (let time = 0; time < 2; time++) {
    expect((await origin.call('unlikeMember', { as: anna, body: { id: bob.id } })).body).toEqual({ liked: false })
  }
  expect(await listOf(anna)).toMatchObject({ profiles: [] })
  expect(await listOf(bob)).toMatchObject({ liked_by: [], total_new: 0 })
  expect((await eventsOf(origin, bob)).map((event) => event.type)).toEqual(['like', 'likes_changed'])
})

/** What `as` was told that is news: in the live stream, and by mail and push. */
const newsOf = async (as: TestMember) => (await eventsOf(origin, as)).map(({ type }) => type).filter((type) => type !== 'likes_changed')

test('a like that is taken back and given again on the same day is the same like: it is announced once, and new only until it is seen', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const given = origin.now().toISOString()
  await like(origin, anna, bob)
  for (const seen of [false, true]) {
    if (seen) await visit(origin, bob, anna)
    for (let time = 0; time < 3; time++) {
      origin.advance(3600)
      await unlike(origin, anna, bob)
      expect(await listOf(bob)).toMatchObject({ liked_by: [], total_new: 0 })
      await like(origin, anna, bob)
      expect(await listOf(bob)).toMatchObject({ liked_by: [{ id: anna.id, like_new: !seen, liked_at: given }], total_new: seen ? 0 : 1 })
    }
  }
  expect(await newsOf(bob)).toEqual(['like', 'likes_seen'])
  // Open pages drop it and show it again.
  expect((await eventsOf(origin, bob)).filter(({ type }) => type === 'likes_changed')).toHaveLength(12)
})

test('a like that is given again a day after the first is news again; until then nothing makes it so, nor does anyone learn of it', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, anna, bob)
  await unlike(origin, anna, bob)
  origin.advance(12 * 3600)
  await like(origin, anna, bob)
  await unlike(origin, anna, bob)
  await block(origin, anna, bob)
  await unblock(origin, anna, bob)
  await runSweeps(origin.deps)
  origin.advance(12 * 3600 - 1)
  await like(origin, anna, bob)
  await unlike(origin, anna, bob)
  expect(await newsOf(bob)).not.toContain('like')
  origin.advance(1)
  await like(origin, anna, bob)
  expect(await newsOf(bob)).toContain('like')
  expect(await listOf(bob)).toMatchObject({ liked_by: [{ like_new: true, liked_at: origin.now().toISOString() }] })
  // Nothing is kept of a like that was given longer ago.
  origin.advance(24 * 3600)
  await unlike(origin, anna, bob)
  const { rows } = await sql`select from likes_taken_back where liker_id = ${anna.row.id}`.execute(origin.deps.db)
  expect(rows).toEqual([])
})

test('the memory of a like that was taken back ends a day after it was given', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, anna, bob)
  await unlike(origin, anna, bob)
  const kept = async () => (await sql`select from likes_taken_back where liker_id = ${anna.row.id}`.execute(origin.deps.db)).rows.length
  await runSweeps(origin.deps)
  expect(await kept()).toBe(1)
  origin.advance(24 * 3600)
  await runSweeps(origin.deps)
  expect(await kept()).toBe(0)
})

test('a match is announced once a day, too; one that a like given again makes for the first time is news', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, bob, anna)
  for (let time = 0; time < 3; time++) {
    expect((await like(origin, anna, bob)).match).toBe(true)
    await unlike(origin, anna, bob)
  }
  expect(await newsOf(bob)).toEqual(['match'])
  const [carla, dora] = [await origin.aMember(), await origin.aMember()]
  await like(origin, carla, dora)
  await unlike(origin, carla, dora)
  await like(origin, dora, carla)
  await like(origin, carla, dora)
  await unlike(origin, carla, dora)
  await like(origin, carla, dora)
  expect(await newsOf(dora)).toEqual(['like', 'match'])
  expect((await listOf(dora)).liked_by).toMatchObject([{ id: carla.id, match: true }])
})

test('likes given and taken back at the same moment are announced once', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) => origin.call(turn % 2 ? 'unlikeMember' : 'likeMember', { as: anna, body: { id: bob.id } }))
  )
  await like(origin, anna, bob)
  expect(await newsOf(bob)).toEqual(['like'])
})

test('new likes come first, then the newest [LIKE-2]', async () => {
  const anna = await origin.aMember()
  const names = ['first', 'second', 'third', 'fourth']
  const fans = []
  for (const name of names) {
    origin.advance(60)
    const fan = await origin.aMember({ name: `${name} fan` })
    await like(origin, fan, anna)
    fans.push(fan)
  }
  // Visiting a profile marks its like as seen.
  for (const fan of [fans[3]!, fans[1]!]) await origin.call('visitMember', { as: anna, body: { id: fan.id } })
  const { liked_by, total_new } = await listOf(anna)
  expect(liked_by.map((one) => [one.name, one.like_new])).toEqual([
    ['third fan', true],
    ['first fan', true],
    ['fourth fan', false],
    ['second fan', false]
  ])
  expect(total_new).toBe(2)
})

test('given likes come newest first', async () => {
  const anna = await origin.aMember()
  for (const name of ['old crush', 'new crush']) {
    origin.advance(60)
    await like(origin, anna, await origin.aMember({ name }))
  }
  expect((await listOf(anna)).profiles.map((one) => one.name)).toEqual(['new crush', 'old crush'])
})

test('a page has a hundred of each list; the next one begins behind it, whatever came or was seen meanwhile', async () => {
  const anna = await origin.aMember()
  const fans = await Promise.all(Array.from({ length: 130 }, () => origin.aMember()))
  const at = (index: number) => new Date(origin.now().getTime() + Math.floor(index / 3) * 1000)
  await origin.deps.db
    .insertInto('likes')
    .values(
      fans.flatMap((fan, index) => [
        { liker_id: fan.row.id, liked_id: anna.row.id, created_at: at(index), matched_at: at(index), is_new: index > 120 },
        { liker_id: anna.row.id, liked_id: fan.row.id, created_at: at(index), matched_at: at(index) }
      ])
    )
    .execute()
  const first = await listOf(anna)
  const [matches] = [await listOf(anna, { type: 'matches' })]
  expect([first.liked_by.length, first.profiles.length, first.matches.length, matches.matches.length, matches.profiles.length]).toEqual([
    100, 100, 0, 100, 0
  ])
  await like(origin, await origin.aMember(), anna)
  await origin.call('visitMember', { as: anna, body: { id: fans[129]!.id } })
  const lists = { received: [...first.liked_by], given: [...first.profiles], matches: [...matches.matches] }
  const more = { ...first.more, matches: matches.more.matches }
  for (const type of ['received', 'given', 'matches'] as const) {
    const next = await listOf(anna, { type, after: more[type]! })
    expect(next.more[type]).toBeNull()
    lists[type].push(...([...next.liked_by, ...next.profiles, ...next.matches] as typeof first.liked_by))
    expect(new Set(lists[type].map(({ id }) => id))).toEqual(new Set(fans.map(({ id }) => id)))
    expect(lists[type]).toHaveLength(130)
  }
})

test('an invalid cursor is an error; one of a member who is gone still works', async () => {
  const anna = await origin.aMember()
  for (const after of ['1e9', '12.short', `${'9'.repeat(30)}.${anna.id}`, `x1.${anna.id}`]) {
    expect((await origin.call('listLikes', { as: anna, query: { type: 'given', after } })).status).toBe(422)
  }
  await like(origin, anna, await origin.aMember())
  const after = `${(origin.now().getTime() + 1000) * 1000}.${newPublicId()}`
  expect((await listOf(anna, { type: 'given', after })).profiles).toHaveLength(1)
  expect((await listOf(anna, { type: 'received', after: `n${after}` })).liked_by).toEqual([])
})

test('matches are listed by when they became one, at both [LIKE-4]', async () => {
  const [anna, bob, cleo] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  await like(origin, anna, cleo)
  await like(origin, anna, bob)
  origin.advance(60)
  await like(origin, bob, anna)
  origin.advance(60)
  await like(origin, cleo, anna)
  const matchesOf = async (as: TestMember) => (await listOf(as, { type: 'matches' })).matches.map(({ id, match }) => [id, match])
  expect(await matchesOf(anna)).toEqual([
    [cleo.id, true],
    [bob.id, true]
  ])
  expect(await matchesOf(bob)).toEqual([[anna.id, true]])
  // Liking again doesn't make it a newer match.
  origin.advance(60)
  await like(origin, anna, bob)
  expect((await matchesOf(anna)).map(([id]) => id)).toEqual([cleo.id, bob.id])
  await origin.call('unlikeMember', { as: anna, body: { id: cleo.id } })
  expect([await matchesOf(anna), await matchesOf(cleo)]).toEqual([[[bob.id, true]], []])
})

test('a member who answers a like gets the match in the answer: the other’s card and what both like [LM-7]', async () => {
  const anna = await origin.aMember({ interests: ['art', 'wine', 'sushi'] })
  const bob = await origin.aMember({ interests: ['wine', 'art', 'gym'], hidden_fields: [] })
  const shy = await origin.aMember({ interests: ['art'], hidden_fields: ['interests'] })
  expect(await like(origin, anna, bob)).toEqual({ liked: true, match: false, member: null })
  expect(await like(origin, bob, anna)).toMatchObject({
    match: true,
    member: { id: anna.id, name: anna.row.name, likes_you: true, liked: true, match: true, shared_interests: ['art', 'wine'] }
  })
  // The other one fetches the same when the event comes.
  const { body } = await origin.call('getLike', { as: anna, query: { id: bob.id } })
  expect(body.member).toMatchObject({ id: bob.id, match: true, like_new: true, shared_interests: ['wine', 'art'] })
  await like(origin, shy, anna)
  expect((await like(origin, anna, shy)).member?.shared_interests).toEqual([])
})

test('a member in the likes context is found like any member, and costs the same', async () => {
  const anna = await origin.aMember()
  const [bob, foreign] = [await origin.aMember(), await origin.aMember({ tenant: 'isle' })]
  const blocker = await origin.aMember()
  await block(origin, blocker, anna)
  const ask = async (id: string) => await origin.call('getLike', { as: anna, query: { id } })
  expect((await ask(bob.id)).body.member).toMatchObject({ likes_you: false, liked: false, match: false, automatic: false })
  const refused = await Promise.all([newPublicId(), foreign.id, blocker.id, anna.id].map(ask))
  expect(new Set(refused.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(refused[0]!.status).toBe(404)
})

test('a like takes two round trips to the database: who is asking, and the like with its lock before it', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const trips = await roundTripsOf(origin, () => like(origin, anna, bob))
  expect(trips.map((statements) => statements.length)).toEqual([1, 2])
  expect(trips[1]![0]).toMatch(/^select member_id from event_counters .* for update$/)
})

test('two who like each other at the same moment are always a match, for both', async () => {
  for (let round = 0; round < 20; round++) {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const answers = await Promise.all([
      origin.call('likeMember', { as: anna, body: { id: bob.id } }),
      origin.call('likeMember', { as: bob, body: { id: anna.id } })
    ])
    expect(answers.filter(({ body }) => body.match)).toHaveLength(1)
    for (const one of [anna, bob]) expect((await listOf(one)).liked_by.map(({ match }) => match)).toEqual([true])
  }
})

test('a like that can’t be written leaves nothing behind', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await sql`alter table events add constraint no_likes check (type <> 'like') not valid`.execute(origin.deps.db)
  const refused = await origin.call('likeMember', { as: anna, body: { id: bob.id } })
  await sql`alter table events drop constraint no_likes`.execute(origin.deps.db)
  expect(refused.status).toBe(500)
  expect((await listOf(bob)).liked_by).toEqual([])
  expect((await origin.call('likeMember', { as: anna, body: { id: bob.id } })).status).toBe(200)
})

test('the banned and the deleted are neither listed nor counted', async () => {
  const anna = await origin.aMember()
  const bob = await origin.aMember()
  const others = [await origin.aMember(), await origin.aMember()]
  for (const other of [bob, ...others]) {
    await like(origin, other, anna)
    await like(origin, anna, other)
  }
  await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', others[0]!.row.id).execute()
  await origin.deps.db.updateTable('members').set({ status: 'deleted' }).where('id', '=', others[1]!.row.id).execute()
  const list = await listOf(anna)
  expect([list.liked_by.map((one) => one.id), list.profiles.map((one) => one.id)]).toEqual([[bob.id], [bob.id]])
  expect(list.total_new).toBe(1)
})

test('liking and unliking someone invisible is a 404, oneself included', async () => {
  const anna = await origin.aMember()
  for (const id of [newPublicId(), anna.id]) {
    expect((await origin.call('likeMember', { as: anna, body: { id } })).status).toBe(404)
    expect((await origin.call('unlikeMember', { as: anna, body: { id } })).status).toBe(404)
  }
})

test('visitors cannot like [ROLE-3]', async () => {
  const anna = await origin.aMember({ shown_to_visitors: true })
  const { status, body } = await origin.call('likeMember', { body: { id: anna.id } })
  expect([status, body.error?.code]).toEqual([403, 'authentication_required'])
})
