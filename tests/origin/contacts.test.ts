import { afterEach, beforeEach, expect, test } from 'vitest'
import { newContactsPerDay } from '../../shared/rules/new-contacts.ts'
import { write } from '../fixtures/acts.ts'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'

const DAY = 24 * 3600
const FIRST = newContactsPerDay({ days: 0, answered: 0, paid: false })

let origin: TestOrigin
let strangers: TestMember[]
beforeEach(async () => {
  origin = await createTestOrigin({ limitFactor: 1 })
  strangers = []
  for (let n = 0; n < 4 * FIRST; n++) strangers.push(await origin.aMember())
})
afterEach(() => origin.close())

function send(as: TestMember, to: TestMember, text = 'Hi', headers: Record<string, string> = {}) {
  return origin.call('sendMessage', { as, headers, body: { member: to.id, text } })
}
/** Writes to strangers one after the other until refused; returns how many were reached, and the error. */
async function writeOn(as: TestMember) {
  for (let reached = 0; ; reached++) {
    const answer = await send(as, strangers.shift()!)
    if (answer.status !== 200) return { reached, answer }
  }
}

test('a new member may write to ten strangers in a day, and is told when they may write again; nothing of the eleventh is stored', async () => {
  const spammer = await origin.aMember()
  const { reached, answer } = await writeOn(spammer)
  expect([reached, answer.status, answer.body.error]).toEqual([
    FIRST,
    409,
    { code: 'contact_limit', message_key: 'error.contact_limit', params: { hours: 24 } }
  ])
  expect(answer.headers.get('retry-after')).toBe(String(DAY))
  const before = await origin.everything()
  expect((await send(spammer, strangers.shift()!)).status).toBe(409)
  expect(await origin.everything()).toBe(before)
  origin.advance(3 * 3600 + 1)
  expect((await send(spammer, strangers.shift()!)).body.error?.params).toEqual({ hours: 21 })
  origin.advance(21 * 3600)
  expect((await send(spammer, strangers.shift()!)).status).toBe(200)
})

test('a refused member may write again after exactly as long as the answer says, and not before', async () => {
  const spammer = await origin.aMember()
  const { answer } = await writeOn(spammer)
  const wait = Number(answer.headers.get('retry-after'))
  origin.advance(wait - 1)
  expect((await send(spammer, strangers.shift()!)).status).toBe(409)
  origin.advance(1)
  expect((await writeOn(spammer)).reached).toBe(newContactsPerDay({ days: 1, answered: 0, paid: false }))
})

test('of many messages at the same moment not more get through, from any site of the pool', async () => {
  const spammer = await origin.aMember()
  const there = await origin.signIn(spammer, 'nordic')
  const answers = await Promise.all(strangers.slice(0, 2 * FIRST).map((stranger, n) => send(n % 2 ? there : spammer, stranger)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(FIRST)
})

test('members who have written first, or were written to before, don’t count; nor does a repeated message', async () => {
  const member = await origin.aMember()
  const [known, fan, waiting] = [strangers.shift()!, strangers.shift()!, strangers.shift()!]
  await send(member, known)
  await send(fan, member)
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await send(member, waiting, 'Once', key)).status).toBe(200)
  expect((await writeOn(member)).reached).toBe(FIRST - 2)
  for (const other of [known, fan]) expect((await send(member, other, 'Again')).status).toBe(200)
  expect((await send(member, waiting, 'Once', key)).status).toBe(200)
  // A deleted conversation doesn't count as new.
  const { conversation_id: conversation } = (await send(member, known)).body
  await origin.call('deleteChat', { as: member, body: { conversation } })
  expect((await send(member, known)).status).toBe(200)
  expect((await writeOn(member)).reached).toBe(0)
})

test('there are more for an older account, for one that is answered, and for premium', async () => {
  const paid = await origin.aMember({ paid_user: true })
  expect((await writeOn(paid)).reached).toBe(newContactsPerDay({ days: 0, answered: 0, paid: true }))

  const answered = await origin.aMember()
  const friends = [strangers.shift()!, strangers.shift()!]
  for (const friend of friends) {
    await send(answered, friend)
    await write(origin, friend, answered, 'Hello')
  }
  expect((await writeOn(answered)).reached + friends.length).toBe(newContactsPerDay({ days: 0, answered: 2, paid: false }))
})

test('a week-old account has a week’s worth', async () => {
  const older = await origin.aMember()
  origin.advance(7 * DAY)
  expect((await writeOn(older)).reached).toBe(newContactsPerDay({ days: 7, answered: 0, paid: false }))
})
