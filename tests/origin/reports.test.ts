import { expect, test, vi } from 'vitest'
import { eraseMembers } from '../../origin/accounts/life-cycle/erase-members.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { show } from '../../origin/moderation/show.ts'
import { removeLooseFiles } from '../../origin/photos/files.ts'
import { photoKey } from '../../origin/photos/photo-key.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { block, report, sendPhoto, unblock, write } from '../fixtures/acts.ts'
import { PASSWORD } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { photosAt } from '../fixtures/photos.ts'
import { givePhoto } from '../fixtures/pictures.ts'
import { sentence } from '../fixtures/sentence.ts'
import { tomorrowOn } from '../fixtures/tomorrow.ts'

const origin = sharedOrigin()

const DAY = 24 * 3600
const kept = (reference: string) =>
  origin.deps.db.selectFrom('reports').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
const copyOf = (photo: string) => origin.deps.media.get(photoKey(photo, 'full'))

test('a report keeps profile, photo and messages as they were, whatever its subject does afterwards', async () => {
  const [anna, bob] = [await origin.aMember({ name: 'Anna' }), await origin.aMember({ name: 'Bob', about: 'Invest with me' })]
  const photo = await givePhoto(origin, bob)
  const { conversation_id: conversation } = await write(origin, anna, bob, 'Hello')
  const { message } = await write(origin, bob, anna, 'Send me money')
  await write(origin, anna, bob, 'No')
  const { reference, due_at: due } = await report(origin, anna, bob, {
    member: undefined,
    conversation,
    message: message.id,
    kind: 'money',
    text: ' He asks everyone. '
  })
  expect(reference).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  expect(due).toBe(new Date(origin.now().getTime() + 7 * DAY * 1000).toISOString())

  await origin.call('updateProfile', { as: bob, body: { about: 'Nothing to see' } })
  await origin.call('deletePhoto', { as: bob, body: { id: photo } })
  await origin.call('deleteAccount', { as: bob, body: { password: PASSWORD } })
  origin.advance(15 * DAY)
  await runSweeps(origin.deps)
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
  expect((await origin.send(`/media/${row.evidence.photo!.copy}/full.webp`, { tenant: 'velvet' })).status).toBe(404)

  await origin.deps.db.updateTable('reports').set({ decided_at: origin.now(), outcome: 'acted' }).where('id', '=', row.id).execute()
  origin.advance((KEPT_DAYS.report - 1) * DAY)
  await runSweeps(origin.deps)
  expect(await copyOf(row.evidence.photo!.copy)).not.toBeNull()
  origin.advance(2 * DAY)
  await runSweeps(origin.deps)
  await runSweeps(origin.deps)
  expect(await copyOf(row.evidence.photo!.copy)).toBeNull()
  await expect(kept(reference)).rejects.toThrow()
})

test('a report of a conversation keeps the photos that its subject has sent in it, as long as the rest', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'Hello')
  const { conversation_id: conversation } = await write(origin, bob, anna, 'Hello, you')
  for (const [from, to] of [
    [bob, anna],
    [anna, bob],
    [bob, anna]
  ] as const)
    await sendPhoto(origin, from, to)
  const { reference } = await report(origin, anna, bob, { member: undefined, conversation, kind: 'intimate_picture' })
  const sent = await origin.deps.db.selectFrom('chat_photos').select('public_id').where('sender_id', '=', bob.row.id).execute()
  expect(await origin.call('takeBackMessage', { as: bob, body: { conversation, position: 5 } })).toMatchObject({ status: 200 })
  for (const as of [anna, bob]) await origin.call('deleteChat', { as, body: { conversation } })
  await removeLooseFiles(origin.deps)

  // What a moderator is shown, with the names under which the files are written.
  const { evidence } = (await show(origin.deps.db, reference)) as unknown as Awaited<ReturnType<typeof kept>>
  const copied = evidence.messages.map(({ photo }) => photo)
  expect(copied).toEqual([undefined, undefined, expect.anything(), undefined, expect.anything()])
  const copies = copied.flatMap((photo) => photo ?? [])
  expect(copies.map(({ of }) => of).sort()).toEqual(sent.map((row) => row.public_id).sort())
  for (const { of, copy } of copies) {
    expect([await copyOf(of), await copyOf(copy)]).toEqual([null, expect.anything()])
    expect((await origin.send(`/media/${copy}/full.webp`, { tenant: 'velvet' })).status).toBe(404)
  }

  const decided = { decided_at: origin.now(), outcome: 'acted' } as const
  await origin.deps.db.updateTable('reports').set(decided).where('reference', '=', reference).execute()
  origin.advance((KEPT_DAYS.report - 1) * DAY)
  await runSweeps(origin.deps)
  for (const { copy } of copies) expect(await copyOf(copy)).not.toBeNull()
  origin.advance(2 * DAY)
  for (let times = 0; times < 2; times++) await runSweeps(origin.deps)
  for (const { copy } of copies) expect(await copyOf(copy)).toBeNull()
})

