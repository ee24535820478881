import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findMovement } from '../../origin/credits/book.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { COUNTERS, recordOf } from '../../shared/rules/news.ts'
import { readLastSeen } from '../fixtures/members.ts'
import { eventsOf } from '../fixtures/acts.ts'
import {
  aSignUp,
  browserOf,
  cookieValue,
  createTestOrigin,
  PASSWORD,
  tokenOf,
  type TestMember,
  type TestOrigin
} from '../fixtures/origin.ts'

let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin()
})
afterAll(() => origin.close())

const logIn = (login: string, password: string, options: { tenant?: string; facts?: { ip: string } } = {}) =>
  origin.call('login', { body: { credentials: { login, password } }, ...options })
const wrong = (login: string) => logIn(login, 'a wrong password')
const rowOf = (email: string) => origin.deps.db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst()
/** How many statements wait for a lock. */
async function waitingForLocks(): Promise<number | undefined> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(origin.deps.db)
  return rows[0]?.count
}
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
    await origin.call('signUp', { body: form, query: { sub3: 'z9' }, facts: { visit: 'network=n1&ref=r1&sub1=s1&sub2=s2&lb=1' } })
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
      { tenant: 'nordic', visit: '', status: 403 },
      { tenant: 'nordic', visit: 'sub1=x', status: 403 },
      { tenant: 'nordic', visit: 'network=x', status: 200 },
      { tenant: 'shut', visit: 'network=x', status: 403 }
    ]
    for (const { tenant, visit, status } of tries) {
      const answer = await origin.call('signUp', { tenant, facts: { visit }, body: aSignUp() })
      expect([tenant, visit, answer.status, answer.body.error?.code]).toEqual([
        tenant,
        visit,
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
      fieldsOf(await origin.call('signUp', { tenant, body: aSignUp({ name, country }), facts: { visit: 'ref=a' } }))
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

describe('an address that has an account', () => {
  test('gets the same answer, byte for byte, and the mail tells its owner', async () => {
    const member = await origin.aMember({ language: 'en' })
    const known = await origin.call('signUp', { body: aSignUp({ email: member.row.email.toUpperCase() }) })
    const fresh = await origin.call('signUp', { body: aSignUp() })
    const shown = ({ headers }: typeof known) => [...headers].map(([name, value]) => [name, value.replace(/^signup=[^;]+/, 'signup=…')])
    expect([known.status, known.text, shown(known)]).toEqual([fresh.status, fresh.text, shown(fresh)])
    const [mail] = await origin.mails(member.row.email)
    expect(mail).toMatchObject({ subject: 'About your account', links: ['https://velvet.example/login'] })
    expect(await origin.deps.db.selectFrom('members').select('id').where('email_key', '=', member.row.email_key).execute()).toHaveLength(1)
  })

  test('is not revealed by then logging in, requesting the mail again or signing up once more', async () => {
    const member = await origin.aMember({ password: 'the password of the owner' })
    const known = aSignUp({ email: member.row.email })
    const fresh = aSignUp()
    const session = async (login: string) => {
      const answer = await logIn(login, PASSWORD)
      const { id: _, email: _1, profile, ...user } = answer.body.user
      return { user, profile: { ...profile, id: '', name: '' }, cookie: cookieValue(answer.headers.get('set-cookie')) }
    }
    const seen = async (form: typeof known) => {
      const answers = [await origin.call('signUp', { body: form }), await origin.call('signUp', { body: form })]
      const { cookie, ...byAddress } = await session(form.email)
      const { cookie: _, ...byName } = await session(form.name)
      const again = []
      origin.advance(1)
      for (let time = 0; time < 6; time++)
        again.push((await origin.call('resendActivation', { headers: { cookie: `auth=${cookie}` } })).text)
      const second = aSignUp({ email: form.email, password: 'another password' })
      await origin.call('signUp', { body: second })
      const byFirst = (await logIn(form.email, PASSWORD)).status
      const bySecond = (await logIn(form.email, 'another password')).status
      origin.advance(-1)
      return { answers: answers.map(({ status, text }) => [status, text]), byAddress, byName, again, byFirst, bySecond }
    }
    expect(await seen(known)).toEqual(await seen(fresh))
    expect((await logIn(known.name, PASSWORD)).status).toBe(200)
  })

  test('that is not confirmed logs in the first one to sign up with it, however many do after them, and the newest of those', async () => {
    const forms = ['of the first', 'of the second', 'of the third'].map((whose) => ({ password: `the password ${whose}` }))
    const { email } = aSignUp()
    for (const { password } of forms) await origin.call('signUp', { body: aSignUp({ email, password }) })
    const statuses = await Promise.all(forms.map(async ({ password }) => (await logIn(email, password)).status))
    expect(statuses).toEqual([200, 422, 200])
  })

  test('can be confirmed by one of those who entered it', async () => {
    const forms = [aSignUp(), aSignUp()]
    forms[1]!.email = forms[0]!.email
    for (const body of forms) await origin.call('signUp', { body })
    const [first, second] = (await origin.mails(forms[0]!.email)).map(tokenOf)
    const confirm = (token: string) => origin.call('activate', { body: { token, password: PASSWORD, password_repeat: PASSWORD } })
    expect((await confirm(second!)).status).toBe(200)
    expect((await confirm(first!)).body.error?.code).toBe('link_expired')
    expect((await origin.call('requestPasswordReset', { body: { email: forms[0]!.email } })).status).toBe(200)
    const [reset] = (await origin.mails(forms[0]!.email)).slice(-1)
    expect(reset?.text).toContain(forms[1]!.name)
  })

  test('and its owner lose nothing: their password logs them in, no link confirms the other account', async () => {
    const member = await origin.aMember({ password: 'the password of the owner' })
    const form = aSignUp({ email: member.row.email })
    await origin.call('signUp', { body: form })
    expect((await logIn(member.row.email, 'the password of the owner')).body.user?.id).toBe(member.id)
    const other = (await logIn(member.row.email, PASSWORD)).body.user
    expect(other).toMatchObject({ status: 'not_confirmed', profile: null })
    expect(other.id).toBe((await logIn(form.name, PASSWORD)).body.user.id)
    for (const mail of await origin.mails(member.row.email)) expect(mail.links).toEqual(['https://velvet.example/login'])
  })

  test('is revealed by the answer if the site wants that', async () => {
    const member = await origin.aMember({ tenant: 'isle' })
    const answer = await origin.call('signUp', { tenant: 'isle', body: aSignUp({ email: member.row.email, country: 'GB' }) })
    expect(fieldsOf(answer)).toEqual([{ field: 'email', code: 'email_taken', params: {} }])
    expect(await origin.mails(member.row.email)).toEqual([])
  })

  test('gets at most five such mails a day', async () => {
    const member = await origin.aMember()
    for (let time = 0; time < 7; time++) await origin.call('signUp', { body: aSignUp({ email: member.row.email }) })
    expect(await origin.mails(member.row.email)).toHaveLength(5)
    origin.advance(24 * 3600 + 1)
    await origin.call('signUp', { body: aSignUp({ email: member.row.email }) })
    expect(await origin.mails(member.row.email)).toHaveLength(6)
  })

  test('gets no more of them when many sign up with it at once', async () => {
    const member = await origin.aMember()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => origin.call('signUp', { body: aSignUp({ email: member.row.email }) }))
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(5)
    expect(await origin.mails(member.row.email)).toHaveLength(5)
  })
})

describe('log-in', () => {
  test('takes name or address in any case and gives a session of 30 days [API-3] [CON-21]', async () => {
    const member = await origin.aMember({ name: 'Käthe' })
    for (const login of [member.row.email, member.row.email.toUpperCase(), ' käthe ', 'KA\u0308THE']) {
      const answer = await logIn(login, PASSWORD)
      expect(answer.body.user?.id).toBe(member.id)
      expect(answer.headers.get('set-cookie')).toMatch(/^auth=[\w-]{43}\.\d+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    }
  })

  test('answers a wrong password, an unknown account, a wrong password of a banned one and one of another pool the same, byte for byte [ERR-3]', async () => {
    const member = await origin.aMember()
    const banned = await origin.aMember({ status: 'banned' })
    const elsewhere = await origin.aMember({ tenant: 'isle' })
    const answers = [
      await wrong(member.row.email),
      await wrong('nobody@mail.example'),
      await wrong(banned.row.email),
      await logIn(elsewhere.row.email, PASSWORD)
    ]
    const first = answers[0]!
    expect(first.body.error).toEqual({ code: 'login_failed', message_key: 'error.login_failed', params: {} })
    for (const answer of answers) expect([answer.status, answer.text, [...answer.headers]]).toEqual([422, first.text, [...first.headers]])
  })

  test('five wrong passwords block the account for 15 minutes that count down, also for the right one and for unknown accounts [ERR-4]', async () => {
    const member = await origin.aMember()
    for (const login of [member.row.email, 'somebody.unknown@mail.example']) {
      for (let time = 0; time < 5; time++) expect((await wrong(login)).body.error?.code).toBe('login_failed')
      const minutes = async () => {
        const { error } = (await logIn(login, PASSWORD)).body
        return error?.code === 'login_blocked' ? error.params.minutes : error?.code
      }
      expect(await minutes()).toBe(15)
      origin.advance(61)
      expect(await minutes()).toBe(14)
      origin.advance(13 * 60)
      expect(await minutes()).toBe(1)
      origin.advance(60)
    }
    expect((await logIn(member.row.email, PASSWORD)).status).toBe(200)
  })

  test('wrong passwords count within 15 minutes and are forgotten by a right one', async () => {
    const member = await origin.aMember()
    const login = member.row.email
    for (let time = 0; time < 4; time++) await wrong(login)
    origin.advance(15 * 60)
    for (let time = 0; time < 4; time++) await wrong(login)
    expect((await logIn(login, PASSWORD)).status).toBe(200)
    for (let time = 0; time < 4; time++) await wrong(login)
    expect((await logIn(login, PASSWORD)).status).toBe(200)
  })

  test('of 30 wrong passwords at the same moment five are answered as wrong; the others are blocked', async () => {
    const member = await origin.aMember()
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(member.row.email)))
    const count = (code: string) => answers.filter(({ body }) => body.error?.code === code).length
    expect(count('login_failed')).toBe(5)
    expect(count('login_blocked')).toBe(25)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_blocked')
  })

  test('one connection that tries many accounts is blocked, whatever the account; others are not', async () => {
    const member = await origin.aMember()
    const facts = { ip: '2001:db8:7::1' }
    for (let time = 0; time < 50; time++)
      await logIn(`guess${time}@mail.example`, 'a wrong password', { facts: { ip: `2001:db8:7::${time}` } })
    expect((await logIn(member.row.email, PASSWORD, { facts })).body.error?.code).toBe('login_blocked')
    expect((await logIn(member.row.email, PASSWORD, { facts: { ip: '2001:db8:8::1' } })).status).toBe(200)
  })

  test('a block applies to what was typed: it doesn’t reveal whose name belongs to an address', async () => {
    const member = await origin.aMember({ name: 'Shown To All' })
    for (let time = 0; time < 5; time++) await wrong(member.row.email)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_blocked')
    expect((await logIn('Shown To All', PASSWORD)).status).toBe(200)
  })

  test('the block of a connection applies to attempts that were running when it started', async () => {
    const facts = { ip: '198.51.100.23' }
    const attempt = (name: string) => logIn(name, 'a wrong password', { facts })
    for (let time = 0; time < 49; time++) await attempt(`early${time}@mail.example`)
    const { db } = origin.deps
    const late = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('login_failures').select('key').where('failures', '=', 49).forUpdate().executeTakeFirstOrThrow()
      const attempts = Promise.all([1, 2, 3].map((index) => attempt(`late${index}@mail.example`)))
      // All three have been checked and wait to be counted.
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(3), { timeout: 1500, interval: 20 })
      return { attempts }
    })
    expect((await late.attempts).map(({ body }) => body.error?.code)).toEqual(['login_failed', 'login_failed', 'login_failed'])
    expect((await attempt('after@mail.example')).body.error?.code).toBe('login_blocked')
  })

  test('an attempt while the block lasts costs no hashing', async () => {
    const member = await origin.aMember()
    for (let time = 0; time < 5; time++) await wrong(member.row.email)
    // More at once than the hashing queue accepts.
    const answers = await Promise.all(Array.from({ length: 60 }, () => wrong(member.row.email)))
    expect(new Set(answers.map(({ body }) => body.error?.code))).toEqual(new Set(['login_blocked']))
  })

  test('a deleted account is revealed only to its owner within 14 days; afterwards there is none [ERR-17]', async () => {
    const member = await origin.aMember({ status: 'deleted', deleted_at: origin.now() })
    expect((await wrong(member.row.email)).body.error?.code).toBe('login_failed')
    origin.advance(14 * 24 * 3600 - 60)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('account_deleted')
    origin.advance(120)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_failed')
  })

  test('members of one pool log in on each of its sites; the unconfirmed too', async () => {
    const member = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })
    const answer = await logIn(member.row.email, PASSWORD, { tenant: 'nordic' })
    expect(answer.body.user).toMatchObject({ id: member.id, status: 'not_confirmed', profile: { status: 'disabled' } })
  })
})

