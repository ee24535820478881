import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { lockMembers } from '../../origin/members/lock-members.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { deadlocks, inLine } from '../fixtures/locks.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const NEW = 'a quiet harbour at night'

/** An action on an account; `token` is that of a password reset link. */
type Act = (member: TestMember, token: string) => Promise<{ status: number }>

const WRONG = 'a wrong password'
const enter = ({ row }: TestMember, password: string) => origin.call('login', { body: { credentials: { login: row.email, password } } })
const replace = (as: TestMember, old: string) =>
  origin.call('changePassword', { as, body: { old_password: old, password: NEW, password_repeat: NEW } })
const end = (as: TestMember, password: string) => origin.call('deleteAccount', { as, body: { password } })

const logIn: Act = (member) => enter(member, PASSWORD)
const guess: Act = (member) => enter(member, WRONG)
const changePassword: Act = (as) => replace(as, PASSWORD)
const leave: Act = (as) => end(as, PASSWORD)
const askForMailChange: Act = (as) => origin.call('requestMailChange', { as, body: { email: `new.${as.row.email}`, password: PASSWORD } })
const endOthers: Act = (as) => origin.call('endSession', { as, body: { id: 'others' } })
const reset: Act = (_, token) => origin.call('resetPassword', { body: { token, password: NEW, password_repeat: NEW } })
const follow = (token: string) => origin.call('useToken', { body: { token } })

async function resetToken(member: TestMember): Promise<string> {
  await origin.call('requestPasswordReset', { body: { email: member.row.email } })
  return tokenOf((await origin.mails(member.row.email)).at(-1))
}

/** A member with wrong passwords counted for log-in and session, one fewer than would block, with another session and a link. */
async function aTriedMember() {
  // All come from one connection: its counts have expired.
  origin.advance(16 * 60)
  const member = await origin.aMember()
  await origin.signIn(member)
  for (let time = 0; time < 4; time++) await guess(member, '')
  for (let time = 0; time < 4; time++) await replace(member, WRONG)
  return { member, token: await resetToken(member) }
}

/** Locked rows of an account's tables. */
async function held(): Promise<string[]> {
  const tables = ['login_failures', 'sessions', 'tokens', 'daily_quotas'] as const
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ held: number }>`
        select (select count(*) from ${sql.table(table)})::int
          - (select count(*) from (select from ${sql.table(table)} for update skip locked) free)::int as held`.execute(origin.deps.db)
      return rows[0]!.held > 0 ? table : null
    })
  )
  return found.filter((table) => table !== null)
}

test.each<[string, Act]>([
  ['a log-in', logIn],
  ['a log-in with a wrong password', guess],
  ['a new password', changePassword],
  ['a new password without the old one', (as: TestMember) => replace(as, WRONG)],
  ['a new address', askForMailChange],
  ['a deletion', leave],
  ['a deletion without the password', (as: TestMember) => end(as, WRONG)],
  ['the end of the other sessions', endOthers],
  ['a reset', reset]
])('%s locks the member before anything else of the account', async (_, act) => {
  const { member, token } = await aTriedMember()
  const [answer] = await inLine(origin, member, [async () => (await act(member, token)).status], async () => {
    expect(await held()).toEqual([])
  })
  expect(answer).toBeLessThan(500)
})

test.each<[string, Act, Act, number[]]>([
  ['a deletion and a new password', leave, changePassword, [200, 403]],
  ['a new password and a deletion', changePassword, leave, [200, 422]],
  ['two deletions', leave, leave, [200, 403]],
  ['a deletion and a new address', leave, askForMailChange, [200, 403]],
  ['a reset and a log-in', reset, logIn, [200, 422]],
  ['a reset and the guess that blocks', reset, guess, [200, 422]],
  ['a new password and the end of the other sessions', changePassword, endOthers, [200, 200]]
])('%s at once follow each other without a deadlock', async (_, first, second, statuses) => {
  const { member, token } = await aTriedMember()
  const before = await deadlocks(origin)
  const answers = await inLine(
    origin,
    member,
    [first, second].map((act) => async () => (await act(member, token)).status)
  )
  expect(answers).toEqual(statuses)
  expect(await deadlocks(origin)).toBe(before)
})

test('the link that ends a block and a log-in at once follow each other without a deadlock', async () => {
  const { member } = await aTriedMember()
  await enter(member, WRONG)
  const mail = (await origin.mails(member.row.email)).at(-1)
  expect(mail?.links).toHaveLength(1)
  // The block has ended, but the counts still exist.
  origin.advance(15 * 60 + 1)
  const before = await deadlocks(origin)
  expect(
    await inLine(origin, member, [async () => (await follow(tokenOf(mail))).status, async () => (await enter(member, PASSWORD)).status])
  ).toEqual([200, 200])
  expect(await deadlocks(origin)).toBe(before)
})

test('someone who likes a member a moment before that one deletes the account is told, and locked in order', async () => {
  const admirer = await origin.aMember()
  const { member } = await aTriedMember()
  const answers = await inLine(origin, member, [
    async () => (await origin.call('likeMember', { as: admirer, body: { id: member.id } })).status,
    async () => (await leave(member, '')).status
  ])
  expect(answers).toEqual([200, 200])
  expect((await eventsOf(origin, admirer)).map(({ type }) => type)).toEqual(['likes_changed', 'contacts_changed'])
})

test('someone with more contacts than a statement has parameters can be locked with all of them', async () => {
  const { row } = await origin.aMember()
  const contacts = Array.from({ length: 70_000 }, (_, index) => row.id + 1 + index)
  await origin.deps.db.transaction().execute(async (holder) => {
    await lockMembers(holder, [row.id, ...contacts])
    const { rows } = await sql`select from event_counters where member_id = ${row.id} for update skip locked`.execute(origin.deps.db)
    expect(rows).toEqual([])
  })
})
