import { expect, test } from 'vitest'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { takeMeasure } from '../../origin/moderation/verbs.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { like, visit, write } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { insertAMandate, insertAnOrder } from '../fixtures/payments.ts'
import { sentence } from '../fixtures/sentence.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const DAY = 24 * 3600
const { unconfirmed, reactivation } = KEPT_DAYS
const unconfirmedMember = (overrides: object = {}) => origin.aMember({ status: 'not_confirmed', language: 'en', ...overrides })
const logIn = async (login: string, password = PASSWORD) => {
  const { status, body } = await origin.call('login', { body: { credentials: { login, password } } })
  return status === 200 ? 'open' : body.error?.code
}
const stateOf = (member: TestMember) => logIn(member.row.name)
/** Lets days pass, with the jobs of the last of them. */
const pass = async (days: number) => {
  origin.advance(days * DAY)
  await runSweeps(origin.deps)
}

/** An account through the form, as someone makes one who then never comes back. */
async function signUp(email: string): Promise<string> {
  const form = aSignUp({ email, password: PASSWORD })
  expect((await origin.call('signUp', { body: form, facts: { language: 'en' } })).status).toBe(200)
  return form.name
}

test('an account that is never confirmed or used is deleted after 30 days, can come back for 14, and then frees its name', async () => {
  const name = await signUp('mistyped@mail.example')
  await pass(unconfirmed - 1)
  // A log-in would be a visit.
  expect((await origin.mails('mistyped@mail.example')).map(({ subject }) => subject)).not.toContain(
    sentence('mail.account_deleted.subject')
  )
  await pass(1)
  expect(await logIn(name)).toBe('account_deleted')
  const mail = (await origin.mails('mistyped@mail.example')).at(-1)!
  expect(mail.subject).toBe(sentence('mail.account_deleted.subject'))
  expect(mail.text).toContain(`you haven’t visited for ${unconfirmed} days`)
  expect(mail.text).not.toContain('As you asked')
  const token = tokenOf(mail)
  expect((await origin.call('getToken', { query: { token } })).body).toMatchObject({ purpose: 'reactivate', state: 'open' })
  await pass(reactivation)
  expect(await logIn(name)).toBe('login_failed')
  const again = await origin.call('signUp', { body: aSignUp({ name, email: 'right@mail.example' }) })
  expect(again.status).toBe(200)
})

test('the link restores it, and its address is confirmed with that', async () => {
  const member = await unconfirmedMember()
  await pass(unconfirmed)
  const token = tokenOf((await origin.mails(member.row.email)).at(-1))
  const body = { token, password: 'a password of their own', password_repeat: 'a password of their own' }
  expect((await origin.call('useToken', { body })).status).toBe(200)
  await pass(unconfirmed)
  expect(await logIn(member.row.email, 'a password of their own')).toBe('open')
})

test('the owner of the address gets no mail about an account that someone else made with it', async () => {
  const owner = await origin.aMember()
  const before = (await origin.mails(owner.row.email)).length
  const stranger = await unconfirmedMember({ email: owner.row.email, claimed_key: owner.row.email_key })
  await pass(unconfirmed)
  expect(await stateOf(stranger)).toBe('account_deleted')
  expect(await origin.mails(owner.row.email)).toHaveLength(before)
})

/** What keeps an account, done at sign-up. */
const KEEPS: [string, (member: TestMember) => Promise<unknown>][] = [
  ['has written', async (member) => write(origin, member, await origin.aMember(), 'Hello')],
  ['has ordered', (member) => insertAnOrder(origin, member)],
  ['has a mandate', ({ row, tenant }) => insertAMandate(origin, { member_id: row.id, tenant })],
  [
    'was given credits',
    ({ row, tenant }) =>
      grantCredits(origin.deps.db, {
        member: row.id,
        tenant,
        credits: 5,
        movement: `gift:${row.id}`,
        reason: 'goodwill',
        now: origin.now()
      })
  ],
  [
    'was warned',
    ({ id }) =>
      inUnitOfWork(origin.deps, (unit) =>
        takeMeasure(unit, { about: id, measure: 'warn', rule: 'spam', reasons: 'Spam.', until: null, author: 'mia' })
      )
  ]
]

test.each(KEEPS)('one that %s is kept', async (_, act) => {
  const member = await unconfirmedMember()
  await act(member)
  await pass(2 * unconfirmed)
  expect(await stateOf(member)).toBe('open')
})

test('one in use is kept, as is a confirmed one; likes and visits alone keep none', async () => {
  const [used, left, confirmed] = [await unconfirmedMember(), await unconfirmedMember(), await origin.aMember()]
  await like(origin, left, confirmed)
  await visit(origin, left, confirmed)
  for (let month = 0; month < 2; month++) {
    await pass(unconfirmed - 1)
    expect(await stateOf(used)).toBe('open')
  }
  expect(await stateOf(left)).toBe('account_deleted')
  expect(await stateOf(confirmed)).toBe('open')
})
