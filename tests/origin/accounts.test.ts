import { describe, expect, test } from 'vitest'
import { findMovement } from '../../origin/credits/book.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { COUNTERS, recordOf } from '../../shared/rules/news.ts'
import { readLastSeen } from '../fixtures/members.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { browserOf, cookieValue, PASSWORD, tokenOf } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const logIn = (login: string, password: string, options: { tenant?: string; facts?: { ip: string } } = {}) =>
  origin.call('login', { body: { credentials: { login, password } }, ...options })
const rowOf = (email: string) => origin.deps.db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst()
const fieldsOf = (answer: { body: object }) =>
  (answer.body as { error?: { fields?: { field: string; code: string; params: object }[] } }).error?.fields?.map(
    ({ field, code, params }) => ({ field, code, params })
  )

describe('sign-up', () => {
  test('a visitor signs up, confirms by the mailed link and is logged in as a free member with the credits of the site [GEN-2] [SET-18]', async () => {
    const form = aSignUp()
    const answer = await origin.call('signUp', { body: form })
    expect(answer.body).toEqual({ status: 'check_mail' })
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['signup'])
    expect(await rowOf(form.email)).toMatchObject({
      status: 'not_confirmed',
      profile_status: 'disabled',
      home_tenant: 'velvet',
      pool: 'north'
    })

    const [mail] = await origin.mails(form.email)
    const activated = await origin.call('activate', { headers: browserOf(answer), body: { token: tokenOf(mail) } })
    expect(activated.body).toEqual({ status: 'confirmed' })
    const cookie = cookieValue(activated.headers.get('set-cookie'))
    const { body } = await origin.call('getUser', { headers: { cookie: `auth=${cookie}` } })
    expect(body.user).toMatchObject({
      email: form.email,
      status: 'confirmed',
      credits: 4,
      paid_user: false,
      language: 'nl',
      // The profile starts with the completion step.
      profile: null
    })
  })

  test('the free credits are in the ledger as two legs that sum to 0, and are given once', async () => {
    const form = aSignUp()
    await origin.call('signUp', { body: form })
    const member = await rowOf(form.email)
    const movement = await findMovement(origin.deps.db, `signup:${member!.id}`)
    expect(movement).toMatchObject({
      tenant: 'velvet',
      reason: 'signup',
      legs: [
        { account: 'member', member: member!.id, unit: 'credits', amount: 4 },
        { account: 'house', unit: 'credits', amount: -4 }
      ]
    })
    // The same movement again, as by a job that doesn't know how far it got.
    const { id } = member!
    await grantCredits(origin.deps.db, {
      member: id,
      tenant: 'velvet',
      credits: 4,
      movement: `signup:${id}`,
      reason: 'signup',
      now: origin.now()
    })
    const cookie = cookieValue((await logIn(form.email, PASSWORD)).headers.get('set-cookie'))
    expect((await origin.call('getUser', { headers: { cookie: `auth=${cookie}` } })).body.user?.credits).toBe(4)
  })

  test('what was agreed to is stored with version, language and time, and the campaign of the visit with it [ENT-25]', async () => {
    const form = aSignUp({ signup_message: '  Hi there  ', consent_tracking: true })
    await origin.call('signUp', { body: form, query: { sub3: 'z9' }, facts: { tracking: 'network=n1&ref=r1&sub1=s1&sub2=s2&lb=1' } })
    const at = origin.now().toISOString()
    expect(await rowOf(form.email)).toMatchObject({
      tracking: { network: 'n1', ref: 'r1', sub1: 's1', sub2: 's2', sub3: 'z9' },
      signup_message: 'Hi there',
      consent: {
        terms: { text: 'signup.consent_terms', version: '2024-05-01', language: 'nl', at },
        sensitive: { text: 'signup.consent_sensitive', version: '2024-05-01', language: 'nl', at },
        tracking: { text: 'signup.consent_tracking', version: '2024-05-01', language: 'nl', at }
      }
    })
  })

  test('where sign-ups need a campaign, only a visit with one gets in; where they are closed, no one [ROLE-5] [ROLE-6] [ROLE-7]', async () => {
    await origin.publish({ id: 'shut', signups: 'friends only' })
    const tries = [
      { tenant: 'nordic', tracking: '', status: 403 },
      { tenant: 'nordic', tracking: 'sub1=x', status: 403 },
      { tenant: 'nordic', tracking: 'network=x', status: 200 },
      { tenant: 'shut', tracking: 'network=x', status: 403 }
    ]
    for (const { tenant, tracking, status } of tries) {
      const answer = await origin.call('signUp', { tenant, facts: { tracking }, body: aSignUp() })
      expect([tenant, tracking, answer.status, answer.body.error?.code]).toEqual([
        tenant,
        tracking,
        status,
        status === 200 ? undefined : 'signups_closed'
      ])
    }
  })

  test('an age below the minimum of the site is refused by the site’s local day, with the minimum in the error', async () => {
    // 11 pm in London, already the next day in Amsterdam.
    origin.setNow(new Date('2026-11-16T23:30:00Z'))
    await origin.publish({ id: 'isle', time_zone: 'Europe/London' })
    const tries = [
      { tenant: 'velvet', date_of_birth: '2008-11-17', old: true },
      { tenant: 'velvet', date_of_birth: '2008-11-18', old: false },
      { tenant: 'isle', date_of_birth: '2005-11-16', old: true },
      { tenant: 'isle', date_of_birth: '2005-11-17', old: false },
      { tenant: 'velvet', date_of_birth: '2027-01-01', old: false },
      { tenant: 'velvet', date_of_birth: '1800-01-01', old: false },
      { tenant: 'velvet', date_of_birth: '0000-00-00', old: false },
      { tenant: 'velvet', date_of_birth: '2007-02-29', old: false }
    ]
    for (const { tenant, date_of_birth, old } of tries) {
      const country = tenant === 'isle' ? 'GB' : 'NL'
      const answer = await origin.call('signUp', { tenant, body: aSignUp({ date_of_birth, country }) })
      const params = { min_age: tenant === 'isle' ? 21 : 18 }
      expect([date_of_birth, answer.status, fieldsOf(answer)]).toEqual(
        old ? [date_of_birth, 200, undefined] : [date_of_birth, 422, [{ field: 'date_of_birth', code: 'date_of_birth', params }]]
      )
    }
  })

  test('someone born on 29 February is 18 on 1 March', async () => {
    origin.setNow(new Date('2026-02-28T12:00:00Z'))
    const early = await origin.call('signUp', { body: aSignUp({ date_of_birth: '2008-02-29' }) })
    origin.setNow(new Date('2026-03-01T12:00:00Z'))
    const late = await origin.call('signUp', { body: aSignUp({ date_of_birth: '2008-02-29' }) })
    origin.setNow(new Date('2026-11-16T12:00:00Z'))
    expect([early.status, late.status]).toEqual([422, 200])
  })

  test('a name may not be the address, nor begin with @ [VAL-1] [VAL-2]', async () => {
    const form = aSignUp({ email: 'me@mail.example' })
    expect(fieldsOf(await origin.call('signUp', { body: { ...form, name: form.email } }))).toEqual([
      { field: 'name', code: 'name_letters', params: {} }
    ])
    expect(fieldsOf(await origin.call('signUp', { body: { ...form, name: '@nna' } }))).toEqual([
      { field: 'name', code: 'name_at', params: {} }
    ])
  })

  test('a name that is taken in the pool is refused however it is written, on every site of it; another pool is free', async () => {
    await origin.aMember({ name: 'Ädele Å' })
    const name = async (tenant: string, name: string, country: string) =>
      fieldsOf(await origin.call('signUp', { tenant, body: aSignUp({ name, country }), facts: { tracking: 'ref=a' } }))
    const taken = [{ field: 'name', code: 'name_taken', params: {} }]
    expect(await name('velvet', 'ädele å', 'NL')).toEqual(taken)
    expect(await name('nordic', 'A\u0308DELE  A\u030a', 'DK')).toEqual(taken)
    expect(await name('isle', 'Ädele Å', 'GB')).toBeUndefined()
  })

  test('of ten sign-ups for one name at the same moment one succeeds and nine say that it is taken', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => origin.call('signUp', { body: aSignUp({ name: 'Contested' }) })))
    expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({ 200: { length: 1 }, 422: { length: 9 } })
  })

  test('a country the site does not offer and a region of another country are refused', async () => {
    const fields = async (form: object) => fieldsOf(await origin.call('signUp', { body: { ...aSignUp(), ...form } }))
    expect(await fields({ country: 'FR' })).toEqual([{ field: 'country', code: 'invalid', params: {} }])
    expect(await fields({ country: 'NL', region: 'BE-VAN' })).toEqual([{ field: 'region', code: 'invalid', params: {} }])
    expect(await fields({ country: 'NL', region: 'NL-NH' })).toBeUndefined()
  })

  test('a common password is refused, for a known address as for a new one, and creates and mails nothing', async () => {
    const member = await origin.aMember()
    for (const password of ['P4ssw0rd2026!', 'qwertyuiop', 'Wachtwoord1']) {
      const before = await origin.everything()
      const fresh = await origin.call('signUp', { body: aSignUp({ password }) })
      const known = await origin.call('signUp', { body: aSignUp({ password, email: member.row.email }) })
      expect([fresh.status, fieldsOf(fresh)]).toEqual([422, [{ field: 'password', code: 'password_common', params: {} }]])
      expect([known.status, known.text]).toEqual([fresh.status, fresh.text])
      expect(await origin.everything()).toBe(before)
    }
  })

  test('fields that no one may set are refused and set nothing', async () => {
    for (const extra of [{ paid_user: true }, { credits: 99 }, { status: 'confirmed' }, { fictional: true }, { public_id: 'x' }]) {
      const before = await origin.everything()
      const answer = await origin.call('signUp', { body: { ...aSignUp(), ...extra } })
      expect(fieldsOf(answer)).toEqual([{ field: Object.keys(extra)[0], code: 'unknown', params: {} }])
      expect(await origin.everything()).toBe(before)
    }
  })
})

