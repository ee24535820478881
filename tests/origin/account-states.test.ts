import { expect, test } from 'vitest'
import { settleMember } from '../../origin/accounts/life-cycle/settle-member.ts'
import { whoMay } from '../../origin/members/account-state.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { ACCOUNT_STATUSES, accountMay, type AccountMove, type Permission } from '../../shared/rules/account-state.ts'
import { eventsOf, like, write } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { inLine } from '../fixtures/locks.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const settle = async ({ row }: TestMember, move: AccountMove) =>
  (await inUnitOfWork(origin.deps, (unit) => settleMember(unit, row.id, move))) !== null
const logIn = async ({ row }: TestMember, { login = row.email, password = PASSWORD } = {}) => {
  const { status, body } = await origin.call('login', { body: { credentials: { login, password } } })
  return body.error?.code ?? status
}
const isFound = async (as: TestMember, { id }: TestMember) => (await origin.call('getMember', { as, query: { id } })).status === 200
const told = async (member: TestMember) => (await eventsOf(origin, member)).length

test('the database finds the same states as the rule, for everything an account may do', async () => {
  for (const status of ACCOUNT_STATUSES) await origin.aMember({ status })
  const permissions: Permission[] = [
    'use',
    'be_found',
    'be_met',
    'be_written_to',
    'get_news',
    'be_named',
    'be_credited',
    'be_heard',
    'confirm',
    'return'
  ]
  for (const permission of permissions) {
    const rows = await origin.deps.db.selectFrom('members').select('status').distinct().where(whoMay(permission)).execute()
    const states = rows.map(({ status }) => status).sort()
    expect(states, permission).toEqual(ACCOUNT_STATUSES.filter((status) => accountMay(status, permission)).sort())
  }
})

test('a ban ends sessions and links at once, hides the member and notifies everyone who has them; lifted, everything is as before', async () => {
  const [anna, bob, carl] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  await like(origin, bob, anna)
  await write(origin, anna, carl, 'Hello Carl')
  await origin.call('requestPasswordReset', { body: { email: anna.row.email } })
  const token = tokenOf((await origin.mails(anna.row.email)).at(-1))
  const [bobKnew, carlKnew] = [await told(bob), await told(carl)]
  expect(await isFound(bob, anna)).toBe(true)

  expect(await settle(anna, 'ban')).toBe(true)
  expect((await origin.call('getUser', { as: anna })).status).toBe(403)
  expect(await logIn(anna)).toBe('account_restricted')
  expect((await origin.call('getToken', { query: { token } })).body).toMatchObject({ state: 'expired' })
  expect(await isFound(bob, anna)).toBe(false)
  expect([await told(bob), await told(carl)]).toEqual([bobKnew + 1, carlKnew + 1])
  expect(await settle(anna, 'ban')).toBe(false)

  expect(await settle(anna, 'unban')).toBe(true)
  // The earlier sessions stay ended.
  expect((await origin.call('getUser', { as: anna })).status).toBe(403)
  expect(await logIn(anna)).toBe(200)
  expect(await isFound(bob, anna)).toBe(true)
  expect([await told(bob), await told(carl)]).toEqual([bobKnew + 2, carlKnew + 2])
})

test.each<[string, (as: TestMember, to: TestMember) => Promise<{ status: number }>]>([
  ['message', (as, { id }) => origin.call('sendMessage', { as, body: { member: id, text: 'Send me money' } })],
  ['like', (as, { id }) => origin.call('likeMember', { as, body: { id } })]
])('a %s that was under way when its sender was banned reaches no one', async (_, act) => {
  // In this order, the ban doesn't wait for the sender.
  const [bob, anna] = [await origin.aMember(), await origin.aMember()]
  const [answer] = await inLine(origin, bob, [() => act(anna, bob)], async () => void (await settle(anna, 'ban')))
  expect(answer!.status).toBe(404)
  expect(await eventsOf(origin, bob)).toEqual([])
})

test('a member banned while the account is deleted comes back banned, and is erased in time', async () => {
  const [back, gone] = [await origin.aMember(), await origin.aMember()]
  for (const member of [back, gone]) {
    await origin.call('deleteAccount', { as: member, body: { password: PASSWORD } })
    expect(await settle(member, 'ban')).toBe(true)
  }
  const link = tokenOf((await origin.mails(back.row.email)).at(-1))
  expect((await origin.call('useToken', { body: { token: link } })).status).toBe(200)
  expect(await logIn(back)).toBe('account_restricted')
  expect(await logIn(gone)).toBe('account_deleted')
  origin.advance(15 * 24 * 3600)
  expect(await logIn(gone)).toBe('login_failed')
})

test('after deleting an account and signing up again with its address and password, a member logs in to the new one', async () => {
  const left = await origin.aMember()
  await origin.call('deleteAccount', { as: left, body: { password: PASSWORD } })
  expect(await logIn(left)).toBe('account_deleted')
  expect((await origin.call('signUp', { body: aSignUp({ email: left.row.email, password: PASSWORD }) })).status).toBe(200)
  expect(await logIn(left)).toBe(200)
})

test('in every state an account answers alike to its name and its address, confirmed or not', async () => {
  const moves = { none: 200, suspend: 'account_restricted', ban: 'account_restricted', delete: 'account_deleted' } as const
  for (const status of ['not_confirmed', 'confirmed'] as const)
    for (const [move, answer] of Object.entries(moves) as [keyof typeof moves, number | string][]) {
      const member = await origin.aMember({ status })
      if (move !== 'none') expect(await settle(member, move)).toBe(true)
      expect([await logIn(member, { login: member.row.name }), await logIn(member)], `${status}, ${move}`).toEqual([answer, answer])
    }
})

test.each(['suspend', 'ban', 'delete'] as const)(
  'after a “%s”, other accounts of an unconfirmed address lock no one out of the open one',
  async (move) => {
    const email = `${move}.shared@mail.example`
    const claim = async (password: string) => await origin.aMember({ status: 'not_confirmed', email, password })
    const closed = await claim('the first of them')
    const open = await claim('the one in between')
    const last = await claim('the last of them')
    for (const member of [closed, last]) expect(await settle(member, move)).toBe(true)
    expect(await logIn(open, { password: 'the one in between' })).toBe(200)
    // Nor does the open one shut out the oldest of the others.
    expect(await logIn(closed, { password: 'the first of them' })).toMatch(/^account_/)
  }
)

test('an erased account can’t change its state', async () => {
  const erased = await origin.aMember({ status: 'deleted' })
  for (const move of ['delete', 'restore', 'ban', 'unban'] as const) expect(await settle(erased, move)).toBe(false)
})