test('a photo that is reported itself is copied once, with the others around it', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'Hello')
  const { conversation_id: conversation } = await write(origin, bob, anna, 'Hello, you')
  for (let times = 0; times < 2; times++) await sendPhoto(origin, bob, anna)
  const { messages } = (await origin.call('getChat', { as: anna, query: { conversation } })).body
  const about = { member: undefined, conversation, message: messages.at(-1)!.id }
  const before = await photosAt(origin).loose()
  const { evidence, id } = await kept((await report(origin, anna, bob, about)).reference)
  const [other, itself] = evidence.messages.flatMap(({ photo }) => photo ?? [])
  expect([other!.of === itself!.of, itself]).toEqual([false, evidence.photo])
  const files = await origin.deps.db.selectFrom('report_photos').select('public_id').where('report_id', '=', id).execute()
  expect(files.map((file) => file.public_id).sort()).toEqual([other!.copy, itself!.copy].sort())
  // Sent again, nothing is copied for it, nor for a report that is one too many.
  for (let count = 1; count < 20; count++) await report(origin, anna, bob, { text: String(count) })
  const put = vi.spyOn(origin.deps.media, 'put')
  await report(origin, anna, bob, about)
  const last = { conversation, kind: 'spam', text: 'One too many', block: false } as const
  expect((await origin.call('fileReport', { as: anna, body: last })).body.error?.code).toBe('limit_reached')
  expect([await photosAt(origin).loose(), put.mock.calls]).toEqual([before, []])
  put.mockRestore()
})

test('the reporter is mailed number and deadline, the support the reason, and no mail says who or what', async () => {
  const [anna, bob] = [await origin.aMember({ name: 'Anneke', language: 'en' }), await origin.aMember({ name: 'Bartolo' })]
  const { reference } = await report(origin, anna, bob, { kind: 'under_age', text: 'Says fifteen' })
  const [receipt] = await origin.mails(anna.row.email)
  expect(receipt!.subject).toBe(sentence('mail.report_received.subject', { reference }))
  const toSupport = (await origin.mails('help@velvet.example')).at(-1)!
  expect(toSupport.text).toContain(reference)
  for (const mail of [receipt!, toSupport]) expect(mail.text + mail.html).not.toMatch(/Bartolo|fifteen/)
  expect(toSupport.text).not.toContain('Anneke')
  expect(await origin.mails(bob.row.email)).toEqual([])
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
  const { due_at: due } = await report(origin, await origin.aMember(), await origin.aMember(), { kind })
  expect(Date.parse(due) - origin.now().getTime()).toBe(hours * 3_600_000)
})

test('blocking in the same step hides both from each other, also someone who has left', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await report(origin, anna, bob, { block: true })
  expect((await origin.call('getMember', { as: bob, query: { id: anna.id } })).status).toBe(404)
  expect((await origin.call('getMember', { as: anna, query: { id: bob.id } })).body.blocked).toMatchObject({ id: bob.id })
  // A blocked member can still be reported later.
  await report(origin, anna, bob, { kind: 'spam' })
})

test('a member who blocks first and reports afterwards has the conversation copied too, whether from the remaining name or from an open page', async () => {
  const [anna, bob, carl] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'Hi')
  const { conversation_id: conversation, message } = await write(origin, bob, anna, 'Send me money')
  await block(origin, anna, bob)
  const texts = async (more: Parameters<typeof report>[3]) =>
    (await kept((await report(origin, anna, bob, more)).reference)).evidence.messages.map(({ text, this: reported }) => [
      text,
      reported ?? false
    ])
  const both = [
    ['Hi', false],
    ['Send me money', false]
  ]
  expect(await texts({ kind: 'money' })).toEqual(both)
  expect(await texts({ member: undefined, conversation })).toEqual(both)
  expect(await texts({ member: undefined, conversation, message: message.id })).toEqual([
    ['Hi', false],
    ['Send me money', true]
  ])
  // Messages that the reporter has deleted stay deleted, and a member who never wrote has none to copy.
  await unblock(origin, anna, bob)
  await origin.call('deleteChat', { as: anna, body: { conversation } })
  for (const blocked of [bob, carl]) await block(origin, anna, blocked)
  expect(await texts({ kind: 'spam' })).toEqual([])
  expect((await kept((await report(origin, anna, carl)).reference)).evidence.messages).toEqual([])
})

