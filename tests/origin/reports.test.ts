import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseMembers } from '../../origin/accounts/life-cycle/erase-members.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { block, report, write } from '../fixtures/acts.ts'
import { createWorld, PASSWORD, type World } from '../fixtures/origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { sentence } from '../fixtures/sentence.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const DAY = 24 * 3600
const kept = (reference: string) =>
  world.deps.db.selectFrom('reports').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
const copyOf = (photo: string) => world.deps.media.get(photoKey(photo, 'full'))

test('a report keeps profile, photo and messages as they were, whatever its subject does afterwards', async () => {
  const [anna, bob] = [await world.aMember({ name: 'Anna' }), await world.aMember({ name: 'Bob', about: 'Invest with me' })]
  const photo = await givePhoto(world, bob)
  const { conversation_id: conversation } = await write(world, anna, bob, 'Hello')
  const { message } = await write(world, bob, anna, 'Send me money')
  await write(world, anna, bob, 'No')
  const { reference, due_at: due } = await report(world, anna, bob, {
    member: undefined,
    conversation,
    message: message.id,
    kind: 'money',
    text: ' He asks everyone. '
  })
  expect(reference).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  expect(due).toBe(new Date(world.now().getTime() + 7 * DAY * 1000).toISOString())

  await world.call('updateProfile', { as: bob, body: { about: 'Nothing to see' } })
  await world.call('deletePhoto', { as: bob, body: { id: photo } })
  await world.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
  world.advance(15 * DAY)
  await runSweeps(world.deps)
  expect(await copyOf(photo)).toBeNull()

  const row = await kept(reference)
  expect(row).toMatchObject({ surface: 'message', kind: 'money', text: 'He asks everyone.', reporter_id: anna.row.id, reported_id: null })
  expect(row.evidence.profile).toMatchObject({ name: 'Bob', about: 'Invest with me', public_id: bob.id })
  expect(row.evidence.messages.map(({ by, text, this: reported }) => [by, text, reported ?? false])).toEqual([
    ['reporter', 'Hello', false],
    ['reported', 'Send me money', true],
    ['reporter', 'No', false]
  ])
  expect(row.evidence.photo?.of).toBe(photo)
  expect(await copyOf(row.evidence.photo!.copy)).not.toBeNull()
  // The copy is no one's photo: it has no address.
  expect((await world.send(`/media/${row.evidence.photo!.copy}/full.webp`, { tenant: 'velvet' })).status).toBe(404)

  await world.deps.db.updateTable('reports').set({ decided_at: world.now(), outcome: 'acted' }).where('id', '=', row.id).execute()
  world.advance((KEPT_DAYS.report - 1) * DAY)
  await runSweeps(world.deps)
  expect(await copyOf(row.evidence.photo!.copy)).not.toBeNull()
  world.advance(2 * DAY)
  await runSweeps(world.deps)
  await runSweeps(world.deps)
  expect(await copyOf(row.evidence.photo!.copy)).toBeNull()
  await expect(kept(reference)).rejects.toThrow()
})

test('the reporter is mailed number and deadline, the support the reason, and no mail says who or what', async () => {
  const [anna, bob] = [await world.aMember({ name: 'Anneke', language: 'en' }), await world.aMember({ name: 'Bartolo' })]
  const { reference } = await report(world, anna, bob, { kind: 'under_age', text: 'Says fifteen' })
  const [receipt] = await world.mails(anna.row.email)
  expect(receipt!.subject).toBe(sentence('mail.report_received.subject', { reference }))
  const toSupport = (await world.mails('help@velvet.example')).at(-1)!
  expect(toSupport.text).toContain(reference)
  for (const mail of [receipt!, toSupport]) expect(mail.text + mail.html).not.toMatch(/Bartolo|fifteen/)
  expect(toSupport.text).not.toContain('Anneke')
  expect(await world.mails(bob.row.email)).toEqual([])
})