describe('activation', () => {
  /** The browser of the last sign-up. */
  let browser: { cookie: string }
  async function anUnconfirmed(): Promise<{ member: TestMember; token: string }> {
    const form = aSignUp()
    browser = browserOf(await origin.call('signUp', { body: form }))
    const row = (await rowOf(form.email))!
    const member = await origin.signIn({ row, id: row.public_id, tenant: 'velvet', cookie: '' })
    return { member, token: tokenOf((await origin.mails(form.email))[0]) }
  }
  const activate = (token: string, tenant = 'velvet') => origin.call('activate', { tenant, headers: browser, body: { token } })

  test('opening a link doesn’t use it; confirming does, once; used, expired, unknown and foreign ones get the same answer', async () => {
    const { member, token } = await anUnconfirmed()
    const look = (tenant = 'velvet') => origin.call('getToken', { tenant, headers: browser, query: { token } })
    expect((await look()).body).toEqual({ purpose: 'activate', state: 'open', asks_password: false })
    expect((await look('nordic')).body.error?.code).toBe('not_found')
    expect((await rowOf(member.row.email))?.status).toBe('not_confirmed')

    const elsewhere = await activate(token, 'nordic')
    expect((await activate(token)).status).toBe(200)
    origin.advance(5 * 60)
    const used = await activate(token)
    const expired = await anUnconfirmed()
    origin.advance(7 * 24 * 3600)
    const late = await activate(expired.token)
    const unknown = await activate('x'.repeat(43))
    for (const answer of [elsewhere, used, late, unknown]) expect([answer.status, answer.text]).toEqual([422, unknown.text])
    expect(unknown.body.error?.code).toBe('link_expired')
    expect((await look()).body.state).toBe('expired')
    expect((await origin.call('getToken', { query: { token: 'x'.repeat(43) } })).status).toBe(404)
    expect((await rowOf(expired.member.row.email))?.status).toBe('not_confirmed')
  })

  test('two clicks at the same moment confirm once and get the same answer, and so does a repeated click after a lost answer', async () => {
    const { member, token } = await anUnconfirmed()
    const answers = await Promise.all([activate(token), activate(token), activate(token)])
    origin.advance(299)
    answers.push(await activate(token))
    for (const answer of answers) {
      expect(answer.body).toEqual({ status: 'confirmed' })
      const cookie = cookieValue(answer.headers.get('set-cookie'))
      expect((await origin.call('getUser', { headers: { cookie: `auth=${cookie}` } })).body.user?.id).toBe(member.id)
    }
    expect((await eventsOf(origin, member)).map(({ type }) => type)).toEqual(['address_changed'])
    origin.advance(1)
    expect((await activate(token)).body.error?.code).toBe('link_expired')
  })

  test('a ban set while the link is used applies', async () => {
    const { member, token } = await anUnconfirmed()
    const { db } = origin.deps
    const late = await db.transaction().execute(async (trx) => {
      await trx.updateTable('members').set({ status: 'banned' }).where('id', '=', member.row.id).execute()
      const answer = activate(token)
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 1500, interval: 20 })
      return { answer }
    })
    expect((await late.answer).body.error?.code).toBe('link_expired')
    expect((await rowOf(member.row.email))?.status).toBe('banned')
  })

  test('the link of someone who was banned meanwhile is expired', async () => {
    const { member, token } = await anUnconfirmed()
    await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', member.row.id).execute()
    expect((await activate(token)).body.error?.code).toBe('link_expired')
  })

  test('the mail can be sent again five times a day; every link works until one was used', async () => {
    const { member, token } = await anUnconfirmed()
    origin.advance(1)
    const resend = () => origin.call('resendActivation', { as: member })
    for (let time = 0; time < 5; time++) expect((await resend()).body).toEqual({ status: 'sent' })
    expect((await resend()).body.error?.code).toBe('limit_reached')
    const mails = await origin.mails(member.row.email)
    expect(mails).toHaveLength(6)
    origin.advance(24 * 3600)
    expect((await resend()).body).toEqual({ status: 'sent' })
    const confirmed = await origin.call('activate', { as: member, body: { token } })
    expect(confirmed.status).toBe(200)
    expect((await activate(tokenOf(mails[3]))).body.error?.code).toBe('link_expired')
    expect((await origin.call('resendActivation', { as: member })).body).toEqual({ status: 'confirmed' })
  })

  test('resending at once from several tabs stays within the limit', async () => {
    const { member } = await anUnconfirmed()
    origin.advance(1)
    const answers = await Promise.all(Array.from({ length: 12 }, () => origin.call('resendActivation', { as: member })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
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
