import { beforeAll, expect, test } from 'vitest'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { block, eventsOf, like, visit, write } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'velvet', fictional_profiles: true })
})

const DAY = 24 * 3600

/** What the member sees of their visitors. */
async function visitorsOf(as: TestMember) {
  const { status, body } = await origin.call('listVisits', { as })
  expect(status).toBe(200)
  return body
}

const idsOf = async (as: TestMember) => (await visitorsOf(as)).visits.map(({ id }) => id)
const show = (as: TestMember, shows: boolean) => origin.call('updateProfile', { as, body: { shows_visits: shows } })

test('a visit is told once per day and pair, however often and at the same moment the profile is opened', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await Promise.all(Array.from({ length: 20 }, () => visit(origin, bob, anna)))
  expect(await visitorsOf(anna)).toMatchObject({ shown: true, total_new: 1, visits: [{ id: bob.id, visit_new: true }] })
  expect((await eventsOf(origin, anna)).map(({ type, data }) => [type, data])).toEqual([['visit', { profile_id: bob.id }]])
  expect((await origin.call('getUser', { as: anna })).body.user.num_new_visits).toBe(1)
  // Bob learns nothing, and isn't in his own list.
  expect(await eventsOf(origin, bob)).toEqual([])
  expect(await idsOf(bob)).toEqual([])

  await origin.call('seeVisits', { as: anna, body: {} })
  await origin.call('seeVisits', { as: anna, body: {} })
  expect(await visitorsOf(anna)).toMatchObject({ total_new: 0, visits: [{ visit_new: false }] })
  await visit(origin, bob, anna)
  expect((await visitorsOf(anna)).total_new).toBe(0)
  origin.advance(DAY)
  await visit(origin, bob, anna)
  expect(await visitorsOf(anna)).toMatchObject({ total_new: 1, visits: [{ id: bob.id, visit_new: true }] })
  expect((await eventsOf(origin, anna)).map(({ type }) => type)).toEqual(['visit', 'visits_seen', 'visit'])
})

test('the newest visit is first', async () => {
  const [anna, bob, carla] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  for (const visitor of [bob, carla]) {
    await visit(origin, visitor, anna)
    origin.advance(60)
  }
  expect(await idsOf(anna)).toEqual([carla.id, bob.id])
})

test('two who open each other’s profile at the same moment, with new likes, both succeed', async () => {
  for (let round = 0; round < 5; round++) {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    await like(origin, anna, bob)
    await like(origin, bob, anna)
    await Promise.all([visit(origin, anna, bob), visit(origin, bob, anna)])
    expect([await idsOf(anna), await idsOf(bob)]).toEqual([[bob.id], [anna.id]])
  }
})

test.each(['visitor', 'visited'] as const)('nothing is stored while the %s doesn’t show their visits', async (who) => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await show(who === 'visitor' ? bob : anna, false)
  await visit(origin, bob, anna)
  expect(await visitorsOf(anna)).toMatchObject({ shown: who === 'visitor', visits: [], total_new: 0 })
  expect(await origin.deps.db.selectFrom('visits').select('day').where('visited_id', '=', anna.row.id).execute()).toEqual([])
})

test('turning it off takes the member out of every list, told without a reason, and empties their own', async () => {
  const [anna, bob, carla] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  await visit(origin, bob, anna)
  await visit(origin, carla, bob)
  await show(bob, false)
  expect([await idsOf(anna), await idsOf(bob)]).toEqual([[], []])
  expect((await eventsOf(origin, anna)).at(-1)?.type).toBe('contacts_changed')
  // Nothing comes back with it.
  await show(bob, true)
  expect([await idsOf(anna), await idsOf(bob)]).toEqual([[], []])
})

test('turning it off and on again announces no visit a second time on that day', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  for (let time = 0; time < 3; time++) {
    await visit(origin, bob, anna)
    await show(bob, false)
    await show(bob, true)
  }
  await visit(origin, bob, anna)
  const told = async () => (await eventsOf(origin, anna)).filter(({ type }) => type === 'visit').length
  expect([await told(), await idsOf(anna)]).toEqual([1, []])
  origin.advance(DAY)
  await visit(origin, bob, anna)
  expect([await told(), await idsOf(anna)]).toEqual([2, [bob.id]])
})

