import { expect, test } from 'vitest'
import { deadlocks } from '../fixtures/locks.ts'
import { repeats } from '../fixtures/long.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const ROUNDS = repeats(4, 100)
const PARALLEL = 50

test(
  `fifty parallel messages between two, ${ROUNDS} rounds: all arrive, in positions without gaps, and none is refused`,
  { timeout: 240_000 },
  async () => {
    const [anna, bob] = [await origin.aMember(), await origin.aMember()]
    const before = await deadlocks(origin)
    const sent: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, (_, index) => {
          const [from, to] = index % 2 === 0 ? [anna, bob] : [bob, anna]
          return origin.call('sendMessage', { as: from, body: { member: to.id, text: `${round}.${index}` } })
        })
      )
      expect(answers.filter((answer) => answer.status !== 200).map((answer) => answer.text)).toEqual([])
      sent.push(...answers.map((answer) => answer.body.message.id))
    }
    const stored = await origin.deps.db.selectFrom('messages').select(['public_id', 'position']).orderBy('position').execute()
    expect(stored.map((message) => message.position)).toEqual(Array.from({ length: ROUNDS * PARALLEL }, (_, index) => index + 1))
    expect(new Set(stored.map((message) => message.public_id))).toEqual(new Set(sent))
    for (const member of [anna, bob]) {
      const events = await origin.deps.db
        .selectFrom('events')
        .select('number')
        .where('member_id', '=', member.row.id)
        .orderBy('number')
        .execute()
      expect(events.map((event) => event.number)).toEqual(Array.from({ length: ROUNDS * PARALLEL }, (_, index) => index + 1))
      expect((await origin.call('listChats', { as: member })).body.total_unread).toBe((ROUNDS * PARALLEL) / 2)
    }
    expect(await deadlocks(origin)).toBe(before)
  }
)

test('likes, blocks, reads, deletions and messages of the same two at once never cause a server error', { timeout: 60_000 }, async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => origin.aMember()))
  const before = await deadlocks(origin)
  const first = await origin.call('sendMessage', { as: members[0]!, body: { member: members[1]!.id, text: 'Hi' } })
  const conversation = first.body.conversation_id
  const acts = Array.from({ length: 600 }, (_, index) => {
    const as = members[index % 4]!
    const other = members[(index + 1 + (index % 3)) % 4]!
    const id = other.id
    return [
      () => origin.call('likeMember', { as, body: { id } }),
      () => origin.call('unlikeMember', { as, body: { id } }),
      () => origin.call('sendMessage', { as, body: { member: id, text: 'Hi' } }),
      () => origin.call('blockMember', { as, body: { id } }),
      () => origin.call('unblockMember', { as, body: { id } }),
      () => origin.call('readChat', { as, body: { conversation, position: 3 } }),
      () => origin.call('getMember', { as, query: { id } }),
      () => origin.call('deleteChat', { as, body: { conversation } })
    ][(index * 7 + (index >> 3)) % 8]!
  })
  const statuses: number[] = []
  for (let start = 0; start < acts.length; start += 40)
    statuses.push(...(await Promise.all(acts.slice(start, start + 40).map((act) => act()))).map((answer) => answer.status))
  expect(new Set(statuses)).toEqual(new Set([200, 404]))
  expect(await deadlocks(origin)).toBe(before)
})