describe('the member', () => {
  test('has the fields of the specification [ENT-4] [ENT-8] [API-1]', async () => {
    const member = await origin.aMember({ credits: 7, notifications_disabled: ['bounce'] })
    const { body } = await origin.call('getUser', { as: member })
    expect(body).toEqual({
      user: {
        id: member.id,
        status: 'confirmed',
        email: member.row.email,
        credits: 7,
        paid_user: false,
        signup_date: origin.now().toISOString(),
        time_bonus: {
          code: 'TIMEBONUS25',
          percentage: 25,
          ends_at: new Date(origin.now().getTime() + 4 * 3600_000).toISOString(),
          popup_shown: false
        },
        welcome: null,
        language: 'nl',
        notifications_disabled: ['bounce'],
        ...recordOf(COUNTERS, () => 0),
        search: expect.objectContaining({ country: 'NL', looking_for: 'woman' }) as object,
        profile: {
          id: member.id,
          name: member.row.name,
          age: 36,
          gender: 'woman',
          country: 'NL',
          region: null,
          region_name: null,
          status: 'active',
          main_image: null
        }
      },
      now: origin.now().toISOString()
    })
  })

  test('stores the language of the pages and nothing else [API-4] [LOC-14] [ENT-5]', async () => {
    const member = await origin.aMember()
    expect((await origin.call('updateUser', { as: member, body: { language: 'de' } })).body.user?.language).toBe('de')
    expect((await origin.call('getUser', { as: member })).body.user?.language).toBe('de')
    for (const body of [{ language: 'xx' }, { language: 'de', credits: 5 }, { language: 'de', paid_user: true }]) {
      expect((await origin.call('updateUser', { as: member, body })).status).toBe(422)
    }
    expect((await origin.call('getUser', { as: member })).body.user).toMatchObject({ credits: 0, paid_user: false, language: 'de' })
  })

  test('is last seen when the page was hidden, and at most a minute before any other call except polls [API-9]', async () => {
    const member = await origin.aMember()
    const lastSeen = () => readLastSeen(origin.deps.db, member.row.id)
    const begun = await lastSeen()
    origin.advance(59)
    await origin.call('listInterests', { as: member })
    expect(await lastSeen()).toEqual(begun)
    expect((await origin.call('pageHidden', { as: member, headers: { 'x-client-request': '' } })).body).toEqual({})
    expect(await lastSeen()).toEqual(origin.now())
    const hidden = origin.now()
    origin.advance(60)
    for (const poll of ['getUser', 'listChats', 'listLikes'] as const) await origin.call(poll, { as: member })
    const stream = await origin.send('/api/events.php', { tenant: 'velvet', headers: { cookie: `auth=${member.cookie}` } })
    expect(stream.status).toBe(200)
    await stream.body?.cancel()
    expect(await lastSeen()).toEqual(hidden)
    await origin.call('listInterests', { as: member })
    expect(await lastSeen()).toEqual(origin.now())
    expect((await origin.call('pageHidden')).body).toEqual({})
  })
})

test('answers that could tell whose address or name is known here take the same time: they wait for it', async () => {
  const member = await origin.aMember()
  const NEW = 'quiet-harbour-lantern'
  const pauses: number[] = []
  origin.deps.pause = async (ms) => void pauses.push(ms)
  const calls = {
    signUp: { body: aSignUp({ email: member.row.email }) },
    login: { body: { credentials: { login: member.row.email, password: PASSWORD } } },
    requestPasswordReset: { body: { email: member.row.email } },
    resendActivation: { as: member },
    requestMailChange: { as: member, body: { email: 'new@mail.example', password: 'a wrong password' } },
    changePassword: { as: member, body: { old_password: 'a wrong password', password: NEW, password_repeat: NEW } },
    deleteAccount: { as: member, body: { password: 'a wrong password' } }
  } as const
  for (const [name, call] of Object.entries(calls)) {
    await origin.call(name as keyof typeof calls, call)
    // In ms; how long it has taken already is subtracted.
    expect([name, pauses.splice(0)]).toEqual([name, [expect.any(Number)]])
  }
  origin.deps.pause = async () => {}
})
