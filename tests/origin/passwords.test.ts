import { describe, expect, test } from 'vitest'
import { slowBody } from '../fixtures/acts.ts'
import { cookieValue, PASSWORD, readable, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { sentence } from '../fixtures/sentence.ts'
import { tomorrowOn } from '../fixtures/tomorrow.ts'

const origin = sharedOrigin()

const NEW = 'a quiet harbour at night'
const HOUR = 3600
const DAY = 24 * HOUR

const logIn = (login: string, password: string) => origin.call('login', { body: { credentials: { login, password } } })
const ask = (email: string, tenant = 'velvet') => origin.call('requestPasswordReset', { tenant, body: { email } })
const reset = (token: string, tenant = 'velvet') =>
  origin.call('resetPassword', { tenant, body: { token, password: NEW, password_repeat: NEW } })
const isAlive = async (member: TestMember) => (await origin.call('getUser', { as: member })).status === 200
const rowOf = (member: TestMember) =>
  origin.deps.db.selectFrom('members').selectAll().where('id', '=', member.row.id).executeTakeFirstOrThrow()
const fieldsOf = (answer: { body: object }) =>
  (answer.body as { error?: { fields?: { field: string; message_key: string }[] } }).error?.fields?.map(({ field, message_key }) => [
    field,
    message_key
  ])

async function resetToken(member: TestMember): Promise<string> {
  await ask(member.row.email)
  return tokenOf((await origin.mails(member.row.email)).at(-1))
}

describe('a forgotten password', () => {
  test('is replaced by the mailed link; every session ends, the old one no longer logs in [RT-10]', async () => {
    const member = await origin.aMember({ language: 'en' })
    const elsewhere = await origin.signIn(member, 'nordic')
    const token = await resetToken(member)
    const [mail] = await origin.mails(member.row.email)
    expect(mail).toMatchObject({ subject: 'Choose a new password', links: [`https://velvet.example/${token}`] })
    const answer = await reset(token)
    expect([answer.status, answer.body, answer.headers.get('set-cookie')]).toEqual([200, { status: 'changed' }, null])
    expect([await isAlive(member), await isAlive(elsewhere)]).toEqual([false, false])
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_failed')
    expect((await logIn(member.row.email, NEW)).status).toBe(200)
  })

  test('in a browser where its member is logged in, the cookie of the ended session is cleared; that of another member stays', async () => {
    const [member, other] = [await origin.aMember(), await origin.aMember()]
    const resetAs = async (as: TestMember) => {
      const body = { token: await resetToken(member), password: NEW, password_repeat: NEW }
      return (await origin.call('resetPassword', { as, body })).headers.get('set-cookie')
    }
    expect(await resetAs(other)).toBeNull()
    expect(await isAlive(other)).toBe(true)
    expect(await resetAs(await origin.signIn(member))).toMatch(/^auth=;.*Max-Age=0/)
  })

  test('opening the link, however often and by any program, doesn’t use it', async () => {
    const member = await origin.aMember()
    const token = await resetToken(member)
    const before = await origin.everything()
    for (let time = 0; time < 5; time++) {
      expect((await origin.call('getToken', { query: { token } })).body).toEqual({
        purpose: 'reset_password',
        state: 'open',
        asks_password: false
      })
    }
    expect((await origin.call('useToken', { body: { token } })).body).toEqual({ purpose: 'reset_password' })
    expect(await origin.everything()).toBe(before)
    expect((await reset(token)).status).toBe(200)
  })

  test('a link that is used, an hour old, of another site, of another kind or made up sets nothing; all get the same answer [ERR-6]', async () => {
    const member = await origin.aMember()
    const used = await resetToken(member)
    expect((await reset(used)).status).toBe(200)
    const foreign = await resetToken(member)
    const old = await resetToken(member)
    const unconfirmed = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled', signup_complete: true })
    await origin.call('resendActivation', { as: unconfirmed })
    const activation = tokenOf((await origin.mails(unconfirmed.row.email))[0])
    const elsewhere = await reset(foreign, 'nordic')
    origin.advance(HOUR)
    const hash = (await rowOf(member)).password_hash
    const answers = [elsewhere, await reset(used), await reset(old), await reset(activation), await reset('x'.repeat(43))]
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([422, answers[0]!.text])
    expect(answers[0]!.body.error?.code).toBe('link_expired')
    expect((await rowOf(member)).password_hash).toBe(hash)
    expect((await origin.call('getToken', { query: { token: old } })).body).toEqual({
      purpose: 'reset_password',
      state: 'expired',
      asks_password: false
    })
  })

  test('a newer link, or a log-in by it, ends the older ones; two at once set one password', async () => {
    const member = await origin.aMember()
    const first = await resetToken(member)
    const second = await resetToken(member)
    const answers = await Promise.all([reset(second), reset(second), reset(second)])
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 422, 422])
    expect((await reset(first)).body.error?.code).toBe('link_expired')
  })

  test('an older link is expired for a request that came in before it ended but runs afterwards', async () => {
    const member = await origin.aMember()
    const [older, newer] = [await resetToken(member), await resetToken(member)]
    const { body, read, finish } = slowBody(
      JSON.stringify({ token: older, password: 'the password of a thief', password_repeat: 'the password of a thief' })
    )
    const headers = { 'x-client-request': '1', 'content-type': 'application/json' }
    const answer = origin.send('/api/password-reset.php', { method: 'PUT', tenant: 'velvet', headers, body })
    await read
    origin.advance(5)
    expect((await reset(newer)).status).toBe(200)
    finish()
    expect(await (await answer).json()).toMatchObject({ error: { code: 'link_expired' } })
    expect((await logIn(member.row.email, NEW)).status).toBe(200)
  })

  test('confirms the address of a member who had not', async () => {
    const member = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })
    await reset(await resetToken(member))
    expect(await rowOf(member)).toMatchObject({ status: 'confirmed', profile_status: 'active' })
  })

  test('three mails a day for an address, whether it has an account or not; the fourth says so [ERR-7]', async () => {
    const member = await origin.aMember()
    for (const email of [member.row.email, 'unknown.reset@mail.example']) {
      for (let time = 0; time < 3; time++) expect((await ask(email.toUpperCase())).status).toBe(200)
      expect((await ask(email)).body.error?.message_key).toBe('error.too_many_reset_mails')
    }
    expect(await origin.mails(member.row.email)).toHaveLength(3)
    // It says "tomorrow", which begins at the brand's midnight.
    const tomorrow = tomorrowOn(origin)
    origin.setNow(new Date(tomorrow.getTime() - 1000))
    expect((await ask(member.row.email)).status).toBe(409)
    origin.setNow(tomorrow)
    expect((await ask(member.row.email)).status).toBe(200)
  })

  test('no one learns from it who has an account, unless the site wants that [ERR-5]', async () => {
    const banned = await origin.aMember({ status: 'banned' })
    const elsewhere = await origin.aMember({ tenant: 'isle' })
    const member = await origin.aMember()
    const answers = await Promise.all(
      [member.row.email, banned.row.email, elsewhere.row.email, 'unknown.to.us@mail.example'].map((email) => ask(email))
    )
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, answers[0]!.text])
    expect([...(await origin.mails(banned.row.email)), ...(await origin.mails(elsewhere.row.email))]).toEqual([])
    expect(fieldsOf(await ask('unknown.to.us@mail.example', 'isle'))).toEqual([['email', 'field.email_not_found']])
  })

  test('a common password, a short one and two different ones are refused and leave the link valid [VAL-7]', async () => {
    const member = await origin.aMember()
    const token = await resetToken(member)
    const tries = [
      [{ password: 'P4ssw0rd2026!', password_repeat: 'P4ssw0rd2026!' }, 'password', 'field.password_common'],
      [{ password: 'qwertyuiop', password_repeat: 'qwertyuiop' }, 'password', 'field.password_common'],
      [{ password: 'short', password_repeat: 'short' }, 'password', 'field.password_length'],
      [{ password: NEW, password_repeat: `${NEW}!` }, 'password_repeat', 'field.password_repeat']
    ] as const
    for (const [words, field, message] of tries) {
      expect(fieldsOf(await origin.call('resetPassword', { body: { token, ...words } }))).toEqual([[field, message]])
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('the table contains no token: a stolen copy sets no password', async () => {
    const member = await origin.aMember()
    const token = await resetToken(member)
    const rows = await origin.deps.db.selectFrom('tokens').selectAll().execute()
    expect(rows.map(readable).join('\n')).not.toContain(token)
  })
})

describe('changing the password', () => {
  const change = (member: TestMember, old = PASSWORD, more: object = {}) =>
    origin.call('changePassword', { as: member, body: { old_password: old, password: NEW, password_repeat: NEW, ...more } })

  test('ends every other session and every link, gives this one a new token, and a mail reports it', async () => {
    const member = await origin.aMember({ language: 'en' })
    const other = await origin.signIn(member)
    const token = await resetToken(member)
    const answer = await change(member)
    expect(answer.body).toEqual({ status: 'changed' })
    const fresh = { ...member, cookie: cookieValue(answer.headers.get('set-cookie')) }
    expect([await isAlive(member), await isAlive(other), await isAlive(fresh)]).toEqual([false, false, true])
    expect((await reset(token)).body.error?.code).toBe('link_expired')
    expect((await origin.mails(member.row.email)).at(-1)).toMatchObject({ subject: 'Your password was changed' })
    expect((await logIn(member.row.email, NEW)).status).toBe(200)
  })

  test('needs the old password; five wrong ones stop guessing in a stolen session, even with the right one [ERR-8]', async () => {
    const member = await origin.aMember()
    const { password_hash: before } = await rowOf(member)
    for (let time = 0; time < 5; time++)
      expect(fieldsOf(await change(member, 'a wrong one'))).toEqual([['old_password', 'field.old_password']])
    expect((await change(member)).body.error).toMatchObject({ code: 'login_blocked', params: { minutes: 15 } })
    expect((await rowOf(member)).password_hash).toBe(before)
    // The owner logs in meanwhile.
    expect((await logIn(member.row.email, PASSWORD)).status).toBe(200)
    origin.advance(15 * 60)
    expect((await change(member)).status).toBe(200)
  })

  test('sets nothing else', async () => {
    const member = await origin.aMember()
    for (const extra of [{ credits: 99 }, { paid_user: true }, { status: 'banned' }, { email: 'x@y.example' }, { password_hash: 'x' }]) {
      const before = await origin.everything()
      expect((await change(member, PASSWORD, extra)).status).toBe(422)
      expect(await origin.everything()).toBe(before)
    }
  })
})

describe('changing the email address', () => {
  const request = (member: TestMember, email: string, password = PASSWORD) =>
    origin.call('requestMailChange', { as: member, body: { email, password } })
  const confirm = (token: string, tenant = 'velvet') => origin.call('changeMail', { tenant, body: { token } })

  test('the new address is confirmed by its own mail, the old one is notified, and only then it changes [RT-11]', async () => {
    const member = await origin.aMember({ language: 'en', notifications_disabled: ['bounce', 'unsubscribe'] })
    const email = `New.${member.row.email}`
    expect((await request(member, email)).body).toEqual({ status: 'check_mail' })
    expect((await rowOf(member)).email).toBe(member.row.email)
    const [confirmation] = await origin.mails(email)
    expect(confirmation).toMatchObject({ subject: sentence('mail.mail_change.subject') })
    expect(await origin.mails(member.row.email)).toMatchObject([
      { subject: sentence('mail.mail_change_asked.subject'), links: ['https://velvet.example/reset-password'] }
    ])
    const token = tokenOf(confirmation)
    expect((await origin.call('getToken', { query: { token } })).body).toEqual({
      purpose: 'change_mail',
      state: 'open',
      asks_password: false
    })
    expect((await confirm(token, 'nordic')).body.error?.code).toBe('link_expired')
    expect((await origin.call('useToken', { body: { token } })).body).toEqual({ purpose: 'change_mail' })
    expect(await rowOf(member)).toMatchObject({ email, email_key: email.toLowerCase(), notifications_disabled: ['unsubscribe'] })
    expect((await confirm(token)).body.error?.code).toBe('link_expired')
    expect((await logIn(email, PASSWORD)).status).toBe(200)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_failed')
  })

  test('an invalid address, a taken one, and a wrong password are refused with their own texts [VAL-5] [VAL-6]', async () => {
    const member = await origin.aMember()
    const other = await origin.aMember()
    expect(fieldsOf(await request(member, 'x'))).toEqual([['email', 'field.email_new']])
    expect(fieldsOf(await request(member, other.row.email.toUpperCase()))).toEqual([['email', 'field.email_taken']])
    expect(fieldsOf(await request(member, 'a.new.one@mail.example', 'a wrong one'))).toEqual([['password', 'field.old_password']])
    expect(await origin.mails('a.new.one@mail.example')).toEqual([])
  })

  test('five tries a day, taken addresses included: the form can’t be used to find out who is a member', async () => {
    const member = await origin.aMember()
    const other = await origin.aMember()
    for (let time = 0; time < 5; time++) expect(fieldsOf(await request(member, other.row.email))).toEqual([['email', 'field.email_taken']])
    for (const email of [other.row.email, 'free.address@mail.example']) {
      expect((await request(member, email)).body.error?.code).toBe('limit_reached')
    }
    origin.advance(DAY)
    expect((await request(member, 'free.address@mail.example')).status).toBe(200)
  })

  test('the link ends when the password is changed, and when someone else has the address by then', async () => {
    const member = await origin.aMember()
    await request(member, 'wanted.one@mail.example')
    const stopped = tokenOf((await origin.mails('wanted.one@mail.example')).at(-1))
    await reset(await resetToken(member))
    expect((await confirm(stopped)).body.error?.code).toBe('link_expired')
    const second = await origin.aMember()
    await request(second, 'wanted.two@mail.example')
    const late = tokenOf((await origin.mails('wanted.two@mail.example')).at(-1))
    await origin.aMember({ email: 'wanted.two@mail.example' })
    expect((await confirm(late)).body.error?.code).toBe('link_expired')
    expect((await rowOf(second)).email).toBe(second.row.email)
  })
})

describe('an address that two members want', () => {
  test('becomes that of one of them, even if both use their links at once', async () => {
    for (let round = 0; round < 5; round++) {
      const members = [await origin.aMember(), await origin.aMember()]
      const email = `wanted.${round}@mail.example`
      for (const as of members) await origin.call('requestMailChange', { as, body: { email, password: PASSWORD } })
      const mails = await origin.mails(email)
      expect(mails).toHaveLength(2)
      const answers = await Promise.all(mails.map((mail) => origin.call('useToken', { body: { token: tokenOf(mail) } })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    }
  })
})

describe('sessions', () => {
  const list = async (member: TestMember) => (await origin.call('listSessions', { as: member })).body.sessions
  const end = (member: TestMember, id: string) => origin.call('endSession', { as: member, body: { id } })
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

  test('are listed with browser, system, country and site, the current one first, and contain nothing that logs in', async () => {
    const member = await origin.aMember()
    const answer = await origin.call('login', {
      body: { credentials: { login: member.row.email, password: PASSWORD } },
      headers: { 'user-agent': FIREFOX },
      facts: { country: 'BE' }
    })
    const here = { ...member, cookie: cookieValue(answer.headers.get('set-cookie')) }
    const sessions = await list(here)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ current: true, site: 'Velvet', browser: 'Firefox', system: 'Windows', country: 'BE' })
    expect(sessions[1]).toMatchObject({ current: false, browser: '', system: '' })
    for (const part of here.cookie.split('.')) expect(JSON.stringify(sessions)).not.toContain(part)
  })

  test('are ended one by one or all others at once; someone else’s is not found', async () => {
    const member = await origin.aMember()
    const others = [await origin.signIn(member), await origin.signIn(member, 'nordic'), await origin.signIn(member)]
    const stranger = await origin.aMember()
    const [foreign] = await list(stranger)
    expect((await end(member, foreign!.id)).body.error?.code).toBe('not_found')
    expect(await isAlive(stranger)).toBe(true)
    const first = (await list(others[0]!))[0]!
    expect((await end(member, first.id)).body.sessions).toHaveLength(3)
    expect([await isAlive(others[0]!), await isAlive(others[1]!)]).toEqual([false, true])
    expect((await end(member, 'others')).body.sessions).toMatchObject([{ current: true }])
    expect([await isAlive(others[1]!), await isAlive(others[2]!), await isAlive(member)]).toEqual([false, false, true])
    const own = await end(member, (await list(member))[0]!.id)
    expect(own.headers.get('set-cookie')).toMatch(/^auth=; .*Max-Age=0$/)
    expect(await isAlive(member)).toBe(false)
  })
})

describe('a blocked log-in', () => {
  const guess = (login: string) => logIn(login, 'a wrong password')

  test.each(['email', 'name'] as const)(
    'by %s is ended by its owner with the mailed link, once; the attacker doesn’t learn about the mail',
    async (by) => {
      const member = await origin.aMember({ language: 'en' })
      const login = member.row[by]
      const known = []
      const unknown = []
      for (let time = 0; time < 6; time++) {
        known.push((await guess(login)).text)
        unknown.push((await guess(`unknown.${by}@mail.example`)).text)
      }
      expect(known).toEqual(unknown)
      expect((await logIn(login, PASSWORD)).body.error?.code).toBe('login_blocked')
      const [mail, ...more] = await origin.mails(member.row.email)
      expect([mail?.subject, more]).toEqual(['Too many wrong passwords', []])
      const token = tokenOf(mail)
      expect((await origin.call('useToken', { body: { token } })).body).toEqual({ purpose: 'unlock' })
      expect((await logIn(login, PASSWORD)).status).toBe(200)
      expect((await origin.call('useToken', { body: { token } })).body.error?.code).toBe('link_expired')
    }
  )

  test('mails its owner at most three times a day, however long the guessing continues', async () => {
    const member = await origin.aMember()
    for (let round = 0; round < 6; round++) {
      for (let time = 0; time < 5; time++) await guess(member.row.email)
      origin.advance(15 * 60 + 1)
    }
    expect(await origin.mails(member.row.email)).toHaveLength(3)
  })

  test.each(['email', 'name'] as const)('by %s is ended by a reset as well', async (by) => {
    const member = await origin.aMember()
    for (let time = 0; time < 5; time++) await guess(member.row[by])
    await reset(await resetToken(member))
    expect((await logIn(member.row[by], NEW)).status).toBe(200)
  })
})
