import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inUnitOfWork, type UnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { purgeExpiredLog, selectLog } from '../../origin/moderation/log.ts'
import { answerComplaint } from '../../origin/complaints/answer-complaint.ts'
import { findMembers, selectQueue, showMember } from '../../origin/moderation/queue.ts'
import { show } from '../../origin/moderation/show.ts'
import * as verbs from '../../origin/moderation/verbs.ts'
import { selectPending } from '../../origin/photos/store.ts'
import { report, write } from '../fixtures/acts.ts'
import { aComplaint } from '../fixtures/inputs.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { sentence } from '../fixtures/sentence.ts'
import { command } from '../fixtures/command.ts'

const origin = sharedOrigin()

const DAY = 24 * 3600
const act = <T>(work: (unit: UnitOfWork) => Promise<T>) => inUnitOfWork(origin.deps, work)
const order = (about: string, more: Partial<verbs.MeasureOrder> = {}): verbs.MeasureOrder => ({
  about,
  measure: 'ban',
  rule: 'money',
  reasons: 'You asked three members for money.\n\nThey showed us the messages.',
  until: null,
  author: 'mia',
  ...more
})
const take = (about: string, more: Partial<verbs.MeasureOrder> = {}) => act((unit) => verbs.takeMeasure(unit, order(about, more)))
const claim = (reference: string, author = 'mia') => act((unit) => verbs.claim(unit, reference, author))
const resolve = (reference: string) =>
  act((unit) => verbs.resolveReport(unit, { reference, author: 'noah', reason: 'As with the other report.' }))
const outcomes = async ({ id }: TestMember) =>
  Object.fromEntries((await showMember(origin.deps.db, id))!.reported.map(({ reference, outcome }) => [reference, outcome]))
const canUse = async (as: TestMember) => (await origin.call('getUser', { as })).status === 200
const waiting = async () => (await selectQueue(origin.deps.db)).map(({ what, reference }) => `${what} ${reference}`)
const english = () => origin.aMember({ language: 'en' })

test('a ban answers every report about the member, ends their sessions and tells both sides what and why, never who', async () => {
  const [anna, carla, bob] = [await english(), await english(), await english()]
  const first = await report(origin, anna, bob, { kind: 'money' })
  const second = await report(origin, carla, bob, { kind: 'spam' })
  expect(await waiting()).toEqual(expect.arrayContaining([`report ${first.reference}`, `report ${second.reference}`]))
  const done = await take(first.reference)
  expect(done).toMatchObject({ done: true })
  expect(await canUse(bob)).toBe(false)
  expect((await origin.call('getMember', { as: anna, query: { id: bob.id } })).status).toBe(404)
  expect(await waiting()).toEqual([])

  const statement = (await origin.mails(bob.row.email)).at(-1)!
  const reference = (done as { reference: string }).reference
  expect(statement.subject).toBe(sentence('mail.decision.subject', { reference }))
  for (const part of [
    'We’ve closed your account',
    sentence('report.kind.money'),
    'You asked three members for money.',
    'A person decided this'
  ])
    expect(statement.text).toContain(part)
  for (const secret of [anna, carla]) expect(statement.text).not.toContain(secret.row.name)
  for (const [reporter, { reference: number }] of [
    [anna, first],
    [carla, second]
  ] as const) {
    const told = (await origin.mails(reporter.row.email)).at(-1)!
    expect(told.subject).toBe(sentence('mail.report_decided.subject', { reference: number }))
    expect(told.text).toContain('You’re right, and we’ve acted.')
    expect(told.text).not.toContain('three members')
  }
  expect((await selectLog(origin.deps.db, { subject: bob.id })).map(({ verb, author }) => [verb, author])).toEqual([
    ['ban', 'mia'],
    ['ban', 'mia'],
    ['ban', 'mia']
  ])
})

test('two moderators at once: one decision, and the other is told who made it', async () => {
  for (let round = 0; round < 10; round++) {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const { reference } = await report(origin, anna, bob)
    const both = await Promise.all([
      take(reference, { author: 'mia' }),
      round % 2 === 0
        ? take(reference, { measure: 'warn', author: 'noah' })
        : act((unit) => verbs.dismissReport(unit, { reference, author: 'noah', reason: 'Nothing to see.' }))
    ])
    expect(both.filter(({ done }) => done)).toHaveLength(1)
    const [won, lost] = both[0].done ? ['mia', both[1]] : ['noah', both[0]]
    expect(lost).toMatchObject({ done: false, why: 'decided', by: { author: won, reference } })
    expect(await origin.deps.db.selectFrom('decisions').select('id').where('member_id', '=', bob.row.id).execute()).toHaveLength(
      won === 'noah' && round % 2 === 1 ? 0 : 1
    )
    expect((await origin.mails(anna.row.email)).filter(({ subject }) => subject.includes(reference))).toHaveLength(2)
  }
})

