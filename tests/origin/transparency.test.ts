import { beforeAll, expect, test } from 'vitest'
import { eraseMembers } from '../../origin/accounts/life-cycle/erase-members.ts'
import { answerComplaint } from '../../origin/complaints/answer-complaint.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { dismissReport } from '../../origin/moderation/end-report.ts'
import { selectQueue } from '../../origin/moderation/queue.ts'
import { takeMeasure } from '../../origin/moderation/take-measure.ts'
import { ANSWER_DAYS } from '../../shared/rules/deadlines.ts'
import { APPEAL_DAYS } from '../../shared/rules/measures.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { TRANSPARENCY_DAYS } from '../../shared/rules/transparency.ts'
import { report } from '../fixtures/acts.ts'
import { aComplaint } from '../fixtures/inputs.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { edgeBefore } from '../fixtures/site.ts'

const origin = sharedOrigin()
let [anna, bob] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  ;[anna, bob] = [await origin.aMember(), await origin.aMember()]
})

const HOUR = 3600
const DAY = 24 * HOUR
const NONE = { received: 0, upheld: 0, refused: 0, late: 0, median_hours: null }
const figures = async (tenant = 'velvet') => (await origin.call('getTransparency', { tenant })).body

const dismiss = (reference: string) =>
  inUnitOfWork(origin.deps, (unit) => dismissReport(unit, { reference, author: 'mia', reason: 'No rule was broken.' }))
const warn = (about: string) =>
  inUnitOfWork(origin.deps, (unit) =>
    takeMeasure(unit, { about, measure: 'warn', rule: 'harassment', reasons: 'Be kind.', author: 'mia', until: null })
  )

test('before anything was reported the figures are zero, and no one took any time', async () => {
  expect(await figures()).toMatchObject({ fictional_share: 0, reports: NONE, complaints: NONE })
})

test('reports and complaints are counted by what became of them, those past their deadline as late, each for its brand', async () => {
  const at = origin.now()
  const [dismissed, warned] = [await report(origin, anna, bob, { kind: 'spam' }), await report(origin, bob, anna, { kind: 'money' })]
  await report(origin, anna, bob, { kind: 'illegal', text: 'Is never decided' })
  const complaint = await origin.call('fileComplaint', { body: aComplaint() })
  expect(complaint.status).toBe(200)
  origin.advance(2 * HOUR)
  await dismiss(dismissed.reference)
  origin.advance(4 * HOUR)
  // Only about Bob's own report: the one about Bob stays open.
  await warn(warned.reference)
  const { reference } = await origin.deps.db.selectFrom('complaints').select('reference').executeTakeFirstOrThrow()
  origin.advance(8 * DAY)
  const answered = { reference, outcome: 'upheld' as const, answer: 'You are right.', author: 'mia' }
  expect(await inUnitOfWork(origin.deps, (unit) => answerComplaint(unit, answered))).toEqual({ done: true, mailed: true })
  const hours = (origin.now().getTime() - at.getTime()) / 3_600_000
  expect(await figures()).toMatchObject({
    fictional_share: 0,
    reports: { received: 3, upheld: 1, refused: 1, late: 1, median_hours: 4 },
    complaints: { received: 1, upheld: 1, refused: 0, late: 1, median_hours: hours }
  })
  expect(await figures('isle')).toMatchObject({ reports: NONE, complaints: NONE })

  const page = await edgeBefore(origin).fetch(
    new Request('https://velvet.example/transparency?lang=en', { headers: { accept: 'text/html' } }),
    {
      ip: '203.0.113.7',
      country: 'NL'
    }
  )
  const html = await page.text()
  expect(page.status).toBe(200)
  for (const words of ['Reports by members', 'Half took at most', '4 hr', 'within 7 days']) expect(html).toContain(words)

  origin.advance(TRANSPARENCY_DAYS * DAY)
  expect(await figures()).toMatchObject({ reports: NONE, complaints: NONE })
})

