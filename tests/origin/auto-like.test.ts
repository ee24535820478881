import { beforeEach, expect, test } from 'vitest'
import { block, eventsOf, like } from '../fixtures/acts.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

/** A member who has just signed up, looking for this gender. */
let anna: TestMember
/** Each test has a gender pair of its own, so that no one of an earlier test is found. */
beforeEach(async () => {
  await origin.deps.db.deleteFrom('likes').execute()
  await origin.deps.db.updateTable('members').set({ profile_status: 'disabled' }).execute()
  await origin.publish({ id: 'velvet', auto_like: 'consented', demo: true })
  anna = await origin.aMember({ gender: 'woman', looking_for: ['man'] })
})

const aMan = (overrides: object = {}) => origin.aMember({ gender: 'man', looking_for: ['woman'], greets_newcomers: true, ...overrides })

async function ask(as: TestMember) {
  const { status, body, headers } = await origin.call('autoLike', { as })
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  return body
}

const likedBy = async (as: TestMember) => (await origin.call('listLikes', { as })).body.liked_by
const likes = async () => await origin.deps.db.selectFrom('likes').selectAll().execute()

test('off: no one, and nothing is stored [LM-8]', async () => {
  await origin.publish({ id: 'velvet', auto_like: 'off' })
  await aMan()
  expect(await ask(anna)).toEqual({ kind: null, profile: null })
  expect(await likes()).toEqual([])
})

test('suggestion: a real profile that is labelled as one, no like, no badge, no event [LM-8] [API-16]', async () => {
  await origin.publish({ id: 'velvet', auto_like: 'suggestion' })
  const bob = await aMan({ greets_newcomers: false })
  expect(await ask(anna)).toMatchObject({ kind: 'suggestion', profile: { id: bob.id, liked: false } })
  expect([await likes(), await eventsOf(origin, anna), await eventsOf(origin, bob)]).toEqual([[], [], []])
  // A member she already likes isn't suggested.
  await like(origin, anna, bob)
  expect(await ask(anna)).toEqual({ kind: null, profile: null })
})

test('consented: a like of someone who agreed, marked as automatic, new, once a day however often it is asked [LM-8] [API-16]', async () => {
  await aMan({ greets_newcomers: false })
  const bob = await aMan()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(anna)))
  expect(answers.map(({ kind, profile }) => [kind, profile?.id])).toEqual(answers.map(() => ['like', bob.id]))
  expect(await likedBy(anna)).toMatchObject([{ id: bob.id, automatic: true, like_new: true, match: false }])
  expect((await origin.call('listLikes', { as: bob })).body.profiles).toMatchObject([{ id: anna.id, automatic: true }])
  expect((await eventsOf(origin, anna)).map(({ type }) => type)).toEqual(['likes_changed'])
  expect((await eventsOf(origin, bob)).map(({ type }) => type)).toEqual(['likes_changed'])
  expect((await origin.call('getUser', { as: anna })).body.user.num_new_likes).toBe(1)

  await aMan()
  expect((await ask(anna)).profile?.id).toBe(bob.id)
  origin.advance(24 * 3600)
  expect((await ask(anna)).profile?.id).not.toBe(bob.id)
  expect(await likedBy(anna)).toHaveLength(2)
})

test('an automatic greeting is mailed and pushed to no one, but answering it is a match', async () => {
  const bob = await aMan()
  await ask(anna)
  origin.advance(3600)
  expect(await origin.mails(anna.row.email)).toEqual([])
  expect(await like(origin, anna, bob)).toMatchObject({ match: true, member: { automatic: true } })
})

test('greets in the name of no one else: fictional, invisible, blocked, of another pool, known, passed, or looking for others', async () => {
  await origin.publish({ id: 'velvet', fictional_profiles: true, fictional_singular: { en: 'x' }, fictional_warning: { en: 'x' } })
  await aMan({ fictional: true })
  await aMan({ profile_status: 'disabled' })
  await aMan({ status: 'banned' })
  await origin.aMember({ tenant: 'isle', gender: 'man', looking_for: ['woman'], greets_newcomers: true })
  await aMan({ looking_for: ['man'] })
  await aMan({ gender: 'couple' })
  await block(origin, await aMan(), anna)
  const known = await aMan()
  await like(origin, anna, known)
  const admirer = await aMan()
  await like(origin, admirer, anna)
  const passed = await aMan()
  await origin.call('swipeMember', { as: anna, body: { id: passed.id, choice: 'pass' } })
  expect(await ask(anna)).toEqual({ kind: null, profile: null })
  await origin.publish({ id: 'velvet', fictional_profiles: false })
})

test('greets newcomers only: neither after a week nor before others can find them', async () => {
  await aMan()
  const hidden = await origin.aMember({ gender: 'woman', looking_for: ['man'], profile_status: 'disabled' })
  expect((await ask(hidden)).profile).toBeNull()
  origin.advance(8 * 24 * 3600)
  expect((await ask(await origin.signIn(anna))).profile).toBeNull()
})

test('in one member’s name greets at most five newcomers a day, the nearest first', async () => {
  const near = await aMan({ country: 'NL', region: 'NL-NH' })
  await aMan({ country: 'BE', region: null })
  const seen = []
  for (let index = 0; index < 7; index++) {
    const newcomer = await origin.aMember({ gender: 'woman', looking_for: ['man'], country: 'NL', region: 'NL-NH' })
    seen.push((await ask(newcomer)).profile?.id === near.id)
  }
  expect(seen).toEqual([true, true, true, true, true, false, false])
})

test('the switch is opt-in, only where the brand has it, and kept with its words; taken back it greets no more', async () => {
  const bob = await aMan({ greets_newcomers: false })
  const change = (greets_newcomers: boolean) => origin.call('updateProfile', { as: bob, body: { greets_newcomers } })
  expect((await change(true)).body.profile.greets_newcomers).toBe(true)
  const consent = async () =>
    (await origin.deps.db.selectFrom('members').select('consent').where('id', '=', bob.row.id).executeTakeFirstOrThrow()).consent.greetings
  expect(await consent()).toMatchObject({ agreed: true, text: 'settings.greetings', site: 'velvet', at: origin.now().toISOString() })
  expect((await ask(anna)).profile?.id).toBe(bob.id)
  await change(false)
  expect(await consent()).toMatchObject({ agreed: false })
  const next = await origin.aMember({ gender: 'woman', looking_for: ['man'] })
  expect((await ask(next)).profile).toBeNull()

  await origin.publish({ id: 'velvet', auto_like: 'suggestion' })
  expect((await change(true)).status).toBe(422)
  expect((await change(false)).status).toBe(200)
})

test('needs the client’s header, and no page of another site can make it greet', async () => {
  await aMan()
  const headers = { cookie: `auth=${anna.cookie}` }
  const refused = await origin.send('/api/auto-like.php', { tenant: 'velvet', headers })
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([403, 'client_header_missing'])
  expect(await likes()).toEqual([])
})
