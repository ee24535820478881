import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { eventsOf, like } from '../fixtures/acts.ts'
import { createWorld, type TestMember, type World } from '../fixtures/origin.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** The list; the member's own counter must agree with it. */
async function listOf(as: TestMember, query: Record<string, string> = {}) {
  const { body } = await world.call('listLikes', { as, query })
  expect((await world.call('getUser', { as })).body.user.num_new_likes).toBe(body.total_new)
  return body
}

test('a like is in both lists, and is a match once it is returned, until one of them takes it back [API-14] [ENT-15] [ENT-16] [LIKE-4]', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  expect(await like(world, anna, bob)).toEqual({ liked: true, match: false })
  expect((await listOf(anna)).profiles).toMatchObject([{ id: bob.id, liked: true, match: false, liked_at: world.now().toISOString() }])
  expect((await listOf(bob)).liked_by).toMatchObject([{ id: anna.id, liked: false, match: false, like_new: true }])
  expect(await like(world, bob, anna)).toEqual({ liked: true, match: true })
  expect((await listOf(anna)).profiles).toMatchObject([{ id: bob.id, match: true }])
  expect((await listOf(bob)).liked_by).toMatchObject([{ id: anna.id, match: true, liked: true }])
  await world.call('unlikeMember', { as: bob, body: { id: anna.id } })
  expect(await listOf(anna)).toMatchObject({ profiles: [{ id: bob.id, match: false }], liked_by: [] })
  expect(await listOf(bob)).toMatchObject({ profiles: [], liked_by: [{ id: anna.id, match: false, liked: false }] })
})

test('the liked member is told who it was and whether it is a match; the liker’s other tabs that something changed', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  await like(world, anna, bob)
  await like(world, bob, anna)
  const changed = ({ id }: TestMember) => ({ type: 'likes_changed', data: { profile_id: id } })
  expect(await eventsOf(world, bob)).toMatchObject([{ number: 1, type: 'like', data: { profile_id: anna.id } }, changed(anna)])
  expect(await eventsOf(world, anna)).toMatchObject([changed(bob), { number: 2, type: 'match', data: { profile_id: bob.id } }])
})

test('liking twice is one like and one event', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  await like(world, anna, bob)
  world.advance(60)
  expect(await like(world, anna, bob)).toEqual({ liked: true, match: false })
  expect((await listOf(bob)).total_liked_by).toBe(1)
  expect(await eventsOf(world, bob)).toHaveLength(1)
})

test('fifty likes at once are one like', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.call('likeMember', { as: anna, body: { id: bob.id } })))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(await eventsOf(world, bob)).toHaveLength(1)
})

test('a removed like is gone from both lists; removing it again changes nothing', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  await like(world, anna, bob)
  for (let time = 0; time < 2; time++) {
    expect((await world.call('unlikeMember', { as: anna, body: { id: bob.id } })).body).toEqual({ liked: false })
  }
  expect(await listOf(anna)).toMatchObject({ profiles: [], total_profiles: 0 })
  expect(await listOf(bob)).toMatchObject({ liked_by: [], total_liked_by: 0, total_new: 0 })
  expect((await eventsOf(world, bob)).map((event) => event.type)).toEqual(['like', 'likes_changed'])
})

test('new likes come first, then the newest [LIKE-2]', async () => {
  const anna = await world.aMember()
  const names = ['first', 'second', 'third', 'fourth']
  const fans = []
  for (const name of names) {
    world.advance(60)
    const fan = await world.aMember({ name: `${name} fan` })
    await like(world, fan, anna)
    fans.push(fan)
  }
  // Visiting a profile marks its like as seen.
  for (const fan of [fans[3]!, fans[1]!]) await world.call('visitMember', { as: anna, body: { id: fan.id } })
  const { liked_by, total_new, total_liked_by } = await listOf(anna)
  expect(liked_by.map((one) => [one.name, one.like_new])).toEqual([
    ['third fan', true],
    ['first fan', true],
    ['fourth fan', false],
    ['second fan', false]
  ])
  expect([total_new, total_liked_by]).toEqual([2, 4])
})

test('given likes come newest first', async () => {
  const anna = await world.aMember()
  for (const name of ['old crush', 'new crush']) {
    world.advance(60)
    await like(world, anna, await world.aMember({ name }))
  }
  expect((await listOf(anna)).profiles.map((one) => one.name)).toEqual(['new crush', 'old crush'])
})

test('a page has a hundred of each list; totals count all', async () => {
  const anna = await world.aMember()
  const fans = await Promise.all(Array.from({ length: 103 }, () => world.aMember()))
  await world.deps.db
    .insertInto('likes')
    .values(
      fans.flatMap((fan) => [
        { liker_id: fan.row.id, liked_id: anna.row.id, created_at: world.now() },
        { liker_id: anna.row.id, liked_id: fan.row.id, created_at: world.now() }
      ])
    )
    .execute()
  const [first, second] = [await listOf(anna), await listOf(anna, { page: '2' })]
  expect([first.liked_by.length, first.profiles.length, first.total_liked_by, first.total_profiles, first.total_new]).toEqual([
    100, 100, 103, 103, 103
  ])
  expect([second.liked_by.length, second.profiles.length, second.page]).toEqual([3, 3, 2])
  expect(new Set([...first.liked_by, ...second.liked_by].map((one) => one.id)).size).toBe(103)
})

test('the banned and the deleted are neither listed nor counted', async () => {
  const anna = await world.aMember()
  const bob = await world.aMember()
  const others = [await world.aMember(), await world.aMember()]
  for (const other of [bob, ...others]) {
    await like(world, other, anna)
    await like(world, anna, other)
  }
  await world.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', others[0]!.row.id).execute()
  await world.deps.db.updateTable('members').set({ status: 'deleted' }).where('id', '=', others[1]!.row.id).execute()
  const list = await listOf(anna)
  expect([list.liked_by.map((one) => one.id), list.profiles.map((one) => one.id)]).toEqual([[bob.id], [bob.id]])
  expect([list.total_liked_by, list.total_profiles, list.total_new]).toEqual([1, 1, 1])
})

test('liking and unliking someone invisible is a 404, oneself included', async () => {
  const anna = await world.aMember()
  for (const id of [newPublicId(), anna.id]) {
    expect((await world.call('likeMember', { as: anna, body: { id } })).status).toBe(404)
    expect((await world.call('unlikeMember', { as: anna, body: { id } })).status).toBe(404)
  }
})

test('visitors cannot like [ROLE-3]', async () => {
  const anna = await world.aMember({ shown_to_visitors: true })
  const { status, body } = await world.call('likeMember', { body: { id: anna.id } })
  expect([status, body.error?.code]).toEqual([403, 'authentication_required'])
})
