import { beforeAll, expect, test } from 'vitest'
import { INTIMATE_AUDIENCES, type IntimateAudience } from '../../shared/rules/interests.ts'
import { INTERESTS } from '../../shared/tenants/interests.ts'
import { like } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'velvet', niche: 2 })
})

const MIXED = ['tea', 'bondage', 'hiking', 'hot']
const EVERYDAY = ['tea', 'hiking']

const profileOf = async (as: TestMember | null, { id }: TestMember) => {
  const { status, body } = await origin.call('getMember', { as, tenant: 'velvet', query: { id } })
  expect(status).toBe(200)
  return body.member!
}

async function aPair(audience: IntimateAudience) {
  const owner = await origin.aMember({ interests: MIXED, intimate_shown_to: audience, shown_to_visitors: true, gender: 'man' })
  const viewer = await origin.aMember({ interests: MIXED, looking_for: ['man'] })
  return { owner, viewer }
}

test.each(INTIMATE_AUDIENCES)('intimate interests shown to %s: to them alone, never to visitors', async (audience) => {
  const { owner, viewer } = await aPair(audience)
  const [strangers, matches] = { members: [MIXED, MIXED], matches: [EVERYDAY, MIXED], nobody: [EVERYDAY, EVERYDAY] }[audience]
  const expectShown = async (interests: string[]) => {
    expect(await profileOf(viewer, owner)).toMatchObject({ interests, shared_interests: interests })
    const { status, body } = await origin.call('getLike', { as: viewer, query: { id: owner.id } })
    expect(status).toBe(200)
    expect(body.member.shared_interests).toEqual(interests)
  }
  const { cards } = (await origin.call('getSwipeDeck', { as: viewer })).body
  expect(cards.find(({ id }) => id === owner.id)?.shared_interests).toEqual(strangers)
  const answers = { genders: ['man'], min_age: 18, max_age: 99, country: null, region: null, interests: MIXED, reasons: [] }
  expect((await origin.call('answerMatchFinder', { as: viewer, body: answers })).status).toBe(200)
  const { members } = (await origin.call('findMatches', { as: viewer })).body
  expect(members.find(({ id }) => id === owner.id)?.reasons).toContainEqual({ type: 'interests', interests: strangers })
  await expectShown(strangers!)
  await like(origin, owner, viewer)
  await expectShown(strangers!)
  await like(origin, viewer, owner)
  await expectShown(matches!)
  await origin.call('unlikeMember', { as: owner, body: { id: viewer.id } })
  await expectShown(strangers!)

  expect((await profileOf(null, owner)).interests).toEqual(EVERYDAY)
  // The preview of one's own profile is what a stranger sees.
  expect((await profileOf(owner, owner)).interests).toEqual(strangers)
  expect((await origin.call('getProfile', { as: owner })).body.profile).toMatchObject({ interests: MIXED, intimate_shown_to: audience })
})

test.each(INTIMATE_AUDIENCES)(
  'a card of the search has the first interest in common: intimate ones only if shown to members, here to %s',
  async (audience) => {
    const { owner } = await aPair(audience)
    const viewer = await origin.aMember({ interests: ['bondage', 'tea'], looking_for: ['man'] })
    await like(origin, viewer, owner)
    await like(origin, owner, viewer)
    const found = async (as: TestMember | null) => {
      const { body } = await origin.call('searchMembers', { as, tenant: 'velvet', query: { gender: 'man' } })
      return body.members.find(({ id }) => id === owner.id)!
    }
    expect((await found(viewer)).shared_interest).toBe(audience === 'members' ? 'bondage' : 'tea')
    for (const as of [await origin.aMember({ interests: ['wine'] }), null]) expect(await found(as)).not.toHaveProperty('shared_interest')
    await origin.call('updateProfile', { as: owner, body: { hidden_fields: ['interests'] } })
    expect(await found(viewer)).not.toHaveProperty('shared_interest')
  }
)

test('who sees them can be changed, and is matches alone until it is', async () => {
  const owner = await origin.aMember({ interests: MIXED })
  const viewer = await origin.aMember()
  expect((await profileOf(viewer, owner)).interests).toEqual(EVERYDAY)
  expect((await origin.call('updateProfile', { as: owner, body: { intimate_shown_to: 'members' } })).body.profile.intimate_shown_to).toBe(
    'members'
  )
  expect((await profileOf(viewer, owner)).interests).toEqual(MIXED)
  const refused = await origin.call('updateProfile', { as: owner, body: { intimate_shown_to: 'visitors' } })
  expect(refused.body.error).toMatchObject({ code: 'invalid', fields: [{ field: 'intimate_shown_to' }] })
})

const TOO_MANY = {
  code: 'invalid',
  fields: [{ field: 'interests', code: 'too_many', message_key: 'field.too_many', params: { limit: 10 } }]
}

test('at most ten can be chosen; a member who has more keeps them and may only give some up', async () => {
  const anna = await origin.aMember()
  const choose = (as: TestMember, interests: readonly string[]) => origin.call('updateProfile', { as, body: { interests } })
  expect((await choose(anna, INTERESTS.slice(0, 10))).status).toBe(200)
  const refused = await choose(anna, INTERESTS.slice(0, 11))
  expect([refused.status, refused.body.error]).toMatchObject([422, TOO_MANY])

  const bob = await origin.aMember({ interests: INTERESTS.slice(0, 12) })
  expect((await origin.call('updateProfile', { as: bob, body: { about: 'I bake.' } })).body.profile.interests).toHaveLength(12)
  expect((await choose(bob, INTERESTS.slice(1, 12))).body.profile.interests).toHaveLength(11)
  expect((await choose(bob, [...INTERESTS.slice(2, 12), 'wine'])).body.error).toMatchObject(TOO_MANY)
})

test('the completion of a sign-up takes ten and who sees the intimate ones', async () => {
  const form = aSignUp()
  await origin.call('signUp', { body: form })
  const token = tokenOf((await origin.mails(form.email)).at(-1))
  await origin.call('useToken', { body: { token } })
  const row = await origin.deps.db.selectFrom('members').selectAll().where('email', '=', form.email).executeTakeFirstOrThrow()
  const newcomer = await origin.signIn({ row, id: row.public_id, tenant: 'velvet', cookie: '' })
  const complete = (body: object) => origin.call('completeSignup', { as: newcomer, body })
  const refused = await complete({ interests: INTERESTS.slice(0, 11) })
  expect([refused.status, refused.body.error]).toMatchObject([422, TOO_MANY])
  // The same one twice counts once.
  const done = await complete({ interests: [...INTERESTS.slice(0, 10), INTERESTS[0]], intimate_shown_to: 'nobody' })
  expect(done.status).toBe(200)
  const { profile } = (await origin.call('getProfile', { as: newcomer })).body
  expect(profile).toMatchObject({ interests: INTERESTS.slice(0, 10), intimate_shown_to: 'nobody' })
})
