import { describe, expect, test, vi } from 'vitest'
import { newToken } from '../../origin/accounts/links/tokens.ts'
import { TOKEN_PURPOSES } from '../../shared/api/links.ts'
import { eventsOf } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { browserOf, cookieValue, PASSWORD, type TestMember, tokenOf } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { tomorrowOn } from '../fixtures/tomorrow.ts'
import { waitingForLocks } from '../fixtures/waiting-for-locks.ts'

const origin = sharedOrigin()

const rowOf = (email: string) => origin.deps.db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst()

describe('activation', () => {
  /** The browser of the last sign-up. */
  let browser: { cookie: string }
  async function anUnconfirmed(): Promise<{ member: TestMember; token: string }> {
    const form = aSignUp()
    browser = browserOf(await origin.call('signUp', { body: form }))
    const row = (await rowOf(form.email))!
    const member = await origin.signIn({ row, id: row.public_id, tenant: 'velvet', cookie: '' })
    return { member, token: tokenOf((await origin.mails(form.email))[0]) }
  }
  const activate = (token: string, tenant = 'velvet') => origin.call('activate', { tenant, headers: browser, body: { token } })

  test('opening a link doesn’t use it; confirming does, once; used, expired, unknown and foreign ones get the same answer', async () => {
    const { member, token } = await anUnconfirmed()
    const look = (tenant = 'velvet') => origin.call('getToken', { tenant, headers: browser, query: { token } })
    expect((await look()).body).toEqual({ purpose: 'activate', state: 'open', asks_password: false })
    expect((await look('nordic')).body.error?.code).toBe('not_found')
    expect((await rowOf(member.row.email))?.status).toBe('not_confirmed')

    const elsewhere = await activate(token, 'nordic')
    expect((await activate(token)).status).toBe(200)
    origin.advance(5 * 60)
    const used = await activate(token)
    const expired = await anUnconfirmed()
    origin.advance(7 * 24 * 3600)
    const late = await activate(expired.token)
    const unknown = await activate('x'.repeat(43))
    for (const answer of [elsewhere, used, late, unknown]) expect([answer.status, answer.text]).toEqual([422, unknown.text])
    expect(unknown.body.error?.code).toBe('link_expired')
    expect((await look()).body.state).toBe('expired')
    expect((await origin.call('getToken', { query: { token: 'x'.repeat(43) } })).status).toBe(404)
    expect((await rowOf(expired.member.row.email))?.status).toBe('not_confirmed')
  })

  test('two clicks at the same moment confirm once and get the same answer, and so does a repeated click after a lost answer', async () => {
    const { member, token } = await anUnconfirmed()
    const answers = await Promise.all([activate(token), activate(token), activate(token)])
    origin.advance(299)
    answers.push(await activate(token))
    for (const answer of answers) {
      expect(answer.body).toEqual({ status: 'confirmed' })
      const cookie = cookieValue(answer.headers.get('set-cookie'))
      expect((await origin.call('getUser', { headers: { cookie: `auth=${cookie}` } })).body.user?.id).toBe(member.id)
    }
    expect((await eventsOf(origin, member)).map(({ type }) => type)).toEqual(['address_changed'])
    origin.advance(1)
    expect((await activate(token)).body.error?.code).toBe('link_expired')
  })

  test('a ban set while the link is used applies', async () => {
    const { member, token } = await anUnconfirmed()
    const { db } = origin.deps
    const late = await db.transaction().execute(async (trx) => {
      await trx.updateTable('members').set({ status: 'banned' }).where('id', '=', member.row.id).execute()
      const answer = activate(token)
      await vi.waitFor(async () => expect(await waitingForLocks(origin)).toBe(1), { timeout: 1500, interval: 20 })
      return { answer }
    })
    expect((await late.answer).body.error?.code).toBe('link_expired')
    expect((await rowOf(member.row.email))?.status).toBe('banned')
  })

  test('the link of someone who was banned meanwhile is expired', async () => {
    const { member, token } = await anUnconfirmed()
    await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', member.row.id).execute()
    expect((await activate(token)).body.error?.code).toBe('link_expired')
  })

  test('the mail can be sent again five times a day; every link works until one was used', async () => {
    const { member, token } = await anUnconfirmed()
    origin.advance(1)
    const resend = () => origin.call('resendActivation', { as: member })
    for (let time = 0; time < 5; time++) expect((await resend()).body).toEqual({ status: 'sent' })
    expect((await resend()).body.error?.code).toBe('limit_reached')
    const mails = await origin.mails(member.row.email)
    expect(mails).toHaveLength(6)
    origin.setNow(tomorrowOn(origin))
    expect((await resend()).body).toEqual({ status: 'sent' })
    const confirmed = await origin.call('activate', { as: member, body: { token } })
    expect(confirmed.status).toBe(200)
    expect((await activate(tokenOf(mails[3]))).body.error?.code).toBe('link_expired')
    expect((await origin.call('resendActivation', { as: member })).body).toEqual({ status: 'confirmed' })
  })

  test.each(TOKEN_PURPOSES.filter((purpose) => purpose !== 'unsubscribe'))(
    'the button of a mail program, which unsubscribes, doesn’t use a link for “%s”',
    async (purpose) => {
      const member = await origin.aMember(purpose === 'activate' ? { status: 'not_confirmed' } : {})
      if (purpose === 'reactivate') await origin.call('deleteAccount', { as: member, body: { password: PASSWORD } })
      const where = { db: origin.deps.db, tenant: origin.tenant('velvet'), now: origin.now() }
      const token = await newToken(where, { member: member.row.id, purpose, email: purpose === 'change_mail' ? 'new@mail.example' : null })
      const before = await origin.everything()
      expect((await origin.call('useToken', { body: { token, one_click: true } })).body.error?.code).toBe('link_expired')
      expect(await origin.everything()).toBe(before)
    }
  )

  test('resending at once from several tabs stays within the limit', async () => {
    const { member } = await anUnconfirmed()
    origin.advance(1)
    const answers = await Promise.all(Array.from({ length: 12 }, () => origin.call('resendActivation', { as: member })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})
