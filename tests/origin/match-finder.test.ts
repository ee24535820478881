import { expect, test } from 'vitest'
import type { MatchAnswers } from '../../shared/api/match-finder.ts'
import { PROFILE_FIELDS } from '../../shared/tenants/schema.ts'
import { block, like, pass } from '../fixtures/acts.ts'
import { createTestOrigin, PASSWORD, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { exportOf } from '../fixtures/export.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'

const origin = sharedOrigin()

const ANSWERS: MatchAnswers = {
  genders: ['man'],
  min_age: 30,
  max_age: 45,
  country: 'NL',
  region: null,
  interests: ['tea', 'music'],
  reasons: ['dating']
}

const answer = (as: TestMember, changes: Partial<MatchAnswers> = {}) =>
  origin.call('answerMatchFinder', { as, body: { ...ANSWERS, ...changes } })

async function find(as: TestMember) {
  const { status, body } = await origin.call('findMatches', { as })
  expect(status).toBe(200)
  return body
}

/** The reasons for this member, undefined if they are not suggested. */
async function reasonsFor(as: TestMember, { id }: TestMember) {
  return (await find(as)).members.find((member) => member.id === id)?.reasons
}

const aReader = (more: Parameters<TestOrigin['aMember']>[0] = {}) =>
  origin.aMember({ gender: 'woman', looking_for: ['man'], region: 'NL-UT', ...more })
const aMan = (more: Parameters<TestOrigin['aMember']>[0] = {}) => origin.aMember({ gender: 'man', ...more })

test('before there are answers the questions are filled in from the profile, and no one is suggested [RT-24]', async () => {
  const reader = await aReader({ interests: ['tea'], reason: 'friendship' })
  expect(await find(reader)).toEqual({
    answers: { genders: ['man'], min_age: 29, max_age: 43, country: 'NL', region: null, interests: ['tea'], reasons: ['friendship'] },
    answered_at: null,
    members: []
  })
})

test('answers are kept, changed and deleted; reversed ages are swapped, and a region brings its country', async () => {
  const reader = await aReader()
  expect((await answer(reader)).status).toBe(200)
  expect(await find(reader)).toMatchObject({ answers: ANSWERS, answered_at: origin.now().toISOString() })
  origin.advance(60)
  await answer(reader, { min_age: 50, max_age: 40, country: null, region: 'NL-NH', interests: [] })
  expect(await find(reader)).toMatchObject({
    answers: { ...ANSWERS, min_age: 40, max_age: 50, country: 'NL', region: 'NL-NH', interests: [] },
    answered_at: origin.now().toISOString()
  })
  expect((await origin.call('forgetMatchAnswers', { as: reader, body: {} })).status).toBe(200)
  expect(await find(reader)).toMatchObject({ answered_at: null, members: [] })
})

test('what the site doesn’t offer is refused field by field, and nothing is stored', async () => {
  const reader = await aReader()
  const wrong = async (changes: Partial<Record<keyof MatchAnswers, unknown>>) => {
    const { status, body } = await origin.call('answerMatchFinder', { as: reader, body: { ...ANSWERS, ...changes } })
    return [status, body.error?.fields?.map(({ field, code }) => `${field} ${code}`).sort()]
  }
  const eleven = ['tea', 'music', 'art', 'wine', 'beer', 'gym', 'beach', 'sushi', 'movies', 'party', 'sports']
  expect(await wrong({ country: 'ZZ' })).toEqual([422, ['country invalid']])
  expect(await wrong({ country: 'NL', region: 'BE-VAN' })).toEqual([422, ['region invalid']])
  expect(await wrong({ interests: eleven })).toEqual([422, ['interests too_many']])
  expect(await wrong({ min_age: 17, max_age: null, genders: ['cat'] })).toEqual([
    422,
    ['genders.0 choose', 'max_age invalid', 'min_age invalid']
  ])
  expect(await find(reader)).toMatchObject({ answered_at: null })
})

test('the members who fit best come first, with true reasons: interests, what both look for, the region, being looked for', async () => {
  const reader = await aReader()
  const best = await aMan({ interests: ['music', 'tea', 'art'], reason: 'dating', region: 'NL-UT', looking_for: ['woman'] })
  const good = await aMan({ interests: ['tea'] })
  const plain = await aMan()
  await answer(reader)
  const { members } = await find(reader)
  const order = members.map(({ id }) => id).filter((id) => [best, good, plain].some((one) => one.id === id))
  expect(order).toEqual([best.id, good.id, plain.id])
  expect(members[0]).toMatchObject({
    id: best.id,
    reasons: [
      { type: 'interests', interests: ['tea', 'music'] },
      { type: 'reason', reason: 'dating' },
      { type: 'region' },
      { type: 'looks_for_you' }
    ]
  })
  expect(await reasonsFor(reader, plain)).toEqual([])
})

test('neither reasons nor the order reveal what a member hides or the site doesn’t show', async () => {
  const reader = await aReader()
  const told = { interests: ['music', 'tea'], reason: 'dating' }
  const hides = await aMan({ ...told, hidden_fields: ['interests', 'reason'] })
  const shows = await aMan(told)
  const plain = await aMan()
  await answer(reader)
  expect(await reasonsFor(reader, hides)).toEqual([])
  expect(await reasonsFor(reader, shows)).toHaveLength(2)
  // Like someone who told nothing: the order of equal ones is that of the search.
  const order = (await find(reader)).members.map(({ id }) => id)
  expect(order.indexOf(shows.id)).toBeLessThan(order.indexOf(hides.id))
  expect(order.indexOf(hides.id)).toBeLessThan(order.indexOf(plain.id))
  await origin.publish({ id: 'velvet', visible_profile_fields: ['age', 'gender'] })
  try {
    expect(await reasonsFor(reader, shows)).toEqual([])
    const now = (await find(reader)).members.map(({ id }) => id)
    expect(now.indexOf(hides.id)).toBeLessThan(now.indexOf(shows.id))
  } finally {
    await origin.publish({ id: 'velvet', visible_profile_fields: [...PROFILE_FIELDS] })
  }
})

test('only those who were asked for, who look for the reader, and whom the reader hasn’t liked, passed or blocked, nor is blocked by', async () => {
  const reader = await aReader()
  const fits = await aMan()
  const others = {
    tooOld: await aMan({ date_of_birth: '1970-01-01' }),
    tooYoung: await aMan({ date_of_birth: '2000-01-01' }),
    woman: await origin.aMember({ gender: 'woman' }),
    looksForMen: await aMan({ looking_for: ['man'] }),
    elsewhere: await aMan({ country: 'BE' }),
    unconfirmed: await aMan({ status: 'not_confirmed', profile_status: 'disabled' }),
    otherPool: await origin.aMember({ tenant: 'isle', gender: 'man', country: 'NL' }),
    made: await aMan({ fictional: true }),
    liked: await aMan(),
    passed: await aMan(),
    blocked: await aMan(),
    blocks: await aMan()
  }
  await like(origin, reader, others.liked)
  await pass(origin, reader, others.passed)
  await block(origin, reader, others.blocked)
  await block(origin, others.blocks, reader)
  await answer(reader)
  expect(await reasonsFor(reader, fits)).toEqual([])
  const { members } = await find(reader)
  const shown = Object.entries(others).filter(([, other]) => members.some(({ id }) => id === other.id))
  expect(shown.map(([name]) => name)).toEqual([])
  // Without a choice anyone counts, anywhere.
  await answer(reader, { genders: [], country: null, min_age: 18, max_age: 99 })
  const ids = (await find(reader)).members.map(({ id }) => id)
  expect(ids.filter((id) => [others.elsewhere, others.tooOld].some((other) => other.id === id))).toHaveLength(2)
})

test('a few are shown out of many, and only these count against the hour', async () => {
  const own = await createTestOrigin({ limitFactor: 1 })
  try {
    await own.publish({ id: 'velvet', distinct_cards_per_hour: 100 })
    const reader = await own.aMember()
    for (let count = 0; count < 120; count++) await own.aMember()
    expect((await own.call('answerMatchFinder', { as: reader, body: { ...ANSWERS, genders: [] } })).status).toBe(200)
    for (let time = 0; time < 5; time++) expect((await own.call('findMatches', { as: reader })).body.members).toHaveLength(24)
  } finally {
    await own.close()
  }
})

test('the export has the answers, and they go with the account', async () => {
  const reader = await aReader()
  await answer(reader)
  const account = (await exportOf(origin, reader)).json('account.json') as Record<string, unknown>
  expect(account.match_answers).toMatchObject(ANSWERS)
  await origin.call('deleteAccount', { as: reader, body: { password: PASSWORD } })
  origin.advance(15 * 24 * 3600)
  await runSweeps(origin.deps)
  expect(await origin.deps.db.selectFrom('match_answers').selectAll().where('member_id', '=', reader.row.id).execute()).toEqual([])
})