test.each([
  ['intimate_picture', 48],
  ['under_age', 48],
  ['money', 168],
  ['fake_profile', 168],
  ['harassment', 168],
  ['illegal', 168],
  ['spam', 168],
  ['other', 168]
] as const)('a report about %s is due in %i hours', async (kind, hours) => {
  const { due_at: due } = await report(world, await world.aMember(), await world.aMember(), { kind })
  expect(Date.parse(due) - world.now().getTime()).toBe(hours * 3_600_000)
})

test('blocking in the same step hides both from each other, also someone who has left', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  await report(world, anna, bob, { block: true })
  expect((await world.call('getMember', { as: bob, query: { id: anna.id } })).status).toBe(404)
  expect((await world.call('getMember', { as: anna, query: { id: bob.id } })).body.blocked).toMatchObject({ id: bob.id })
  // Who is blocked can still be reported: the report may come later.
  await report(world, anna, bob, { kind: 'spam' })
})

test('someone who blocked the reporter can be reported by the conversation, not by their profile', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  const { conversation_id: conversation } = await write(world, bob, anna, 'You are awful')
  await block(world, bob, anna)
  const byProfile = { member: bob.id, kind: 'harassment' as const, text: '', block: false }
  const unknown = await world.call('fileReport', { as: anna, body: { ...byProfile, member: newPublicId() } })
  expect((await world.call('fileReport', { as: anna, body: byProfile })).text).toBe(unknown.text)
  const { reference } = await report(world, anna, bob, { member: undefined, conversation, block: true })
  expect((await kept(reference)).evidence.messages).toHaveLength(1)
  expect((await world.call('listChats', { as: anna })).body.total).toBe(0)
})

test('only a photo that others may see, a message of the other one, and one’s own conversation can be reported', async () => {
  const [anna, bob, carl] = [await world.aMember(), await world.aMember(), await world.aMember()]
  const { conversation_id: conversation, message } = await write(world, anna, bob, 'Hi')
  const refused = [
    { member: bob.id, photo: newPublicId() },
    { member: anna.id },
    { conversation, message: message.id },
    { conversation: (await write(world, bob, carl, 'Hi')).conversation_id }
  ]
  const before = await world.everything()
  for (const about of refused) {
    const { status } = await world.call('fileReport', { as: anna, body: { ...about, kind: 'spam', text: '', block: true } })
    expect([status, about]).toEqual([404, about])
  }
  expect(await world.everything()).toBe(before)
  for (const about of [{}, { member: bob.id, conversation }, { member: bob.id, message: message.id }, { conversation, photo: message.id }])
    expect((await world.call('fileReport', { as: anna, body: { ...about, kind: 'spam', text: '', block: true } })).status).toBe(422)
})

test('the same report again, also at once, is one; twenty a day are taken', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  const first = await report(world, anna, bob)
  const again = await Promise.all(Array.from({ length: 5 }, () => report(world, anna, bob)))
  expect(new Set(again.map(({ reference }) => reference))).toEqual(new Set([first.reference]))
  for (let count = 1; count < 20; count++) await report(world, anna, bob, { text: String(count) })
  const refused = await world.call('fileReport', { as: anna, body: { member: bob.id, kind: 'spam', text: '', block: false } })
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'limit_reached'])
  expect(await report(world, anna, bob)).toEqual(first)
  world.advance(DAY + 1)
  expect((await report(world, anna, bob)).reference).not.toBe(first.reference)
})

test('a report outlives the reporter without saying who it was', async () => {
  const [anna, bob] = [await world.aMember(), await world.aMember()]
  const { reference } = await report(world, anna, bob)
  await world.call('deleteAccount', { as: anna, body: { password: PASSWORD } })
  world.advance(15 * DAY)
  await eraseMembers(world.deps)
  expect(await kept(reference)).toMatchObject({ reporter_id: null, reported_id: bob.row.id })
})