test('two bans of the same member at once are one, of which the member is mailed once', async () => {
  for (let round = 0; round < 10; round++) {
    const bob = await origin.aMember()
    const both = await Promise.all([take(bob.id, { author: 'mia' }), take(bob.id, { author: 'noah' })])
    expect(both.filter(({ done }) => done)).toHaveLength(1)
    expect(both.find(({ done }) => !done)).toMatchObject({ why: 'decided', by: { verb: 'ban', author: both[0].done ? 'mia' : 'noah' } })
    expect(await origin.mails(bob.row.email)).toHaveLength(1)
  }
})

test('a suspension ends by itself, a ban replaces it, and neither is weakened by the other', async () => {
  const [bob, carl] = [await english(), await english()]
  const until = new Date(origin.now().getTime() + 3 * DAY * 1000)
  for (const member of [bob, carl]) expect(await take(member.id, { measure: 'suspend', until })).toMatchObject({ done: true })
  expect((await origin.mails(bob.row.email)).at(-1)!.text).toContain('suspended your account')
  expect(await take(carl.id)).toMatchObject({ done: true })
  expect(await take(carl.id, { measure: 'suspend', until })).toMatchObject({ done: false, why: 'decided' })
  origin.advance(2 * DAY)
  await runSweeps(origin.deps)
  expect((await showMember(origin.deps.db, bob.id))!.status).toBe('suspended')
  origin.advance(2 * DAY)
  await runSweeps(origin.deps)
  expect((await showMember(origin.deps.db, bob.id))!.status).toBe('confirmed')
  expect((await origin.mails(bob.row.email)).at(-1)!.subject).toBe(sentence('mail.decision_lifted.subject'))
  expect((await showMember(origin.deps.db, carl.id))!.status).toBe('banned')
  expect(await act((unit) => verbs.unban(unit, { member: carl.id, author: 'mia', reason: 'A mistake.' }))).toMatchObject({ done: true })
  expect(await act((unit) => verbs.unban(unit, { member: carl.id, author: 'noah', reason: 'A mistake.' }))).toMatchObject({
    done: false,
    by: { author: 'mia', verb: 'unban' }
  })
})

test('a suspension outlives the deletion of the account and its return', async () => {
  const bob = await origin.aMember()
  await take(bob.id, { measure: 'suspend', until: new Date(origin.now().getTime() + 30 * DAY * 1000) })
  const { status } = (await showMember(origin.deps.db, bob.id))!
  expect(status).toBe('suspended')
  const login = await origin.call('login', { body: { credentials: { login: bob.row.email, password: PASSWORD } } })
  expect(login.status === 200 && login.headers.get('set-cookie')?.startsWith('auth=')).toBe(false)
})

