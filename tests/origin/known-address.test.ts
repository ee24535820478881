import { describe, expect, test } from 'vitest'
import { aSignUp } from '../fixtures/inputs.ts'
import { cookieValue, PASSWORD, tokenOf } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const logIn = (login: string, password: string, options: { tenant?: string; facts?: { ip: string } } = {}) =>
  origin.call('login', { body: { credentials: { login, password } }, ...options })
const fieldsOf = (answer: { body: object }) =>
  (answer.body as { error?: { fields?: { field: string; code: string; params: object }[] } }).error?.fields?.map(
    ({ field, code, params }) => ({ field, code, params })
  )

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
