import { describe, expect, test, vi } from 'vitest'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { PASSWORD } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { waitingForLocks } from '../fixtures/waiting-for-locks.ts'

const origin = sharedOrigin()

const logIn = (login: string, password: string, options: { tenant?: string; facts?: { ip: string } } = {}) =>
  origin.call('login', { body: { credentials: { login, password } }, ...options })
const wrong = (login: string) => logIn(login, 'a wrong password')

describe('log-in', () => {
  test('takes name or address in any case and gives a session of 30 days [API-3] [CON-21]', async () => {
    const member = await origin.aMember({ name: 'Käthe' })
    for (const login of [member.row.email, member.row.email.toUpperCase(), ' käthe ', 'KA\u0308THE']) {
      const answer = await logIn(login, PASSWORD)
      expect(answer.body.user?.id).toBe(member.id)
      expect(answer.headers.get('set-cookie')).toMatch(/^auth=[\w-]{43}\.\d+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    }
  })

  test('answers a wrong password, an unknown account, a wrong password of a banned one and one of another pool the same, byte for byte [ERR-3]', async () => {
    const member = await origin.aMember()
    const banned = await origin.aMember({ status: 'banned' })
    const elsewhere = await origin.aMember({ tenant: 'isle' })
    const answers = [
      await wrong(member.row.email),
      await wrong('unknown@mail.example'),
      await wrong(banned.row.email),
      await logIn(elsewhere.row.email, PASSWORD)
    ]
    const first = answers[0]!
    expect(first.body.error).toEqual({ code: 'login_failed', message_key: 'error.login_failed', params: {} })
    for (const answer of answers) expect([answer.status, answer.text, [...answer.headers]]).toEqual([422, first.text, [...first.headers]])
  })

  test('five wrong passwords block the account for 15 minutes that count down, also for the right one and for unknown accounts [ERR-4]', async () => {
    const member = await origin.aMember()
    for (const login of [member.row.email, 'also.unknown@mail.example']) {
      for (let time = 0; time < 5; time++) expect((await wrong(login)).body.error?.code).toBe('login_failed')
      const minutes = async () => {
        const { error } = (await logIn(login, PASSWORD)).body
        return error?.code === 'login_blocked' ? error.params.minutes : error?.code
      }
      expect(await minutes()).toBe(15)
      origin.advance(61)
      expect(await minutes()).toBe(14)
      origin.advance(13 * 60)
      expect(await minutes()).toBe(1)
      origin.advance(60)
    }
    expect((await logIn(member.row.email, PASSWORD)).status).toBe(200)
  })

  test('wrong passwords count within 15 minutes and are forgotten by a right one', async () => {
    const member = await origin.aMember()
    const login = member.row.email
    for (let time = 0; time < 4; time++) await wrong(login)
    origin.advance(15 * 60)
    for (let time = 0; time < 4; time++) await wrong(login)
    expect((await logIn(login, PASSWORD)).status).toBe(200)
    for (let time = 0; time < 4; time++) await wrong(login)
    expect((await logIn(login, PASSWORD)).status).toBe(200)
  })

  test('a block lasts its 15 minutes, however early the wrong passwords began to count and whatever is swept', async () => {
    const member = await origin.aMember()
    for (let time = 0; time < 4; time++) await wrong(member.row.email)
    origin.advance(14 * 60)
    await wrong(member.row.email)
    origin.advance(2 * 60)
    await runSweeps(origin.deps)
    expect((await logIn(member.row.email, PASSWORD)).body.error).toMatchObject({ code: 'login_blocked', params: { minutes: 13 } })
  })

  test('of 30 wrong passwords at the same moment five are answered as wrong; the others are blocked', async () => {
    const member = await origin.aMember()
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(member.row.email)))
    const count = (code: string) => answers.filter(({ body }) => body.error?.code === code).length
    expect(count('login_failed')).toBe(5)
    expect(count('login_blocked')).toBe(25)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_blocked')
  })

  test('one connection that tries many accounts is blocked, whatever the account; others are not', async () => {
    const member = await origin.aMember()
    const facts = { ip: '2001:db8:7::1' }
    for (let time = 0; time < 50; time++)
      await logIn(`guess${time}@mail.example`, 'a wrong password', { facts: { ip: `2001:db8:7::${time}` } })
    expect((await logIn(member.row.email, PASSWORD, { facts })).body.error?.code).toBe('login_blocked')
    expect((await logIn(member.row.email, PASSWORD, { facts: { ip: '2001:db8:8::1' } })).status).toBe(200)
  })

  test('a block says whether it is the account’s or the connection’s, whose answer is the same for every account', async () => {
    const [member, guessed] = [await origin.aMember(), await origin.aMember()]
    for (let time = 0; time < 5; time++) await wrong(guessed.row.email)
    const ofAccount = (await wrong(guessed.row.email)).body.error
    expect(ofAccount).toMatchObject({ code: 'login_blocked', params: { minutes: 15, by: 'account' } })
    const facts = { ip: '198.51.100.77' }
    for (let time = 0; time < 50; time++) await logIn(`tried${time}@mail.example`, 'a wrong password', { facts })
    const logins = [member.row.email, guessed.row.email, 'never.seen@mail.example']
    const answers = await Promise.all(logins.map((login) => logIn(login, PASSWORD, { facts })))
    expect(answers[0]!.body.error).toMatchObject({ code: 'login_blocked', params: { minutes: 15, by: 'connection' } })
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([422, answers[0]!.text])
  })

  test('a block applies to what was typed: it doesn’t reveal whose name belongs to an address', async () => {
    const member = await origin.aMember({ name: 'Shown To All' })
    for (let time = 0; time < 5; time++) await wrong(member.row.email)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_blocked')
    expect((await logIn('Shown To All', PASSWORD)).status).toBe(200)
  })

  test('the block of a connection applies to attempts that were running when it started', async () => {
    const facts = { ip: '198.51.100.23' }
    const attempt = (name: string) => logIn(name, 'a wrong password', { facts })
    for (let time = 0; time < 49; time++) await attempt(`early${time}@mail.example`)
    const { db } = origin.deps
    const late = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('login_failures').select('key').where('failures', '=', 49).forUpdate().executeTakeFirstOrThrow()
      const attempts = Promise.all([1, 2, 3].map((index) => attempt(`late${index}@mail.example`)))
      // All three have been checked and wait to be counted.
      await vi.waitFor(async () => expect(await waitingForLocks(origin)).toBe(3), { timeout: 1500, interval: 20 })
      return { attempts }
    })
    expect((await late.attempts).map(({ body }) => body.error?.code)).toEqual(['login_failed', 'login_failed', 'login_failed'])
    expect((await attempt('after@mail.example')).body.error?.code).toBe('login_blocked')
  })

  test('an attempt while the block lasts costs no hashing', async () => {
    const member = await origin.aMember()
    for (let time = 0; time < 5; time++) await wrong(member.row.email)
    // More at once than the hashing queue accepts.
    const answers = await Promise.all(Array.from({ length: 60 }, () => wrong(member.row.email)))
    expect(new Set(answers.map(({ body }) => body.error?.code))).toEqual(new Set(['login_blocked']))
  })

  test('a deleted account is revealed only to its owner within 14 days; afterwards there is none [ERR-17]', async () => {
    const member = await origin.aMember({ status: 'deleted', deleted_at: origin.now() })
    expect((await wrong(member.row.email)).body.error?.code).toBe('login_failed')
    origin.advance(14 * 24 * 3600 - 60)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('account_deleted')
    origin.advance(120)
    expect((await logIn(member.row.email, PASSWORD)).body.error?.code).toBe('login_failed')
  })

  test('members of one pool log in on each of its sites; the unconfirmed too', async () => {
    const member = await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' })
    const answer = await logIn(member.row.email, PASSWORD, { tenant: 'nordic' })
    expect(answer.body.user).toMatchObject({ id: member.id, status: 'not_confirmed', profile: { status: 'disabled' } })
  })
})
