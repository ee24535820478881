import { expect, test } from 'vitest'
import { inUnitOfWork, type UnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { selectQueue, showMember } from '../../origin/moderation/queue.ts'
import { show } from '../../origin/moderation/show.ts'
import * as verbs from '../../origin/moderation/verbs.ts'
import { APPEAL_DAYS } from '../../shared/rules/measures.ts'
import { LIMITED_HOURS } from '../../shared/rules/retention.ts'
import { report } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { cookieValue, PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { sentence } from '../fixtures/sentence.ts'
import { readZip } from '../fixtures/zip.ts'

const origin = sharedOrigin()

const DAY = 24 * 3600
const act = <T>(work: (unit: UnitOfWork) => Promise<T>) => inUnitOfWork(origin.deps, work)
const logIn = (member: TestMember) => origin.call('login', { body: { credentials: { login: member.row.email, password: PASSWORD } } })

/** Someone banned, and the headers of their limited session. */
async function banned(measure: 'ban' | 'suspend' = 'ban') {
  const member = await origin.aMember({ language: 'en' })
  const until = measure === 'suspend' ? new Date(origin.now().getTime() + 7 * DAY * 1000) : null
  const order = { about: member.id, measure, rule: 'money', reasons: 'You asked for money.', until, author: 'mia' } as const
  const done = (await act((unit) => verbs.takeMeasure(unit, order))) as { reference: string }
  const answer = await logIn(member)
  expect([answer.status, answer.body.error?.code]).toEqual([422, 'account_restricted'])
  const token = /^limited=([^;]+); Path=\/; HttpOnly; SameSite=Lax/.exec(answer.headers.get('set-cookie') ?? '')![1]!
  return { member, token, reference: done.reference, headers: { cookie: `limited=${token}` } }
}
const standing = async (headers: { cookie: string }) => (await origin.call('getStanding', { headers })).body.decision
const appeal = (headers: { cookie: string }, text = 'It was a joke.') => origin.call('appeal', { headers, body: { text } })
const decide = (reference: string, outcome: 'upheld' | 'refused', author = 'mia') =>
  act((unit) => verbs.decideAppeal(unit, { reference, outcome, answer: 'We looked again.', author }))

test('a banned member who logs in reads what, why and by which rule, and how long they may appeal; no one else does', async () => {
  const { headers, reference } = await banned()
  expect(await standing(headers)).toEqual({
    reference,
    measure: 'ban',
    rule: 'money',
    reasons: 'You asked for money.',
    decided_at: origin.now().toISOString(),
    until: null,
    appeal_until: new Date(origin.now().getTime() + APPEAL_DAYS * DAY * 1000).toISOString(),
    refunded: [],
    unused: [],
    appeal: null
  })
  const anna = await origin.aMember()
  for (const other of [{ cookie: `auth=${anna.cookie}` }, { cookie: `limited=${anna.cookie}` }]) expect(await standing(other)).toBeNull()
})

test('a limited session ends after a day, even if the browser or a thief keeps its cookie', async () => {
  const { headers, reference } = await banned()
  origin.advance(LIMITED_HOURS * 3600 - 1)
  expect(await standing(headers)).toMatchObject({ reference })
  origin.advance(1)
  expect(await standing(headers)).toBeNull()
  expect((await appeal(headers)).status).toBe(403)
})

test('a wrong password opens no limited session', async () => {
  const { member } = await banned()
  const answer = await origin.call('login', { body: { credentials: { login: member.row.email, password: 'wrong' } } })
  expect([answer.body.error?.code, answer.headers.get('set-cookie')]).toEqual(['login_failed', null])
})

test('the limited session is no session under the other name, nor after the ban ended', async () => {
  const { member, token, headers } = await banned()
  expect((await origin.call('getUser', { headers: { cookie: `auth=${token}` } })).status).toBe(403)
  await act((unit) => verbs.unban(unit, { member: member.id, author: 'mia', reason: 'A mistake.' }))
  for (const cookie of [`auth=${token}`, headers.cookie]) expect((await origin.call('getUser', { headers: { cookie } })).status).toBe(403)
  expect(await standing(headers)).toBeNull()
  expect((await logIn(member)).status).toBe(200)
})

test('an appeal is taken once, mailed and queued; once it is upheld the account can be used again, and both moderators know', async () => {
  const { member, headers, reference } = await banned()
  const first = await appeal(headers)
  expect(first.status).toBe(200)
  expect((await appeal(headers, 'Another one.')).body).toEqual(first.body)
  expect(await standing(headers)).toMatchObject({ appeal: { due_at: first.body.due_at, outcome: null } })
  expect(await selectQueue(origin.deps.db)).toMatchObject([{ what: 'appeal', reference, about: 'ban' }])
  expect(await show(origin.deps.db, reference)).toMatchObject({
    what: 'appeal',
    appeal: 'It was a joke.',
    member: member.id,
    appeal_outcome: null
  })
  expect((await origin.mails(member.row.email)).at(-1)!.subject).toBe(sentence('mail.appeal_received.subject', { reference }))
  const toSupport = (await origin.mails('help@velvet.example')).filter(({ text }) => text.includes(reference))
  const named = sentence('ban.appeal', {}, origin.tenant('velvet').settings.domain_language)
  expect(toSupport.map(({ text }) => [text.includes(named), text.includes('joke')])).toEqual([[true, false]])

  const both = await Promise.all([decide(reference, 'upheld', 'mia'), decide(reference, 'refused', 'noah')])
  expect(both.filter(({ done }) => done)).toHaveLength(1)
  const upheld = both[0].done
  expect(both.find(({ done }) => !done)).toMatchObject({ why: 'decided', by: { author: upheld ? 'mia' : 'noah' } })
  expect((await showMember(origin.deps.db, member.id))!.status).toBe(upheld ? 'confirmed' : 'banned')
  const told = (await origin.mails(member.row.email)).filter(
    ({ subject }) => subject === sentence('mail.appeal_decided.subject', { reference })
  )
  expect(told.map(({ text }) => text.includes('We looked again.'))).toEqual([true])
})

test('a refused appeal says why on the page, an upheld one opens the account', async () => {
  const [right, wrong] = [await banned(), await banned('suspend')]
  for (const { headers } of [right, wrong]) await appeal(headers)
  expect(await decide(right.reference, 'upheld')).toMatchObject({ done: true })
  expect(await decide(wrong.reference, 'refused')).toMatchObject({ done: true })
  expect((await logIn(right.member)).status).toBe(200)
  expect(await standing(wrong.headers)).toMatchObject({ measure: 'suspend', appeal: { outcome: 'refused', answer: 'We looked again.' } })
})

test('two moderators decide an appeal at once: one decision, of which the member is mailed once, and the other moderator is told', async () => {
  for (let round = 0; round < 10; round++) {
    const { member, headers, reference } = await banned()
    await appeal(headers)
    const outcomes = ['upheld', 'refused'] as const
    const both = await Promise.all([decide(reference, outcomes[round % 2]!, 'mia'), decide(reference, outcomes[(round + 1) % 2]!, 'noah')])
    expect(both.filter(({ done }) => done)).toHaveLength(1)
    const won = both[0].done ? 0 : 1
    expect(both[1 - won]).toMatchObject({ done: false, why: 'decided', by: { author: ['mia', 'noah'][won], reference } })
    const outcome = outcomes[(round + won) % 2]!
    const told = (await origin.mails(member.row.email)).filter(
      ({ subject }) => subject === sentence('mail.appeal_decided.subject', { reference })
    )
    expect(told).toHaveLength(1)
    expect((await showMember(origin.deps.db, member.id))!.status).toBe(outcome === 'upheld' ? 'confirmed' : 'banned')
  }
})

const answers = async ({ row }: TestMember) =>
  (await origin.mails(row.email)).filter(({ text }) => text.includes('We looked again.')).map(({ text }) => text)

test.each([
  ['unban', 'noah', (id: string) => act((unit) => verbs.unban(unit, { member: id, author: 'noah', reason: 'A mistake.' }))],
  [
    'unban',
    'system',
    async () => {
      origin.advance(8 * DAY)
      await runSweeps(origin.deps)
    }
  ],
  [
    'ban',
    'noah',
    (id: string) =>
      act((unit) => verbs.takeMeasure(unit, { about: id, measure: 'ban', rule: 'spam', reasons: 'Spam.', until: null, author: 'noah' }))
  ]
] as const)('an appeal ends with the suspension it is against: %s by %s; a moderator who still decides it learns that', async (...end) => {
  const [verb, author, endIt] = end
  for (const outcome of ['upheld', 'refused'] as const) {
    const { member, headers, reference } = await banned('suspend')
    await appeal(headers)
    expect(await act((unit) => verbs.claim(unit, reference, 'mia'))).toMatchObject({ done: true })
    expect(await selectQueue(origin.deps.db)).toContainEqual(expect.objectContaining({ reference, claimed_by: 'mia' }))
    await endIt(member.id)
    const { status } = (await showMember(origin.deps.db, member.id))!
    expect(await selectQueue(origin.deps.db)).not.toContainEqual(expect.objectContaining({ reference }))
    expect(await show(origin.deps.db, reference)).toMatchObject({ claimed: null, appeal: 'It was a joke.' })
    // What happens to the member later has nothing to do with it.
    origin.advance(1)
    await act((unit) =>
      verbs.takeMeasure(unit, { about: member.id, measure: 'warn', rule: 'spam', reasons: 'Spam.', until: null, author: 'kim' })
    )
    expect(await decide(reference, outcome)).toMatchObject({ done: false, why: 'decided', by: { verb, author } })
    expect((await showMember(origin.deps.db, member.id))!.status).toBe(status)
    expect(await answers(member)).toEqual([])
  }
})

test('a member whose suspension becomes a ban reads that their appeal has ended, and can appeal against the ban', async () => {
  const { member, headers } = await banned('suspend')
  const quiet = await banned('suspend')
  await appeal(headers)
  for (const { id } of [member, quiet.member]) {
    const order = { about: id, measure: 'ban', rule: 'spam', reasons: 'Spam.', until: null, author: 'mia' } as const
    await act((unit) => verbs.takeMeasure(unit, order))
  }
  const says = async ({ row }: TestMember) => (await origin.mails(row.email)).at(-1)!.text.includes('your appeal')
  expect([await says(member), await says(quiet.member)]).toEqual([true, false])
  const again = /^limited=[^;]+/.exec((await logIn(member)).headers.get('set-cookie') ?? '')![0]
  expect(await standing({ cookie: again })).toMatchObject({ measure: 'ban', appeal: null })
  expect((await appeal({ cookie: again }, 'It was no spam.')).status).toBe(200)
  const reference = (await standing({ cookie: again }))?.reference
  expect(await selectQueue(origin.deps.db)).toContainEqual(expect.objectContaining({ what: 'appeal', reference, about: 'ban' }))
})

test('an upheld appeal says that the account is open again only if it is', async () => {
  for (const measure of ['ban', 'suspend'] as const) {
    const [stays, leaves] = [await banned(measure), await banned(measure)]
    for (const { headers } of [stays, leaves]) await appeal(headers)
    expect((await origin.call('deleteAccount', { headers: leaves.headers, body: { password: PASSWORD } })).status).toBe(200)
    for (const { reference } of [stays, leaves]) expect(await decide(reference, 'upheld')).toMatchObject({ done: true })
    for (const { member } of [stays, leaves]) {
      const { open } = (await showMember(origin.deps.db, member.id))!
      expect(await answers(member)).toEqual([expect.stringContaining(open ? 'open again' : 'taken the decision back')])
      expect((await answers(member))[0]!.includes('/login')).toBe(open)
    }
  }
})

/** Someone who has just signed up: their session, what mails told them of decisions, and how they confirm their address. */
async function aNewcomer() {
  const form = aSignUp()
  await origin.call('signUp', { body: form, facts: { language: 'en' } })
  const activation = tokenOf((await origin.mails(form.email)).at(-1))
  const login = await origin.call('login', { body: { credentials: { login: form.name, password: form.password } } })
  const headers = { cookie: `auth=${cookieValue(login.headers.get('set-cookie'))}` }
  const { id } = (await origin.call('getUser', { headers })).body.user
  const decided = async () => (await origin.mails(form.email)).filter(({ subject }) => /[0-9A-Z]{4}-[0-9A-Z]{4}/.test(subject))
  const password = 'a quiet harbour at night'
  const confirm = async () => {
    const body = { token: activation, password, password_repeat: password }
    expect((await origin.call('useToken', { headers, body })).status).toBe(200)
  }
  return { id, headers, decided, confirm }
}

test('a photo’s refusal that is taken back no longer stands, neither on the page nor in a mail', async () => {
  const { id, headers, decided, confirm } = await aNewcomer()
  const row = await origin.deps.db.selectFrom('members').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow()
  const [taken, stays] = [await givePhoto(origin, { row }), await givePhoto(origin, { row })]
  for (const photo of [taken, stays])
    await act((unit) =>
      verbs.decidePhoto(unit, { photo, status: 'rejected', rule: 'under_age', reasons: `Refused ${photo}`, author: 'mia' })
    )
  origin.advance(60)
  await act((unit) => verbs.decidePhoto(unit, { photo: taken, status: 'active', reasons: 'Her own.', author: 'noah' }))
  const { notices } = (await origin.call('getStanding', { headers })).body
  expect(notices.map(({ reasons }) => reasons)).toEqual([`Refused ${stays}`])
  await confirm()
  const told = await decided()
  expect([told.length, told[0]!.text.includes(`Refused ${stays}`)]).toEqual([1, true])

  // Refused once more, it stands again.
  await act((unit) => verbs.decidePhoto(unit, { photo: taken, status: 'rejected', rule: 'under_age', reasons: 'No.', author: 'mia' }))
  expect((await origin.call('getStanding', { headers })).body.notices.map(({ reasons }) => reasons)).toEqual(['No.', `Refused ${stays}`])
})

test('no mail goes to an unconfirmed address: they read here what was decided, and are mailed all of it once it is theirs', async () => {
  const { id, headers, decided, confirm } = await aNewcomer()
  const order = {
    about: id,
    measure: 'warn',
    rule: 'spam',
    reasons: 'You wrote the same to twenty members.',
    until: null,
    author: 'mia'
  } as const
  const warned = (await act((unit) => verbs.takeMeasure(unit, order))) as { reference: string }
  const other = await origin.aMember()
  const { body: filed } = await origin.call('fileReport', { headers, body: { member: other.id, kind: 'money', text: '', block: false } })
  const answer = { reference: filed.reference, author: 'mia', reason: 'We found nothing of the kind.' }
  await act((unit) => verbs.dismissReport(unit, answer))
  expect(await decided()).toEqual([])
  expect((await origin.call('getStanding', { headers })).body).toEqual({
    decision: null,
    notices: [
      {
        reference: warned.reference,
        measure: 'warn',
        rule: 'spam',
        reasons: 'You wrote the same to twenty members.',
        decided_at: origin.now().toISOString()
      }
    ]
  })
  await confirm()
  const told = await decided()
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining(warned.reference), expect.stringContaining(filed.reference)])
  expect(told[0]!.text).toContain('You wrote the same to twenty members.')
  expect(told[1]!.text).toContain('We found nothing of the kind.')
})

