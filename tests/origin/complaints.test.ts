import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eraseMembers } from '../../origin/accounts/life-cycle/erase-members.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { selectLog } from '../../origin/moderation/log.ts'
import { command } from '../fixtures/command.ts'
import { aComplaint } from '../fixtures/inputs.ts'
import { createTestOrigin, PASSWORD, type TestOrigin } from '../fixtures/origin.ts'
import { sentence } from '../fixtures/sentence.ts'

let origin: TestOrigin
let folder: string
beforeEach(async () => {
  origin = await createTestOrigin()
  folder = mkdtempSync(join(tmpdir(), 'tether-complaints-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await origin.close()
})

const SUPPORT = 'help@velvet.example'
const DAY = 24 * 3600
const kept = () => origin.deps.db.selectFrom('complaints').selectAll().orderBy('id').execute()
const file = (body: ReturnType<typeof aComplaint>, options: { ip?: string; language?: string } = {}) =>
  origin.call('fileComplaint', { body, facts: { ip: options.ip ?? '203.0.113.7', language: options.language ?? 'en' } })
const fieldsOf = ({ body }: Awaited<ReturnType<typeof file>>) => body.error?.fields?.map(({ field, code }) => `${field} ${code}`)

test('a complaint from someone without an account reaches the support complete, and its writer gets number and deadline', async () => {
  const page = 'https://velvet.example/members/AAAAAAAAAAAAAAAAAAAAAA'
  const written = aComplaint({ page, text: 'That is me.\n\n<b>Take it away</b>', earlier: 'ABCD-2345' })
  expect(await file(written)).toMatchObject({ status: 200, body: { status: 'received' } })
  const [{ reference, due_at: due }] = (await kept()) as [Awaited<ReturnType<typeof kept>>[number]]
  expect(reference).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  expect(due).toEqual(new Date(origin.now().getTime() + 7 * DAY * 1000))

  const [toSupport] = await origin.mails(SUPPORT)
  expect(toSupport).toMatchObject({ subject: `Klacht ${reference}: antwoord uiterlijk op 23 november 2026 om 13:00 CET`, links: [page] })
  for (const part of ['Een foto of gegevens van mij', page, 'ABCD-2345', 'Wilma Writer', 'wilma@mail.example', 'That is me.'])
    expect(toSupport!.text).toContain(part)
  expect(toSupport!.html).toContain('&lt;b&gt;Take it away&lt;/b&gt;')

  const [receipt] = await origin.mails('wilma@mail.example')
  expect(receipt!.subject).toBe(sentence('mail.complaint_received.subject', { reference }))
  // The writer's language as it's written in their country.
  expect(receipt!.text).toContain('by 23 November 2026 at 13:00 CET at the latest')
  // Typing a stranger's address doesn't send them any of the text.
  for (const typed of ['That is me', 'Wilma', 'ABCD-2345', 'AAAAAAAA']) expect(receipt!.text + receipt!.html).not.toContain(typed)
})

test.each([
  ['intimate_picture', 48],
  ['under_age', 48],
  ['own_data', 168],
  ['decision', 168]
] as const)('a complaint about %s is due in %i hours', async (kind, hours) => {
  await file(aComplaint({ kind }))
  expect((await kept())[0]!.due_at.getTime() - origin.now().getTime()).toBe(hours * 3_600_000)
})

test('only a report about someone under 18 may be anonymous, and unreadable input is refused', async () => {
  const anonymous = { name: '', email: null }
  expect((await file(aComplaint({ kind: 'under_age', ...anonymous }))).status).toBe(200)
  expect((await origin.mails()).map(({ to }) => to)).toEqual([SUPPORT])
  const refused = await file(aComplaint({ kind: 'behaviour', ...anonymous }))
  expect([refused.status, fieldsOf(refused)]).toEqual([422, ['name required', 'email required']])
  expect(fieldsOf(await file(aComplaint({ text: ' \n ' })))).toEqual(['text required'])
  expect(fieldsOf(await file(aComplaint({ text: 'x'.repeat(5001) })))).toEqual(['text too_long'])
  expect(fieldsOf(await file(aComplaint({ email: 'wilma@mail.example\r\nBcc: all@mail.example' })))).toEqual(['email email'])
  expect(await kept()).toHaveLength(1)
})

test('the same complaint sent again, also at once, is one; tomorrow it is another', async () => {
  const written = aComplaint()
  const answers = await Promise.all(Array.from({ length: 5 }, () => file(written)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await kept()).toHaveLength(1)
  expect(await origin.mails()).toHaveLength(2)
  await file({ ...written, text: `${written.text} More.` })
  origin.advance(DAY)
  await file(written)
  expect(await kept()).toHaveLength(3)
})

test('a connection has thirty complaints a day and an address three receipts; complaints are stored all the same', async () => {
  // Two connections of one network.
  for (const ip of ['2001:db8:7:1::1', '2001:db8:7:2::1']) {
    for (let count = 0; count < 30; count++) expect((await file(aComplaint(), { ip })).status).toBe(200)
    const refused = await file(aComplaint(), { ip })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'limit_reached'])
  }
  expect(await kept()).toHaveLength(60)
  expect(await origin.mails(SUPPORT)).toHaveLength(60)
  expect(await origin.mails('wilma@mail.example')).toHaveLength(3)
})

test('three receipts a day reach a mailbox, however its address is written', async () => {
  const forms = ['wil.ma@gmail.com', 'wilma@gmail.com', 'w.ilma+a@googlemail.com', 'wilma+b@gmail.com', 'wilma+c@gmail.com']
  for (const email of forms) expect((await file(aComplaint({ email }))).status).toBe(200)
  const counts = await Promise.all(forms.map(async (email) => (await origin.mails(email)).length))
  expect(counts).toEqual([1, 1, 1, 0, 0])
})

test.each([
  'https://evil.example/members',
  'javascript:alert(1)',
  '//evil.example',
  'https://isle.example/members',
  `https://velvet.example/${'t'.repeat(43)}`,
  'Bella42'
])('the button of the support’s mail leads to no other site and is no link of a mail: %s', async (page) => {
  await file(aComplaint({ page }))
  const [mail] = await origin.mails(SUPPORT)
  expect(mail!.links).toEqual(['https://velvet.example/'])
  expect(mail!.html.match(/href="[^"]*"/g)).toEqual(['href="https://velvet.example/"'])
  expect(mail!.text).toContain(page)
})

test('an erased member’s complaints lose their writer; all are deleted a year after they were answered or closed', async () => {
  const anna = await origin.aMember()
  await origin.call('fileComplaint', { as: anna, body: aComplaint({ email: anna.row.email }) })
  await file(aComplaint())
  expect((await kept()).map(({ member_id: member }) => member)).toEqual([anna.row.id, null])

  await origin.call('deleteAccount', { as: anna, body: { password: PASSWORD } })
  origin.advance(15 * DAY)
  expect(await eraseMembers(origin.deps)).toBe(1)
  const [erased, left] = await kept()
  expect([erased!.member_id, erased!.email, left!.email]).toEqual([null, null, aComplaint().email])

  const answered = { answered_at: origin.now(), outcome: 'refused', answer: 'No.' } as const
  await origin.deps.db.updateTable('complaints').set(answered).where('erased_at', 'is', null).execute()
  origin.advance(364 * DAY)
  await runSweeps(origin.deps)
  expect(await kept()).toHaveLength(2)
  origin.advance(2 * DAY)
  await runSweeps(origin.deps)
  expect(await kept()).toEqual([])
})

test('a complaint without an answer stays, however old', async () => {
  await file(aComplaint())
  origin.advance(900 * DAY)
  await runSweeps(origin.deps)
  expect(await kept()).toHaveLength(1)
})

const run = (...words: string[]) => command('complaints', words, { DATABASE_URL: origin.databaseUrl }, folder)

/** Controls a terminal that shows it: by an escape, by one character, and by turning the direction. */
const HOSTILE = 'Red \u001b[31m, \u009b32m and \u202e back'

test('the operator sees waiting complaints, the most urgent first, and answers once, by mail in the writer’s language', async () => {
  await file(aComplaint())
  await file(aComplaint({ kind: 'intimate_picture', email: 'greta@mail.example', text: HOSTILE }), {
    language: 'de'
  })
  const [later, urgent] = (await kept()).map(({ reference }) => reference) as [string, string]
  const list = await run('list')
  expect(list.stdout.indexOf(urgent)).toBeLessThan(list.stdout.indexOf(later))
  expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject([
    { reference: urgent, kind: 'intimate_picture' },
    { reference: later }
  ])
  // What a stranger wrote can't control the terminal.
  expect((await run('show', urgent.toLowerCase())).stdout).toContain('Red \ufffd[31m, \ufffd32m and \ufffd back')
  const forPrograms = (await run('show', urgent, '--json')).stdout
  expect(JSON.parse(forPrograms)).toMatchObject({ text: HOSTILE })
  expect(forPrograms).toMatch(/^[\n -~]+$/)

  writeFileSync(join(folder, 'reasons.txt'), 'Das Bild ist entfernt.\n\nDas Konto ist gesperrt.\n')
  const answer = ['answer', urgent, '--outcome', 'upheld', '--reasons', 'reasons.txt']
  const first = await run(...answer, '--by', 'mia')
  expect([first.status, first.stdout, first.stderr]).toEqual([0, `${urgent} is answered; the mail goes out within five minutes\n`, ''])
  const again = await run(...answer, '--by', 'noah')
  expect(again.status).toBe(1)
  expect(again.stderr).toContain(`${urgent} has been answered; "show ${urgent}" says how. Already done by mia at `)
  expect(await selectLog(origin.deps.db, { reference: urgent })).toEqual([
    expect.objectContaining({ author: 'mia', verb: 'uphold_complaint', reason: 'Das Bild ist entfernt.\n\nDas Konto ist gesperrt.' })
  ])
  // Two processes of the origin, and the next minute.
  await Promise.all([runSweeps(origin.deps), runSweeps(origin.deps)])
  await runSweeps(origin.deps)
  const mails = (await origin.mails('greta@mail.example')).filter(
    ({ subject }) => subject === `Unsere Antwort auf deine Beschwerde ${urgent}`
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('Du hast recht, und wir haben gehandelt.')
  expect(mails[0]!.text).toContain('Das Bild ist entfernt.\n\nDas Konto ist gesperrt.')
  expect(mails[0]!.links).toEqual(['https://velvet.example/complaints'])
  expect((await run('list')).stdout).not.toContain(urgent)
  expect((await run('show', urgent)).stdout).toContain('Das Konto ist gesperrt.')
})

test('an answer without outcome, reasons or complaint is refused', async () => {
  await file(aComplaint({ kind: 'under_age', name: '', email: null }))
  const { reference } = (await kept())[0]!
  writeFileSync(join(folder, 'empty.txt'), ' \n')
  writeFileSync(join(folder, 'reasons.txt'), 'It is done.')
  const refusals = [
    [['answer', reference], 'Say how it ends'],
    [['answer', reference, '--outcome', 'perhaps', '--reasons', 'reasons.txt'], 'Say how it ends'],
    [['answer', reference, '--outcome', 'upheld'], 'Give the reasons'],
    [['answer', reference, '--outcome', 'upheld', '--reasons', 'empty.txt'], 'The reasons are empty'],
    [['answer', reference, '--outcome', 'upheld', '--reasons', 'nothing.txt'], 'cannot be read'],
    [['answer', 'AAAA-AAAA', '--outcome', 'upheld', '--reasons', 'reasons.txt'], 'There is no complaint "AAAA-AAAA"'],
    [['show', 'AAAA-AAAA'], 'There is no complaint'],
    [['answer', reference, '--verdict', 'upheld'], '--verdict']
  ] as const
  for (const [words, why] of refusals) {
    const { status, stderr } = await run(...words)
    expect([words, status]).toEqual([words, 1])
    expect(stderr).toContain(why)
  }
  expect((await kept())[0]!.answered_at).toBe(null)
  const unknown = await run('answer', reference, '--outcome', 'refused', '--reasons', 'reasons.txt')
  expect(unknown.stdout).toBe(`${reference} is answered; there is no address to mail\n`)
  await runSweeps(origin.deps)
  expect((await origin.mails()).map(({ to }) => to)).toEqual([SUPPORT])
})