test('profiles made by the company neither visit nor are visited', async () => {
  const [anna, made] = [await origin.aMember(), await origin.aMember({ fictional: true })]
  // Whom it has a conversation with is all that it can open.
  await write(origin, anna, made, 'Hello')
  await visit(origin, made, anna)
  await visit(origin, anna, made)
  expect([await idsOf(anna), await idsOf(made)]).toEqual([[], []])
})

test('someone whom the member can’t see yet is no visitor', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })]
  await visit(origin, bob, anna)
  expect(await eventsOf(origin, anna)).toEqual([])
  expect(await idsOf(anna)).toEqual([])
})

test.each(['visitor', 'visited'] as const)('a block by the %s ends the visits so far and all to come', async (who) => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await visit(origin, bob, anna)
  await (who === 'visitor' ? block(origin, bob, anna) : block(origin, anna, bob))
  expect(await visitorsOf(anna)).toMatchObject({ visits: [], total_new: 0 })
  origin.advance(DAY)
  expect((await origin.call('visitMember', { as: bob, body: { id: anna.id } })).status).toBe(404)
})

test('a visit is forgotten when its time is over', async () => {
  const [anna, bob, carla] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  await visit(origin, bob, anna)
  origin.advance(DAY)
  await visit(origin, carla, anna)
  origin.advance((KEPT_DAYS.visit - 1) * DAY + 1)
  await runSweeps(origin.deps)
  const rows = await origin.deps.db.selectFrom('visits').select('visitor_id').where('visited_id', '=', anna.row.id).execute()
  expect(rows).toEqual([{ visitor_id: carla.row.id }])
})

test('presence is mutual: a member who doesn’t show theirs is never online, and sees no one who is', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const online = async (viewer: TestMember, other: TestMember) =>
    (await origin.call('getMember', { as: viewer, query: { id: other.id } })).body.member!.online
  for (const member of [anna, bob]) expect((await origin.call('stayPresent', { as: member, body: {} })).status).toBe(200)
  expect([await online(anna, bob), await online(bob, anna)]).toEqual(['now', 'now'])
  await origin.call('updateProfile', { as: bob, body: { shows_presence: false } })
  expect([await online(anna, bob), await online(bob, anna)]).toEqual(['no', 'no'])
})

test('the order of a search doesn’t tell when a member who hides their presence, or the staff of a fictional profile, was here', async () => {
  const searcher = await origin.aMember({ country: 'BE' })
  const [hidden, made, hides, shows] = [
    await origin.aMember({ country: 'BE' }),
    await origin.aMember({ country: 'BE', fictional: true }),
    await origin.aMember({ country: 'BE' }),
    await origin.aMember({ country: 'BE' })
  ]
  const order = async () => {
    const { members } = (await origin.call('searchMembers', { as: searcher, query: { country: 'BE' } })).body
    return members.map(({ id }) => id)
  }
  await origin.call('updateProfile', { as: hidden, body: { shows_presence: false } })
  // Each of the days of a week and of the next one.
  for (let day = 0; day < 9; day++) {
    origin.advance(DAY)
    await origin.call('stayPresent', { as: shows, body: {} })
    origin.advance(3600)
    for (const one of [hides, hidden, made]) await origin.call('stayPresent', { as: one, body: {} })
    // At once, not only when they come back.
    await origin.call('updateProfile', { as: hides, body: { shows_presence: false } })
    expect((await order()).indexOf(shows.id)).toBe(0)
    await origin.call('updateProfile', { as: hides, body: { shows_presence: true } })
    origin.advance(120)
    await origin.call('stayPresent', { as: hides, body: {} })
    expect((await order()).slice(0, 2).sort()).toEqual([shows.id, hides.id].sort())
  }
})

test('an open page keeps its member online minute by minute; three minutes after the last sign they are not', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const online = async () => (await origin.call('getMember', { as: anna, query: { id: bob.id } })).body.member!.online
  for (let minute = 0; minute < 10; minute++) {
    origin.advance(60)
    await origin.call('stayPresent', { as: bob, body: {} })
  }
  expect(await online()).toBe('now')
  origin.advance(181)
  expect(await online()).toBe('today')
})