test('reporting someone with the block, and then once more with nothing but their name left, keeps what they wrote', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, bob, anna, 'Send me money')
  await report(origin, anna, bob, { block: true })
  const later = await report(origin, anna, bob)
  expect((await kept(later.reference)).evidence.messages).toHaveLength(1)
  expect(await report(origin, anna, bob)).toEqual(later)
})

test('when both have blocked, each can report the other with the conversation', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const { conversation_id: conversation } = await write(origin, bob, anna, 'You are awful')
  await block(origin, anna, bob)
  await report(origin, bob, anna, { member: undefined, conversation, kind: 'spam', block: true })
  for (const [from, to] of [
    [anna, bob],
    [bob, anna]
  ] as const)
    for (const about of [{}, { member: undefined, conversation }])
      expect((await kept((await report(origin, from, to, about)).reference)).evidence.messages).toHaveLength(1)
})

test('someone who blocked the reporter can be reported by the conversation, not by their profile', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const { conversation_id: conversation } = await write(origin, bob, anna, 'You are awful')
  await block(origin, bob, anna)
  const byProfile = { member: bob.id, kind: 'harassment' as const, text: '', block: false }
  const unknown = await origin.call('fileReport', { as: anna, body: { ...byProfile, member: newPublicId() } })
  expect((await origin.call('fileReport', { as: anna, body: byProfile })).text).toBe(unknown.text)
  const { reference } = await report(origin, anna, bob, { member: undefined, conversation, block: true })
  expect((await kept(reference)).evidence.messages).toHaveLength(1)
  expect((await origin.call('listChats', { as: anna })).body.total).toBe(0)
})

test('only a photo that others may see, a message of the other one, and one’s own conversation can be reported', async () => {
  const [anna, bob, carl] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  const { conversation_id: conversation, message } = await write(origin, anna, bob, 'Hi')
  const refused = [
    { member: bob.id, photo: newPublicId() },
    { member: anna.id },
    { conversation, message: message.id },
    { conversation: (await write(origin, bob, carl, 'Hi')).conversation_id }
  ]
  const before = await origin.everything()
  for (const about of refused) {
    const { status } = await origin.call('fileReport', { as: anna, body: { ...about, kind: 'spam', text: '', block: true } })
    expect([status, about]).toEqual([404, about])
  }
  expect(await origin.everything()).toBe(before)
  for (const about of [{}, { member: bob.id, conversation }, { member: bob.id, message: message.id }, { conversation, photo: message.id }])
    expect((await origin.call('fileReport', { as: anna, body: { ...about, kind: 'spam', text: '', block: true } })).status).toBe(422)
})

test('the same report again, also at once, is one; twenty a day are taken', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await givePhoto(origin, bob)
  const before = await photosAt(origin).loose()
  const first = await report(origin, anna, bob)
  const again = await Promise.all(Array.from({ length: 5 }, () => report(origin, anna, bob)))
  expect(new Set(again.map(({ reference }) => reference))).toEqual(new Set([first.reference]))
  for (let count = 1; count < 20; count++) await report(origin, anna, bob, { text: String(count) })
  const refused = await origin.call('fileReport', { as: anna, body: { member: bob.id, kind: 'spam', text: '', block: false } })
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'limit_reached'])
  expect(await report(origin, anna, bob)).toEqual(first)
  // Their copies of the photo don't wait for the sweep.
  await origin.idle()
  expect(await photosAt(origin).loose()).toEqual(before)
  origin.setNow(tomorrowOn(origin))
  const { reference } = await report(origin, anna, bob, { text: 'tomorrow' })
  expect((await kept(reference)).evidence).toMatchObject({ photo: { copy: expect.any(String) as unknown } })
  origin.advance(DAY)
  expect((await report(origin, anna, bob)).reference).not.toBe(first.reference)
})

test('a report outlives the reporter without saying who it was', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const { reference } = await report(origin, anna, bob)
  await origin.call('deleteAccount', { as: anna, body: { password: PASSWORD } })
  origin.advance(15 * DAY)
  await eraseMembers(origin.deps)
  expect(await kept(reference)).toMatchObject({ reporter_id: null, reported_id: bob.row.id })
})