test('nor is a reporter mailed the outcome there, whatever became of their account', async () => {
  const measure = (about: string, order: Pick<verbs.MeasureOrder, 'measure' | 'until'>) =>
    act((unit) => verbs.takeMeasure(unit, { ...order, about, rule: 'spam', reasons: 'Advertising.', author: 'mia' }))
  const ends: Record<string, (reporter: TestMember) => Promise<unknown>> = {
    open: async () => {},
    suspended: ({ id }) => measure(id, { measure: 'suspend', until: new Date(origin.now().getTime() + DAY * 1000) }),
    banned: ({ id }) => measure(id, { measure: 'ban', until: null }),
    deleted: (as) => origin.call('deleteAccount', { as, body: { password: PASSWORD } })
  }
  for (const [name, end] of Object.entries(ends)) {
    const [reporter, other] = [await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' }), await origin.aMember()]
    const { reference } = await report(origin, reporter, other)
    await end(reporter)
    await act((unit) => verbs.dismissReport(unit, { reference, author: 'mia', reason: 'We found nothing of the kind.' }))
    const told = (await origin.mails(reporter.row.email)).filter(({ subject }) => subject.includes(reference))
    expect([name, told]).toEqual([name, []])
  }
})

test('a member whose first confirmed address differs from that of the sign-up is mailed there', async () => {
  const member = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled', language: 'en' })
  const order = { about: member.id, measure: 'warn', rule: 'spam', reasons: 'Advertising.', until: null, author: 'mia' } as const
  await act((unit) => verbs.takeMeasure(unit, order))
  const email = `own.${member.row.email}`
  await origin.call('requestMailChange', { as: member, body: { email, password: PASSWORD } })
  const token = tokenOf((await origin.mails(email)).at(-1))
  expect((await origin.call('useToken', { as: member, body: { token } })).status).toBe(200)
  const told = (await origin.mails()).filter(({ text }) => text.includes('Advertising.'))
  expect(told.map(({ to }) => to)).toEqual([email])
})

test('after six months there is no appeal; without a decision never', async () => {
  const { member, headers } = await banned()
  origin.advance((APPEAL_DAYS + 1) * DAY)
  await logIn(member)
  const answer = await logIn(member)
  const late = { cookie: `limited=${/^limited=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')![1]}` }
  expect((await appeal(late)).status).toBe(404)
  expect((await appeal(headers)).status).toBe(403)
  const anna = await origin.aMember()
  expect((await origin.call('appeal', { as: anna, body: { text: 'Please.' } })).status).toBe(404)
})

test('an appeal is taken for six months, also the longest ones, until the end of the last day', async () => {
  // To 1 September are 184 days.
  const years = [2027, 2028]
  for (const year of years) {
    origin.setNow(new Date(`${year}-03-01T06:00:00Z`))
    const { member } = await banned()
    origin.setNow(new Date(`${year}-09-01T21:59:00Z`))
    const answer = await logIn(member)
    const cookie = /^limited=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')![0]
    expect((await appeal({ cookie })).status).toBe(200)
  }
})

test('a banned member takes their data along and deletes the account, which stays banned until it is erased', async () => {
  const { member, headers } = await banned()
  const send = (address: string) => origin.send(address, { tenant: 'velvet', headers })
  expect((await send('/api/export.php')).headers.get('location')).toBe('/pages/ban#export')
  const zip = await send((await origin.call('startExport', { headers, body: { password: PASSWORD } })).body.url)
  const account = readZip(Buffer.from(await zip.arrayBuffer())).get('account.json')
  expect(String(account)).toContain('You asked for money.')
  expect((await origin.call('deleteAccount', { headers, body: { password: PASSWORD } })).status).toBe(200)
  expect(await standing(headers)).toBeNull()
  expect((await logIn(member)).body.error?.code).toBe('account_deleted')
})