test('complaints of members who were erased are counted to their end, without anything that tells who wrote what', async () => {
  const writer = await origin.aMember({ tenant: 'isle' })
  const file = (name: string) => origin.call('fileComplaint', { as: writer, body: aComplaint({ name, page: 'https://isle.example/' }) })
  const kept = () => origin.deps.db.selectFrom('complaints').selectAll().where('tenant', '=', 'isle').orderBy('id').execute()
  for (const name of ['Anna Answered', 'Wanda Waiting']) expect((await file(name)).status).toBe(200)
  const [answered, waiting] = await kept()
  const answer = { outcome: 'upheld' as const, answer: 'You are right, Anna.', author: 'mia' }
  const give = (reference: string) => inUnitOfWork(origin.deps, (unit) => answerComplaint(unit, { reference, ...answer }))
  origin.advance(2 * HOUR)
  expect(await give(answered!.reference)).toMatchObject({ done: true })
  await origin.call('deleteAccount', { as: writer, body: { password: PASSWORD } })
  origin.advance((KEPT_DAYS.reactivation + 1) * DAY)
  // Between the answer and its mail.
  expect(await eraseMembers(origin.deps)).toBe(1)
  await runSweeps(origin.deps)

  const counted = { received: 2, upheld: 1, refused: 0, late: 1, median_hours: 2 }
  expect((await figures('isle')).complaints).toEqual(counted)
  const { id: _id, reference: _reference, digest: _digest, ...left } = (await kept())[0]!
  const { tenant, kind, created_at, due_at } = answered!
  expect(left).toEqual({
    tenant,
    kind,
    created_at,
    due_at,
    answered_at: new Date(created_at.getTime() + 2 * HOUR * 1000),
    outcome: 'upheld',
    erased_at: origin.now(),
    member_id: null,
    page: null,
    text: '',
    earlier: null,
    name: null,
    email: null,
    language: '',
    answer: '',
    mailed_at: null
  })
  expect((await kept()).map(({ digest }) => digest)).not.toEqual(expect.arrayContaining([answered!.digest]))
  // No one can answer the other one any more, so it isn't in the queue.
  expect((await selectQueue(origin.deps.db)).map(({ reference }) => reference)).not.toContain(waiting!.reference)
  expect(await give(waiting!.reference)).toEqual({ done: false, why: 'unknown' })
  expect((await origin.mails()).filter(({ text }) => text.includes('Anna'))).toEqual([])

  origin.advance((TRANSPARENCY_DAYS - KEPT_DAYS.reactivation - 2) * DAY)
  await runSweeps(origin.deps)
  expect((await figures('isle')).complaints).toEqual(counted)
  origin.advance(KEPT_DAYS.complaint * DAY)
  await runSweeps(origin.deps)
  expect(await kept()).toEqual([])
})

test('nothing is deleted while it is still counted', () => {
  expect(TRANSPARENCY_DAYS).toBeLessThan(Math.min(KEPT_DAYS.report, KEPT_DAYS.complaint))
})

test('nothing is deleted before an objection on the last day has been answered, as the page says', () => {
  expect(APPEAL_DAYS + ANSWER_DAYS).toBeLessThan(Math.min(KEPT_DAYS.report, KEPT_DAYS.complaint))
})

test('the share of fictional profiles is that of the profiles that can be found; the count is at most ten minutes old', async () => {
  await origin.publish({
    id: 'velvet',
    fictional_profiles: true,
    fictional_warning: { en: 'Made up', nl: 'Bedacht' },
    fictional_singular: { en: 'fictional', nl: 'fictief' },
    fictional_plural: { en: 'fictional', nl: 'fictief' }
  })
  origin.advance(600)
  expect((await figures()).fictional_share).toBe(0)
  await origin.aMember({ fictional: true })
  await origin.aMember({ fictional: true, profile_status: 'disabled' })
  expect((await figures()).fictional_share).toBe(0)
  origin.advance(600)
  expect((await figures()).fictional_share).toBe(0.334)
})

test('real members who can’t be seen before they prove their age don’t make the share smaller', async () => {
  await origin.publish({ id: 'proving', fictional_profiles: true, age_assurance: 'provider' })
  await origin.aMember({ tenant: 'proving', fictional: true })
  await origin.aMember({ tenant: 'proving', age_proven_over: 18 })
  for (const age_proven_over of [null, 16]) await origin.aMember({ tenant: 'proving', age_proven_over })
  const reader = await origin.aMember({ tenant: 'proving' })
  expect((await origin.call('searchMembers', { as: reader })).body.total).toBe(2)
  expect((await figures('proving')).fictional_share).toBe(0.5)
})

test('the sites that show the same members are named, and those among which members can choose; closed ones are not', async () => {
  const names = (sites: { name: string; company: string }[]) => sites.map(({ name }) => name).toSorted()
  const before = await figures()
  const nordic = origin.deps.tenants.byId('nordic')!
  expect(before.sharing_sites).toEqual([{ name: nordic.settings.name, company: nordic.company.name }])
  expect(before.chosen_sites).toEqual([])

  await origin.publish({ id: 'velvet', member_resell: true })
  const others = origin.deps.tenants.all().filter(({ settings }) => !['velvet', 'nordic'].includes(settings.id))
  expect(names((await figures()).chosen_sites)).toEqual(others.map(({ settings }) => settings.name).toSorted())

  await origin.publish({ id: 'nordic', status: 'gone' })
  expect((await figures()).sharing_sites).toEqual([])
})
