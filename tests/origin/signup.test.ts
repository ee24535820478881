import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { createLinkedAssurance, signAgeAnswer } from '../../origin/providers/age-assurance.ts'
import { MOST_CAMPAIGNS } from '../../origin/visits/store.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { write } from '../fixtures/acts.ts'
import { tenantsCommand } from '../fixtures/command.ts'
import { aPicture } from '../fixtures/pictures.ts'
import { aSignUp, anAgeAnswer } from '../fixtures/inputs.ts'
import { AGE_SECRET, browserOf, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

type Form = Parameters<typeof aSignUp>[0]

/** Signs up on a site and, unless told otherwise, confirms the address. */
async function aNewcomer(form: Form = {}, { tenant = 'velvet', tracking = '', confirm = true } = {}): Promise<TestMember> {
  const filled = aSignUp(form)
  const signedUp = await origin.call('signUp', { tenant, body: filled, facts: { tracking } })
  expect(signedUp.status).toBe(200)
  const [mail] = await origin.mails(filled.email)
  const headers = browserOf(signedUp)
  if (confirm) expect((await origin.call('activate', { tenant, headers, body: { token: tokenOf(mail) } })).status).toBe(200)
  const row = await origin.deps.db.selectFrom('members').selectAll().where('email', '=', filled.email).executeTakeFirstOrThrow()
  return origin.signIn({ row, id: row.public_id, tenant, cookie: '' })
}
const rowOf = (member: TestMember) =>
  origin.deps.db.selectFrom('members').selectAll().where('id', '=', member.row.id).executeTakeFirstOrThrow()
const userOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user
const complete = (as: TestMember, body: { interests?: string[]; about?: string; wishes?: string; limits?: string } = {}) =>
  origin.call('completeSignup', { as, body })
const isFound = async (member: TestMember) => {
  const seeker = await origin.aMember({ tenant: member.tenant })
  return (await origin.call('getMember', { as: seeker, query: { id: member.id } })).status === 200
}

describe('the completion step', () => {
  test('creates the profile: before it the member has none and no one finds them, afterwards both [RT-5]', async () => {
    const newcomer = await aNewcomer()
    expect((await userOf(newcomer)).profile).toBeNull()
    expect(await isFound(newcomer)).toBe(false)

    const words = { about: '  I read a lot  ', wishes: 'Someone who laughs', limits: '   ' }
    const answer = await complete(newcomer, { interests: ['tea', 'wine', 'tea'], ...words })
    expect(answer.body).toEqual({ next: 'matches' })
    expect((await userOf(newcomer)).profile).toMatchObject({ name: newcomer.row.name, status: 'active' })
    expect(await rowOf(newcomer)).toMatchObject({
      interests: ['tea', 'wine'],
      about: 'I read a lot',
      wishes: 'Someone who laughs',
      limits: null
    })
    expect(await isFound(newcomer)).toBe(true)
  })

  test('accepts an empty form, and a second time changes nothing', async () => {
    const newcomer = await aNewcomer()
    expect((await complete(newcomer)).status).toBe(200)
    expect((await complete(newcomer, { interests: ['tea'], about: 'Too late' })).status).toBe(200)
    expect(await rowOf(newcomer)).toMatchObject({ interests: [], about: null, profile_status: 'active' })
  })

  test('may come after a photo, which no one else sees before it and which is the main one after it', async () => {
    await origin.publish({ id: 'velvet', photo_moderation: 'after' })
    const newcomer = await aNewcomer()
    const added = await origin.call('addPhoto', { as: newcomer, body: await aPicture() })
    expect([added.status, added.body.photos.length]).toEqual([200, 1])
    const { filename } = added.body.photos[0]!
    const stranger = await origin.aMember()
    const load = async (as: TestMember) =>
      (await origin.send(filename, { tenant: as.tenant, headers: { cookie: `auth=${as.cookie}` } })).status
    expect([(await userOf(newcomer)).profile, await isFound(newcomer)]).toEqual([null, false])
    expect([await load(newcomer), await load(stranger)]).toEqual([200, 404])
    await complete(newcomer)
    expect((await userOf(newcomer)).profile?.main_image).toMatchObject({ filename })
    const seen = (await origin.call('getMember', { as: stranger, query: { id: newcomer.id } })).body
    expect(seen.member!.main_image).not.toBeNull()
    await origin.publish({ id: 'velvet', photo_moderation: undefined })
  })

  test('doesn’t show an unconfirmed member; confirming afterwards does, and the member is notified of both [ENT-1] [ENT-9]', async () => {
    const newcomer = await aNewcomer({}, { confirm: false })
    await complete(newcomer)
    expect(await userOf(newcomer)).toMatchObject({ status: 'not_confirmed', profile: { status: 'disabled' } })
    expect(await isFound(newcomer)).toBe(false)
    const [mail] = await origin.mails(newcomer.row.email)
    await origin.call('activate', { as: newcomer, body: { token: tokenOf(mail) } })
    expect(await userOf(newcomer)).toMatchObject({ status: 'confirmed', profile: { status: 'active' } })
    expect(await isFound(newcomer)).toBe(true)
  })

  test('refuses interests the site doesn’t offer and unknown fields', async () => {
    await origin.publish({ id: 'velvet', interests: ['tea', 'wine'] })
    const newcomer = await aNewcomer()
    for (const body of [
      { interests: ['bondage'] },
      { interests: ['gold'] },
      { about: 'x'.repeat(2001) },
      { limits: 'x'.repeat(2001) },
      { credits: 9 }
    ])
      expect([body, (await complete(newcomer, body)).status]).toEqual([body, 422])
    expect((await userOf(newcomer)).profile).toBeNull()
    await origin.publish({ id: 'velvet', interests: undefined })
  })
})

describe('signing up from a profile', () => {
  const matchesOf = async (as: TestMember) => (await origin.call('getSignupMatches', { as })).body

  test('keeps the interest in that member through mail and completion, as long as the new member may see them [RT-21]', async () => {
    const seen = await origin.aMember({ name: 'Seen on the way', shown_to_visitors: true })
    const newcomer = await aNewcomer({ member: seen.id })
    await complete(newcomer)
    expect((await matchesOf(newcomer)).interest).toMatchObject({ id: seen.id, name: 'Seen on the way' })
    expect((await matchesOf(newcomer)).members.map(({ id }) => id)).not.toContain(seen.id)

    await origin.call('blockMember', { as: seen, body: { id: newcomer.id } })
    expect((await matchesOf(newcomer)).interest).toBeNull()
  })

  test('says nothing about invisible members', async () => {
    const elsewhere = await origin.aMember({ tenant: 'isle', shown_to_visitors: true })
    const hidden = await origin.aMember({ shown_to_visitors: false })
    for (const member of [elsewhere.id, hidden.id, 'x'.repeat(22)]) {
      const newcomer = await aNewcomer({ member })
      expect((await rowOf(newcomer)).signup_interest_id).toBeNull()
    }
  })
})

test('suggests members of the wanted genders who want the member’s own, the region first [RT-4]', async () => {
  const site = 'isle'
  const near = await origin.aMember({ tenant: site, gender: 'man', country: 'GB', region: 'GB-LDN', looking_for: ['woman'] })
  const far = await origin.aMember({ tenant: site, gender: 'man', country: 'US', looking_for: [] })
  const other = await origin.aMember({ tenant: site, gender: 'woman', country: 'GB', looking_for: ['woman'] })
  const wishesElse = await origin.aMember({ tenant: site, gender: 'man', country: 'GB', looking_for: ['man'] })
  const old = await origin.aMember({ tenant: site, gender: 'man', country: 'GB', date_of_birth: '1950-01-01' })
  const newcomer = await aNewcomer({ country: 'GB', region: 'GB-LDN', looking_for: ['man'] }, { tenant: site })
  const { members } = (await origin.call('getSignupMatches', { as: newcomer })).body
  const ids = members.map(({ id }) => id)
  expect(ids.indexOf(near.id)).toBe(0)
  expect(ids).toContain(far.id)
  for (const one of [other, wishesElse, old, newcomer]) expect(ids).not.toContain(one.id)
})

describe('the campaign of the visit', () => {
  const tracking = 'network=n1&ref=r1&sub1=s1&sub2=s2&sub3=s3&lb=1'

  test('is stored with the account only with consent, and for 30 days [ENT-25]', async () => {
    const silent = await aNewcomer({}, { tracking })
    const agreed = await aNewcomer({ consent_tracking: true }, { tracking })
    expect((await rowOf(silent)).tracking).toEqual({})
    expect((await rowOf(silent)).consent).not.toHaveProperty('tracking')
    expect((await rowOf(agreed)).tracking).toEqual({ network: 'n1', ref: 'r1', sub1: 's1', sub2: 's2', sub3: 's3' })
    expect((await rowOf(agreed)).consent).toHaveProperty('tracking')

    origin.advance(30 * 24 * 3600 - 60)
    await runSweeps(origin.deps)
    expect((await rowOf(agreed)).tracking).toHaveProperty('network')
    origin.advance(120)
    await runSweeps(origin.deps)
    expect((await rowOf(agreed)).tracking).toEqual({})
  })

  test('with `lb` counts a visit that left at once, without a person; without it nothing [ENT-26]', async () => {
    const bounces = () => origin.deps.db.selectFrom('page_bounces').selectAll().orderBy('lb').execute()
    const member = await origin.aMember()
    expect((await origin.call('pageBounce', { query: { network: 'n1' } })).status).toBe(200)
    // The `visit` cookie isn't read: what is counted has to come with the call.
    expect((await origin.call('pageBounce', { as: member, facts: { tracking } })).status).toBe(200)
    expect(await bounces()).toEqual([])
    for (let time = 0; time < 3; time++) await origin.call('pageBounce', { query: { network: 'n1', lb: '1' } })
    await origin.call('pageBounce', { query: { lb: '2' } })
    const day = origin.now().toISOString().slice(0, 10)
    expect(await bounces()).toEqual([
      { tenant: 'velvet', day, network: 'n1', lb: '1', bounces: 3 },
      { tenant: 'velvet', day, network: '', lb: '2', bounces: 1 }
    ])
    const list = async (...words: string[]) =>
      (await tenantsCommand(['bounces', 'velvet', ...words], { DATABASE_URL: origin.databaseUrl })).stdout
    expect(JSON.parse(await list('--json'))).toEqual([
      { day, network: 'n1', lb: '1', bounces: 3 },
      { day, network: '', lb: '2', bounces: 1 }
    ])
    expect(await list()).toMatch(new RegExp(`${day} +n1 +1 +3\n${day} +2 +1\n`))
    origin.advance(KEPT_DAYS.bounce * 24 * 3600)
    await runSweeps(origin.deps)
    expect(await bounces()).toHaveLength(2)
    origin.advance(24 * 3600)
    await runSweeps(origin.deps)
    expect(await bounces()).toEqual([])
  })

  test('with an `lb` that someone makes up fills no table: a few hundred a day are counted', async () => {
    origin.advance(24 * 3600)
    const leave = (lb: number) => origin.call('pageBounce', { query: { lb: String(lb) } })
    for (let lb = 0; lb < MOST_CAMPAIGNS + 10; lb++) expect((await leave(lb)).status).toBe(200)
    await leave(7)
    const day = origin.now().toISOString().slice(0, 10)
    const counted = await origin.deps.db.selectFrom('page_bounces').selectAll().where('day', '=', day).execute()
    expect(counted).toHaveLength(MOST_CAMPAIGNS)
    expect(counted).toContainEqual({ tenant: 'velvet', day, network: '', lb: '7', bounces: 2 })
  })
})

describe('proof of age', () => {
  test('by declaration is required and stored if the site wants it, and ignored elsewhere', async () => {
    await origin.publish({ id: 'sworn', age_assurance: 'self' })
    const body = aSignUp()
    const refused = await origin.call('signUp', { tenant: 'sworn', body })
    expect(refused.body.error?.fields).toMatchObject([{ field: 'consent_age', code: 'consent' }])
    const sworn = await aNewcomer({ consent_age: true }, { tenant: 'sworn' })
    expect((await rowOf(sworn)).consent).toMatchObject({
      age: { text: 'signup.consent_age', version: '2024-05-01', at: origin.now().toISOString() }
    })
    expect((await rowOf(await aNewcomer({ consent_age: true }))).consent).not.toHaveProperty('age')
  })

  test('by a provider holds the profile back until it exists, and only yes, when and by whom is stored', async () => {
    await origin.publish({ id: 'proven', pool: 'north', age_assurance: 'provider' })
    const newcomer = await aNewcomer({}, { tenant: 'proven' })
    // Completing on a sister site that requires no proof isn't a loophole.
    expect((await complete(await origin.signIn(newcomer, 'velvet'))).body).toEqual({ next: 'age_check' })
    expect(await isFound(newcomer)).toBe(false)

    const { url } = (await origin.call('startAgeCheck', { as: newcomer })).body
    expect(url).toMatch(/^https:\/\/prover\.example\/check\?reference=\d+\.18\.[\w-]{43}&min_age=18&return_to=/)
    expect(url).not.toContain(newcomer.id)
    const finish = (body: object, as = newcomer) => origin.call('finishAgeCheck', { as, body })
    const stranger = await aNewcomer({}, { tenant: 'proven' })
    const forged = { ...anAgeAnswer(newcomer.id, 'no'), age_over: 'yes' }
    for (const answer of [forged, anAgeAnswer(stranger.id)]) expect((await finish(answer)).body.error?.code).toBe('link_expired')
    expect((await finish(anAgeAnswer(newcomer.id, 'no'))).body).toEqual({ proven: false })
    expect(await isFound(newcomer)).toBe(false)

    expect((await finish(anAgeAnswer(newcomer.id))).body).toEqual({ proven: true })
    expect(await isFound(newcomer)).toBe(true)
    expect(await rowOf(newcomer)).toMatchObject({ age_proven_at: origin.now(), age_proven_by: 'prover.example' })
  })

  test('by a provider accepts the answer for a day, for the requested age', async () => {
    await origin.publish({ id: 'proven', pool: 'north', age_assurance: 'provider', min_age: 21 })
    const newcomer = await aNewcomer({}, { tenant: 'proven' })
    await complete(newcomer)
    const begun = new URL((await origin.call('startAgeCheck', { as: newcomer })).body.url).searchParams
    expect(begun.get('min_age')).toBe('21')
    const [expires] = begun.get('reference')!.split('.').map(Number)
    const finish = (answer: object, as = newcomer) => origin.call('finishAgeCheck', { as, body: answer })
    // Neither a check for a lower age, here or on a sister site, nor one with a modified expiry.
    const younger = anAgeAnswer(newcomer.id, 'yes', { minAge: 18, expires: expires! })
    for (const as of [newcomer, await origin.signIn(newcomer, 'velvet')]) expect((await finish(younger, as)).status).toBe(422)
    const answer = anAgeAnswer(newcomer.id, 'yes', { minAge: 21, expires: expires! })
    const moved = answer.age_reference.replace(`${expires}`, `${expires! + 1}`)
    expect((await finish({ ...answer, age_reference: moved, age_signature: signAgeAnswer(AGE_SECRET, moved, 'yes') })).status).toBe(422)
    origin.advance(24 * 3600)
    expect((await finish(answer)).body.error?.code).toBe('link_expired')
    origin.advance(-1)
    for (const _ of [1, 2]) expect((await finish(answer)).body).toEqual({ proven: true })
    expect(await isFound(newcomer)).toBe(true)
  })

  test('counts for the age it was for: a site that requires more redirects to the check again, and shows no one before it', async () => {
    const provider = { pool: 'north', age_assurance: 'provider' } as const
    await origin.publish({ id: 'proven', ...provider, min_age: 18 })
    await origin.publish({ id: 'later', ...provider, min_age: 21 })
    const prove = (as: TestMember, minAge: number) => origin.call('finishAgeCheck', { as, body: anAgeAnswer(as.id, 'yes', { minAge }) })
    const seeker = await origin.aMember({ tenant: 'velvet' })
    const seenOn = async (tenant: string, { id }: TestMember) =>
      (await origin.call('getMember', { as: await origin.signIn(seeker, tenant), query: { id } })).status === 200
    const statusOn = async (tenant: string, member: TestMember) => (await userOf(await origin.signIn(member, tenant))).profile?.status

    // First proven for 18; further proofs are requested along the way.
    const newcomer = await aNewcomer({}, { tenant: 'proven' })
    expect((await prove(newcomer, 18)).body).toEqual({ proven: true })
    expect((await complete(await origin.signIn(newcomer, 'later'))).body).toEqual({ next: 'age_check' })
    expect([await statusOn('later', newcomer), await seenOn('later', newcomer)]).toEqual(['disabled', false])

    const member = await aNewcomer({}, { tenant: 'proven' })
    await complete(member)
    await prove(member, 18)
    // As before: a site that requires no proof shows members proven for the site of their sign-up.
    for (const site of ['proven', 'velvet']) expect([await statusOn(site, member), await seenOn(site, member)]).toEqual(['active', true])
    expect([await statusOn('later', member), await seenOn('later', member)]).toEqual(['disabled', false])
    // Members of a site that requires no proof are shown as before.
    expect(await seenOn('later', await origin.aMember({ tenant: 'velvet' }))).toBe(true)
    const there = await origin.signIn(member, 'later')
    expect((await complete(there)).body).toEqual({ next: 'age_check' })
    const { url } = (await origin.call('startAgeCheck', { as: there })).body
    expect(new URL(url).searchParams.get('min_age')).toBe('21')
    const first = await rowOf(member)
    expect(first).toMatchObject({ age_proven_over: 18, age_proven_by: 'prover.example' })
    origin.advance(60)
    expect((await prove(there, 21)).body).toEqual({ proven: true })
    expect(await rowOf(member)).toMatchObject({ age_proven_over: 21, age_proven_at: origin.now() })
    expect([await statusOn('later', member), await seenOn('later', member)]).toEqual(['active', true])
    // A proof for a lower age doesn't replace it.
    await prove(member, 18)
    expect((await rowOf(member)).age_proven_over).toBe(21)
    await origin.publish({ id: 'later', age_assurance: 'none' })
  })

  test('is required again if the site of the sign-up requires more than it did, on every site of the pool', async () => {
    await origin.publish({ id: 'proven', pool: 'north', age_assurance: 'provider', min_age: 18 })
    const member = await aNewcomer({}, { tenant: 'proven' })
    await complete(member)
    await origin.call('finishAgeCheck', { as: member, body: anAgeAnswer(member.id) })
    const seeker = await origin.aMember({ tenant: 'velvet' })
    const found = async () => {
      const { members } = (await origin.call('searchMembers', { as: seeker })).body
      return members.some(({ id }) => id === member.id)
    }
    expect(await found()).toBe(true)
    await origin.publish({ id: 'proven', min_age: 21 })
    expect([await found(), (await userOf(member)).profile?.status]).toEqual([false, 'disabled'])
    // A member they wrote to still sees who it is.
    await write(origin, member, seeker, 'Hi')
    expect((await origin.call('getMember', { as: seeker, query: { id: member.id } })).status).toBe(200)
    await origin.call('finishAgeCheck', { as: member, body: anAgeAnswer(member.id, 'yes', { minAge: 21 }) })
    expect([await found(), (await userOf(member)).profile?.status]).toEqual([true, 'active'])
    await origin.publish({ id: 'proven', min_age: 18 })
  })

  test.each(['yes', 'no'] as const)('by a provider over HTTP: there by the signed link, back with %s', async (over) => {
    await origin.publish({ id: 'proven', pool: 'north', age_assurance: 'provider', min_age: 18 })
    const secret = 'agreed with the provider of this test'
    const provider = createServer((request, response) => {
      const query = new URL(request.url!, 'http://provider').searchParams
      const [reference, returnTo] = [query.get('reference')!, query.get('return_to')!]
      const asked = createLinkedAssurance({ name: '', url: '', secret }).start({
        reference,
        minAge: Number(query.get('min_age')),
        returnTo
      })
      // Only requests signed with the secret are answered.
      if (new URLSearchParams(asked.slice(1)).get('signature') !== query.get('signature')) return response.writeHead(403).end()
      const back = new URLSearchParams({ age_reference: reference, age_over: over, age_signature: signAgeAnswer(secret, reference, over) })
      response.writeHead(303, { location: `${returnTo}?${back}` }).end()
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/check`
    const kept = origin.deps.ageAssurance
    origin.deps.ageAssurance = createLinkedAssurance({ name: 'fake.example', url, secret })
    try {
      const newcomer = await aNewcomer({}, { tenant: 'proven' })
      await complete(newcomer)
      const link = (await origin.call('startAgeCheck', { as: newcomer })).body.url
      expect((await fetch(`${link}x`, { redirect: 'manual' })).status).toBe(403)
      const back = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location')!)
      expect([back.host, back.pathname]).toEqual(['proven.example', '/complete-signup'])
      const answer = await origin.call('finishAgeCheck', { as: newcomer, body: Object.fromEntries(back.searchParams) })
      expect([answer.body, await isFound(newcomer)]).toEqual([{ proven: over === 'yes' }, over === 'yes'])
      expect((await rowOf(newcomer)).age_proven_by).toBe(over === 'yes' ? 'fake.example' : null)
    } finally {
      origin.deps.ageAssurance = kept
      await new Promise((resolve) => provider.close(resolve))
    }
  })
})