test('a member who has deleted the account is not told that it is open again when a suspension or a ban ends', async () => {
  const [bob, carl] = [await english(), await english()]
  for (const one of [bob, carl]) await origin.call('deleteAccount', { as: one, body: { password: PASSWORD } })
  await take(bob.id, { measure: 'suspend', until: new Date(origin.now().getTime() + DAY * 1000) })
  await take(carl.id)
  origin.advance(DAY)
  await runSweeps(origin.deps)
  expect(await act((unit) => verbs.unban(unit, { member: carl.id, author: 'mia', reason: 'A mistake.' }))).toMatchObject({ done: true })
  for (const { row } of [bob, carl]) {
    const subjects = (await origin.mails(row.email)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(2)
    expect(subjects).not.toContain(sentence('mail.decision_lifted.subject'))
  }
})

test('a dismissal tells the reporter the reasons and the member nothing; a warning leaves the account open', async () => {
  const [anna, bob] = [await english(), await english()]
  const { reference } = await report(origin, anna, bob)
  const reason = 'The messages are rude, but no threat.'
  expect(await act((unit) => verbs.dismissReport(unit, { reference, author: 'mia', reason }))).toMatchObject({ done: true })
  expect((await origin.mails(anna.row.email)).at(-1)!.text).toContain(reason)
  expect(await origin.mails(bob.row.email)).toEqual([])
  expect(await take(reference)).toMatchObject({ done: false, why: 'decided', by: { verb: 'dismiss' } })
  expect(await take(bob.id, { measure: 'warn' })).toMatchObject({ done: true })
  expect(await canUse(bob)).toBe(true)
  expect((await origin.mails(bob.row.email)).at(-1)!.text).toContain('This is a warning')
})

test('a refused photo answers the reports about it, not those of something else that copied it', async () => {
  const [anna, carla, bob] = [await english(), await english(), await english()]
  const photo = await givePhoto(origin, bob)
  const about = await report(origin, anna, bob, { kind: 'intimate_picture', photo })
  const other = await report(origin, carla, bob, { kind: 'money' })
  const refuse = { photo, status: 'rejected', rule: 'intimate_picture', reasons: 'It shows someone else.', author: 'mia' } as const
  expect(await act((unit) => verbs.decidePhoto(unit, refuse))).toMatchObject({ done: true })
  expect(await outcomes(bob)).toEqual({ [about.reference]: 'acted', [other.reference]: null })
  expect((await origin.mails(anna.row.email)).at(-1)!.text).toContain('You’re right, and we’ve acted.')
  expect((await show(origin.deps.db, about.reference))!.log).toMatchObject([{ verb: 'reject_photo', author: 'mia' }])
  expect(await resolve(other.reference)).toMatchObject({ done: true })
})

test('a refused photo that is shown after all is no reason to resolve what is reported later', async () => {
  const [anna, carla, bob] = [await english(), await english(), await english()]
  const photo = await givePhoto(origin, bob)
  const refuse = { photo, status: 'rejected', rule: 'under_age', reasons: 'A child is in the photo.', author: 'mia' } as const
  const approve = { photo, status: 'active', reasons: 'It is his own picture of 1985.', author: 'noah' } as const
  expect(await act((unit) => verbs.decidePhoto(unit, refuse))).toMatchObject({ done: true })
  const refused = await report(origin, anna, bob)
  expect(await resolve(refused.reference)).toMatchObject({ done: true })
  expect(await act((unit) => verbs.decidePhoto(unit, approve))).toMatchObject({ done: true })
  origin.advance(60)
  const later = await report(origin, carla, bob)
  expect(await resolve(later.reference)).toEqual({ done: false, why: 'no_measure' })
  expect(await take(later.reference, { measure: 'warn' })).toMatchObject({ done: true })
})

test('a report is resolved if something was done already: the reporter is told so, and the log says by whom and why', async () => {
  const [anna, carla, bob] = [await english(), await english(), await english()]
  const until = new Date(origin.now().getTime() + 3 * DAY * 1000)
  const [first, second] = [await report(origin, anna, bob), await report(origin, carla, bob)]
  expect(await resolve(second.reference)).toEqual({ done: false, why: 'no_measure' })
  expect(await take(first.reference, { measure: 'suspend', until })).toMatchObject({ done: true })
  expect(await take(second.reference, { measure: 'suspend', until })).toMatchObject({ done: false, why: 'stands', by: { verb: 'suspend' } })
  expect(await resolve(second.reference)).toMatchObject({ done: true })
  expect(await outcomes(bob)).toEqual({ [first.reference]: 'acted', [second.reference]: 'acted' })
  const told = (await origin.mails(carla.row.email)).at(-1)!.text
  expect([told.includes('You’re right, and we’ve acted.'), told.includes('the other report')]).toEqual([true, false])
  expect((await show(origin.deps.db, second.reference))!.log).toMatchObject([
    { verb: 'resolve', author: 'noah', subject: bob.id, reason: 'As with the other report.' }
  ])
  expect(await resolve(second.reference)).toMatchObject({ done: false, why: 'decided', by: { verb: 'resolve', author: 'noah' } })
  expect(await resolve('AAAA-AAAA')).toEqual({ done: false, why: 'unknown' })
})

test('a report about someone who is banned already can be resolved, also after the suspension during which it came', async () => {
  for (const measure of ['ban', 'suspend'] as const) {
    const [anna, bob] = [await english(), await english()]
    await write(origin, anna, bob, 'Hello')
    const { conversation_id: conversation } = await write(origin, bob, anna, 'Send me money')
    await take(bob.id, { measure, until: measure === 'suspend' ? new Date(origin.now().getTime() + DAY * 1000) : null })
    const body = { conversation, kind: 'money', text: '', block: false } as const
    const { reference } = (await origin.call('fileReport', { as: anna, body })).body
    origin.advance(2 * DAY)
    await runSweeps(origin.deps)
    expect(await resolve(reference)).toMatchObject({ done: true })
    expect(await outcomes(bob)).toEqual({ [reference]: 'acted' })
  }
})

test('no measure is taken against what an erased member has left, nor is a mail written to it', async () => {
  const [anna, bob] = [await english(), await english()]
  await write(origin, anna, bob, 'Hello')
  const { conversation_id: conversation } = await write(origin, bob, anna, 'Send me money')
  expect((await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })).status).toBe(200)
  origin.advance(15 * DAY)
  await runSweeps(origin.deps)
  const { status, body } = await origin.call('fileReport', { as: anna, body: { conversation, kind: 'money', text: '', block: false } })
  expect(status).toBe(200)
  const mails = async () => (await origin.mails()).map(({ to }) => to)
  const before = await mails()
  for (const measure of ['warn', 'suspend', 'ban'] as const) {
    expect(await take(body.reference, { measure, until: new Date(origin.now().getTime() + DAY) })).toEqual({ done: false, why: 'unknown' })
  }
  expect(await mails()).toEqual(before)
  // All that can be done is to tell the reporter.
  expect(await resolve(body.reference)).toMatchObject({ done: true })
})

