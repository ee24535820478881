import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteOldMessages } from '../../origin/chats/delete-old-messages.ts'
import { historyStart } from '../../origin/chats/history.ts'
import { countAnswered } from '../../origin/chats/opening-store.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { write } from '../fixtures/acts.ts'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { tableCounts } from '../fixtures/table-counts.ts'
import { exportOf } from '../fixtures/export.ts'

// `velvet` keeps messages for twelve months, `brief` for two.
let origin: TestOrigin
beforeEach(async () => {
  origin = await createTestOrigin()
  await origin.publish({ id: 'brief', pool: 'north', chat_history_months: 2 })
})
afterEach(() => origin.close())

const listOf = async (as: TestMember) => (await origin.call('listChats', { as })).body
const chatWith = async (as: TestMember, other: TestMember) => (await origin.call('getChat', { as, query: { member: other.id } })).body
const everyText = async () => (await origin.deps.db.selectFrom('messages').select('text').execute()).map(({ text }) => text)
const exported = async (as: TestMember) => [...(await exportOf(origin, as)).files.values()].map(String).join()
const sweepAt = async (at: string) => {
  origin.setNow(new Date(at))
  await runSweeps(origin.deps)
}

test('messages are deleted for good when they exceed the limit of either member’s site: the shorter one counts [CHAT-6]', async () => {
  const [anna, bob, carla] = [await origin.aMember(), await origin.aMember({ tenant: 'brief' }), await origin.aMember()]
  await write(origin, anna, bob, 'to a brief site')
  await write(origin, bob, anna, 'from a brief site')
  await write(origin, anna, carla, 'between lasting sites')
  await sweepAt('2026-12-30T12:00:00Z')
  await write(origin, await origin.signIn(bob), anna, 'a younger one')
  await sweepAt('2027-01-16T11:59:59Z')
  expect(await everyText()).toEqual(expect.arrayContaining(['to a brief site', 'from a brief site']))
  await sweepAt('2027-01-16T12:00:01Z')
  expect(await everyText()).toEqual(expect.arrayContaining(['between lasting sites', 'a younger one']))
  for (const gone of ['to a brief site', 'from a brief site']) expect(await everyText()).not.toContain(gone)

  // Deleted messages are no longer unread, and the site with the longer limit shows the effective one.
  const there = await origin.signIn(anna)
  expect(await listOf(there)).toMatchObject({ total_unread: 1, chats: [{ num_unread_messages: 1 }, { num_unread_messages: 0 }] })
  expect(await chatWith(there, bob)).toMatchObject({ messages: [{ content: { text: 'a younger one' } }], history_months: 2 })
  expect(await chatWith(there, carla)).toMatchObject({ messages: [{ content: { text: 'between lasting sites' } }], history_months: 12 })

  await sweepAt('2027-11-16T12:00:01Z')
  expect(await everyText()).toEqual([])
})

test('a month before the last day of a longer one is its own last day', () => {
  const startOf = (months: number, day: string) => historyStart(months, new Date(`${day}T12:00:00Z`)).toISOString()
  expect(startOf(1, '2027-03-31')).toBe('2027-02-28T12:00:00.000Z')
  expect(startOf(1, '2027-05-31')).toBe('2027-04-30T12:00:00.000Z')
  expect(startOf(12, '2028-02-29')).toBe('2027-02-28T12:00:00.000Z')
})

test('a search for old messages reads one of each conversation, however much another brand still keeps', async () => {
  const [anna, bob, carla] = [await origin.aMember(), await origin.aMember({ tenant: 'brief' }), await origin.aMember()]
  const { conversation_id: kept } = await write(origin, anna, carla, 'between lasting sites')
  await write(origin, anna, bob, 'to a brief site')
  await write(origin, carla, bob, 'also to a brief site')
  await sql`
    insert into messages (public_id, conversation_id, position, sender_id, client_id, text, created_at)
    select lpad(n::text, 22, '0'), id, n, ${anna.row.id}, n::text, 'more', created_at from conversations, generate_series(2, 2000) n
    where public_id = ${kept}`.execute(origin.deps.db)
  origin.setNow(new Date('2027-02-16T12:00:00Z'))
  const read = async () => (await tableCounts(origin, sql`seq_tup_read + coalesce(idx_tup_fetch, 0)`)).get('messages')!
  const before = await read()
  expect(await deleteOldMessages(origin.deps)).toBe(2)
  expect((await read()) - before).toBeLessThan(100)
  expect(await everyText()).toHaveLength(2000)
})

test('conversations are searched in slices, and one that can’t be shortened holds up none behind it', async () => {
  const [anna, bob, carla, dora] = [await origin.aMember(), await origin.aMember(), await origin.aMember(), await origin.aMember()]
  for (const other of [bob, carla, dora]) await write(origin, anna, other, `to ${other.id}`)
  const { db } = origin.deps
  await sql`create function refuse_deleting() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`.execute(
    db
  )
  const stuck = sql`create trigger stuck before delete on messages for each row`
  await sql`${stuck} when (old.text = ${sql.lit(`to ${bob.id}`)}) execute function refuse_deleting()`.execute(db)
  origin.setNow(new Date('2027-11-16T12:00:01Z'))
  expect(await deleteOldMessages(origin.deps, { slice: 1 })).toBe(2)
  expect(await everyText()).toEqual([`to ${bob.id}`])
})

test('old messages are not in the export either, even before the next sweep [CHAT-6]', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember({ tenant: 'brief' })]
  await write(origin, bob, anna, 'an old word')
  origin.setNow(new Date('2027-01-16T11:59:59Z'))
  expect(await exported(await origin.signIn(anna))).toContain('an old word')
  origin.setNow(new Date('2027-01-16T12:00:01Z'))
  expect(await exported(await origin.signIn(anna))).not.toContain('an old word')
})

test('the fact that a conversation was answered outlives its messages, and allows more new contacts', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const answers = () => countAnswered(origin.deps.db, anna.row.id)
  await write(origin, anna, bob, 'Hello')
  expect(await answers()).toBe(0)
  await write(origin, bob, anna, 'Hi')
  expect(await answers()).toBe(1)
  await sweepAt('2028-01-01T12:00:00Z')
  expect([await everyText(), await answers()]).toEqual([[], 1])
})
