import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { repeats } from '../fixtures/long.ts'

/** `meanwhile` runs once, after the next password comparison. Hashes are cheap, as in tests/cheap-hashes.ts, which this replaces. */
const argon = vi.hoisted(() => ({ verified: 0, meanwhile: async () => {} }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = async (...parts) => {
    argon.verified += 1
    const same = await real.verify(...parts)
    const { meanwhile } = argon
    argon.meanwhile = async () => {}
    await meanwhile()
    return same
  }
  const hash: typeof real.hash = (password, options) => real.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  return { ...real, hash, verify }
})

// Files share their modules: those that an earlier one has loaded know nothing of this mock.
vi.resetModules()
const { aSignUp } = await import('../fixtures/inputs.ts')
const { PASSWORD } = await import('../fixtures/origin.ts')
const { sharedOrigin } = await import('../fixtures/shared-origin.ts')

const origin = sharedOrigin({ limitFactor: 1_000_000 })

const login = (name: string, password: string, ip: string) =>
  origin.call('login', { body: { credentials: { login: name, password } }, facts: { ip } })

/** Quarters of an hour, each with a thousand guesses. */
const QUARTERS = repeats(2, 10)

test(`${QUARTERS}000 guesses at one account from many addresses: few are compared, and the owner gets in afterwards`, async () => {
  const member = await origin.aMember()
  argon.verified = 0
  const codes = new Map<string, number>()
  const guess = async (round: number, n: number) => {
    const { body } = await login(member.row.email, `guess ${round} ${n}`, `198.51.${n % 100}.${round}`)
    codes.set(body.error!.code, (codes.get(body.error!.code) ?? 0) + 1)
  }
  for (let round = 0; round < QUARTERS; round++) {
    for (let n = 0; n < 10; n++) await guess(round, n)
    for (let batch = 0; batch < 33; batch++) await Promise.all(Array.from({ length: 30 }, (_, n) => guess(round, 10 + batch * 30 + n)))
    origin.advance(15 * 60 + 1)
  }
  expect([...codes.values()].reduce((sum, count) => sum + count)).toBe(QUARTERS * 1000)
  expect(codes).toEqual(
    new Map([
      ['login_failed', QUARTERS * 5],
      ['login_blocked', QUARTERS * 995]
    ])
  )
  // Five per quarter of an hour, each compared with the account and with two that only claim its address.
  expect(argon.verified).toBe(QUARTERS * 5 * 3)
  expect((await login(member.row.email, PASSWORD, '203.0.113.9')).status).toBe(200)
}, 120_000)

test('a password that is changed while it is compared neither logs in nor deletes the account', async () => {
  const member = await origin.aMember()
  const changed = async () => {
    const { db } = origin.deps
    await db
      .updateTable('members')
      .set({ password_hash: `$argon2id$${randomUUID()}` })
      .where('id', '=', member.row.id)
      .execute()
  }
  argon.meanwhile = changed
  expect((await login(member.row.email, PASSWORD, '203.0.113.10')).body.error?.code).toBe('login_failed')
  await origin.deps.db.updateTable('members').set({ password_hash: member.row.password_hash }).where('id', '=', member.row.id).execute()
  argon.meanwhile = changed
  expect((await origin.call('deleteAccount', { as: member, body: { password: PASSWORD } })).status).toBe(422)
  expect((await origin.call('getUser', { as: member })).status).toBe(200)
})

const FORMS: Record<string, (email: string) => Promise<{ status: number; text: string; headers: Headers }>> = {
  'log-in': (email) => login(email, 'a wrong password', '203.0.113.7'),
  'sign-up': (email) => origin.call('signUp', { body: aSignUp({ email }) }),
  'reset request': (email) => origin.call('requestPasswordReset', { body: { email } })
}

/**
 * The answer to a form. On a busy machine the queue for passwords sends callers away after eight seconds: by their connection alone, before anything is
 * looked up, so the same call is made again.
 */
async function served(form: string, email: string) {
  for (;;) {
    const answer = await FORMS[form]!(email)
    if (!answer.headers.has('x-load-shed')) return answer
  }
}

const DAYS = repeats(12, 80)

test.each(Object.keys(FORMS))(
  `${DAYS * 5} pairs of an address with an account and one without, by turns: the %s answers them alike, byte for byte`,
  async (form) => {
    const members = await Promise.all(Array.from({ length: 5 }, () => origin.aMember()))
    const seen = new Set<string>()
    for (let day = 0; day < DAYS; day++) {
      const pairs = members.map(({ row }, n) => [row.email, `unknown.${form.replaceAll(' ', '.')}.${n}@mail.example`])
      const answers = await Promise.all(pairs.flat().map((email) => served(form, email)))
      for (const { status, text, headers } of answers) {
        // Each sign-up has its own cookie.
        const shown = [...headers].map(([name, value]) => `${name}: ${value.replace(/^signup=[\w.-]+/, 'signup=…')}`)
        seen.add(JSON.stringify([status, text, shown]))
      }
      // A new day resets the counts of both.
      origin.advance(24 * 3600)
    }
    expect([...seen]).toHaveLength(1)
  },
  300_000
)