test('the queue has everything that is waiting, the earliest deadline first, with who is working on it', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const late = await report(origin, anna, bob, { kind: 'spam' })
  const urgent = await report(origin, anna, bob, { kind: 'intimate_picture' })
  await origin.call('fileComplaint', { body: aComplaint({ kind: 'behaviour' }) })
  const complaint = await origin.deps.db.selectFrom('complaints').select('reference').executeTakeFirstOrThrow()
  const photo = await givePhoto(origin, bob, 'pending')
  expect(await waiting()).toEqual([
    `report ${urgent.reference}`,
    ...[`report ${late.reference}`, `complaint ${complaint.reference}`].sort((one, other) => one.slice(-9).localeCompare(other.slice(-9))),
    `photo ${photo}`
  ])
  expect(await claim(urgent.reference)).toMatchObject({ done: true })
  expect(await claim(urgent.reference, 'noah')).toMatchObject({ done: false, why: 'held', by: { author: 'mia' } })
  expect((await selectQueue(origin.deps.db))[0]).toMatchObject({ claimed_by: 'mia' })
  expect(await act((unit) => verbs.release(unit, urgent.reference, 'noah'))).toBe(true)
  expect((await selectQueue(origin.deps.db))[0]).toMatchObject({ claimed_by: null })
})

test('only what is waiting can be claimed, and a claim ends with what it is about', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const { reference } = await report(origin, anna, bob)
  await act((unit) => verbs.dismissReport(unit, { reference, author: 'noah', reason: 'Nothing to see.' }))
  expect(await claim(reference)).toMatchObject({ done: false, why: 'decided', by: { author: 'noah', verb: 'dismiss' } })
  expect(await claim('AAAA-AAAA')).toEqual({ done: false, why: 'unknown' })
  expect([(await show(origin.deps.db, reference))!.claimed, await show(origin.deps.db, 'AAAA-AAAA')]).toEqual([null, null])
  const [kept, gone] = [await givePhoto(origin, bob, 'pending'), await givePhoto(origin, bob, 'pending')]
  for (const photo of [kept, gone]) expect(await claim(photo)).toMatchObject({ done: true })
  expect((await origin.call('deletePhoto', { as: bob, body: { id: gone } })).status).toBe(200)
  await runSweeps(origin.deps)
  const claims = await origin.deps.db.selectFrom('claims').select('reference').where('reference', 'in', [kept, gone]).execute()
  expect(claims).toEqual([{ reference: kept }])
  await act((unit) => verbs.decidePhoto(unit, { photo: kept, status: 'active', reasons: null, author: 'mia' }))
})

test('however much is waiting, the commands say how much, and print all of it for programs', async () => {
  const { databaseUrl: DATABASE_URL, deps } = origin
  const bob = await origin.aMember()
  const before = { queue: (await waiting()).length, photos: (await selectPending(deps.db)).length }
  await sql`
    insert into photos (public_id, member_id, status, position, created_at)
    select 'many-photos-' || lpad(n::text, 10, '0'), ${bob.row.id}, 'pending', n, ${origin.now()} from generate_series(1, 620) n`.execute(
    deps.db
  )
  for (const [list, some] of Object.entries(before)) {
    const lines = (await command('moderate', [list], { DATABASE_URL })).stdout.trim().split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([502, `… and ${some + 620 - 500} more, which --json prints, too.`])
    expect(JSON.parse((await command('moderate', [list, '--json'], { DATABASE_URL })).stdout)).toHaveLength(some + 620)
  }
  await deps.db.deleteFrom('photos').where('member_id', '=', bob.row.id).execute()
})

test('a refused photo is told with its rule and reasons; logging out everywhere ends every session', async () => {
  const bob = await english()
  const photo = await givePhoto(origin, bob)
  const refuse = { photo, status: 'rejected', rule: 'under_age', reasons: 'A child is in the photo.' } as const
  expect(await act((unit) => verbs.decidePhoto(unit, { ...refuse, author: 'mia' }))).toMatchObject({ done: true })
  expect(await act((unit) => verbs.decidePhoto(unit, { ...refuse, author: 'noah' }))).toMatchObject({ done: false, by: { author: 'mia' } })
  const [told, ...others] = await origin.mails(bob.row.email)
  expect([told!.text.includes('A child is in the photo.'), others]).toEqual([true, []])
  expect(await act((unit) => verbs.logOutEverywhere(unit, { member: bob.id, author: 'mia', reason: 'Stolen phone.' }))).toMatchObject({
    done: true
  })
  expect(await canUse(bob)).toBe(false)
})

test('of two moderators who decide on a photo at once, no approval overrules a refusal without a reason', async () => {
  const [bob, carl] = [await origin.aMember(), await origin.aMember()]
  const photo = await givePhoto(origin, bob, 'pending')
  const refuse = { photo, status: 'rejected', rule: 'under_age', reasons: 'A child is in the photo.', author: 'mia' } as const
  const approve = (reasons: string | null) => act((unit) => verbs.decidePhoto(unit, { photo, status: 'active', reasons, author: 'noah' }))
  expect(await act((unit) => verbs.decidePhoto(unit, refuse))).toMatchObject({ done: true })
  expect(await approve(null)).toMatchObject({ done: false, why: 'reason', by: { author: 'mia' } })
  expect(await show(origin.deps.db, photo)).toMatchObject({ what: 'photo', status: 'rejected', member: bob.id })
  expect(await approve('It is his own picture of 1985.')).toMatchObject({ done: true })
  expect((await show(origin.deps.db, photo))!.log).toMatchObject([
    { author: 'mia', verb: 'reject_photo', reason: 'A child is in the photo.' },
    { author: 'noah', verb: 'approve_photo', reason: 'It is his own picture of 1985.' }
  ])
  // A waiting photo can be approved without reasons.
  const other = await givePhoto(origin, carl, 'pending')
  const orders = ['mia', 'noah'].map((author) => ({ photo: other, status: 'active', reasons: null, author }) as const)
  const both = await Promise.all(orders.map((one) => act((unit) => verbs.decidePhoto(unit, one))))
  expect(both.filter(({ done }) => done)).toHaveLength(1)
})

test('a complaint is answered by one moderator, who is in the log; another one is told who answered', async () => {
  const anna = await origin.aMember()
  await origin.call('fileComplaint', { as: anna, body: aComplaint({ text: 'Someone shows my picture' }) })
  const { reference } = await origin.deps.db
    .selectFrom('complaints')
    .select('reference')
    .where('text', '=', 'Someone shows my picture')
    .executeTakeFirstOrThrow()
  const answer = (author: string) =>
    act((unit) => answerComplaint(unit, { reference, outcome: 'upheld', answer: 'It is removed.', author }))
  const both = await Promise.all([answer('mia'), answer('noah')])
  const [author, other] = both[0].done ? ['mia', 1] : ['noah', 0]
  expect(both[other]).toMatchObject({ done: false, why: 'decided', by: { author, verb: 'uphold_complaint' } })
  expect(await show(origin.deps.db, reference)).toMatchObject({
    what: 'complaint',
    text: 'Someone shows my picture',
    member: anna.id,
    answer: 'It is removed.',
    log: [{ author, verb: 'uphold_complaint', subject: anna.id, reason: 'It is removed.' }]
  })
})

test('a photo is shown with its reports; its history outlasts it, and an unknown id shows nothing', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const photo = await givePhoto(origin, bob)
  const { reference } = await report(origin, anna, bob, { photo })
  expect(await show(origin.deps.db, photo)).toMatchObject({ what: 'photo', is_main: true, reports: [{ reference }], log: [] })
  const waiting = await givePhoto(origin, bob, 'pending')
  await claim(waiting)
  expect(await show(origin.deps.db, waiting)).toMatchObject({ claimed: { author: 'mia' } })
  expect((await origin.call('deletePhoto', { as: bob, body: { id: waiting } })).status).toBe(200)
  expect(await show(origin.deps.db, waiting)).toMatchObject({ what: 'gone', log: [{ verb: 'claim' }] })
  expect(await show(origin.deps.db, 'AAAA-AAAA')).toBeNull()
})

test('a moderator finds a member by id, name or address and sees reports, never conversations', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'A private word')
  const { reference } = await report(origin, anna, bob, { text: 'Something' })
  for (const wanted of [bob.id, bob.row.name.toUpperCase(), bob.row.email])
    expect((await findMembers(origin.deps.db, wanted)).map(({ public_id: id }) => id)).toEqual([bob.id])
  const shown = await showMember(origin.deps.db, bob.id)
  expect(shown).toMatchObject({ status: 'confirmed', reported: [{ reference, kind: 'harassment', outcome: null }], reports: [] })
  expect(JSON.stringify([shown, await show(origin.deps.db, reference)])).not.toContain('A private word')
})

test('a moderator finds every photo of a member, reported or not, by showing the member, and can refuse it by that id', async () => {
  const bob = await origin.aMember()
  const photos = [await givePhoto(origin, bob), await givePhoto(origin, bob, 'pending'), await givePhoto(origin, bob)]
  const found = [
    { id: photos[0], status: 'active', main: true },
    { id: photos[1], status: 'pending', main: false },
    { id: photos[2], status: 'active', main: false }
  ]
  for (const name of ['moderate', 'members'] as const) {
    const { stdout } = await command(name, ['show', bob.id], { DATABASE_URL: origin.databaseUrl })
    expect(JSON.parse(stdout)).toMatchObject({ public_id: bob.id, photos: found })
  }
  const refuse = { photo: photos[2]!, status: 'rejected', rule: 'under_age', reasons: 'A child is in the photo.', author: 'mia' } as const
  expect(await act((unit) => verbs.decidePhoto(unit, refuse))).toMatchObject({ done: true })
  expect(await show(origin.deps.db, bob.id)).toMatchObject({
    what: 'member',
    photos: [found[0], found[1], { ...found[2], status: 'rejected' }]
  })
})

test('the log is only appended to, and ends after its time', async () => {
  const bob = await origin.aMember()
  await take(bob.id, { measure: 'warn' })
  await expect(origin.deps.db.updateTable('moderation_log').set({ author: 'noah' }).execute()).rejects.toThrow('only appended to')
  origin.advance(366 * DAY)
  expect(await purgeExpiredLog(origin.deps)).toBeGreaterThan(0)
  expect(await selectLog(origin.deps.db, { subject: bob.id })).toEqual([])
})

test('npm run moderate lists the queue and decides; npm run members finds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tether-moderate-'))
  const reasons = join(folder, 'reasons.txt')
  writeFileSync(reasons, 'You wrote threats.\n')
  try {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const { reference } = await report(origin, anna, bob)
    const env = { DATABASE_URL: origin.databaseUrl }
    const run = (name: string, ...words: string[]) => command(name, words, env)
    expect((await run('moderate', 'queue')).stdout).toContain(reference)
    const banned = await run('moderate', 'ban', reference, '--rule', 'harassment', '--reasons', reasons, '--by', 'mia')
    expect([banned.status, banned.stderr]).toEqual([0, ''])
    const again = await run('moderate', 'ban', reference, '--rule', 'harassment', '--reasons', reasons, '--by', 'noah')
    expect([again.status, again.stderr.includes('Already done by mia at ')]).toEqual([1, true])
    expect((await run('members', 'show', bob.id)).stdout).toContain('"status": "banned"')
    expect((await run('moderate', 'show', reference)).stdout).toContain('"verb": "ban"')
    const refused = [
      ['ban', reference],
      ['claim', reference],
      ['suspend', bob.id, '--rule', 'spam', '--reasons', reasons],
      ['warn', 'nothing', '--rule', 'spam', '--reasons', reasons],
      ['remove', reference, '--rule', 'spam', '--reasons', reasons, '--messages', 'all']
    ]
    const answers = await Promise.all(refused.map((words) => run('moderate', ...words)))
    expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 1))
    expect(answers[1]!.stderr).toMatch(/Already done by mia at \S+: "ban"\./)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
