import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { newReference } from '../../origin/db/reference.ts'
import { sealAccount } from '../../origin/directdebit/sealed-account.ts'
import { insertMandate } from '../../origin/directdebit/store.ts'
import { presentSavedMethods } from '../../origin/payments/saved-methods.ts'
import { insertCard } from '../../origin/payments/card-store.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { browserOf, cookieValue, PASSWORD, tokenOf } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const ATTACKERS = 'a password of the attacker'
const OWNERS = 'a quiet harbour at night'
const chosen = { password: OWNERS, password_repeat: OWNERS }

const logIn = async (login: string, password: string, tenant = 'velvet') => {
  const answer = await origin.call('login', { tenant, body: { credentials: { login, password } } })
  return { status: answer.status, headers: { cookie: `auth=${cookieValue(answer.headers.get('set-cookie'))}` } }
}
const isAlive = async (headers: Record<string, string>, tenant = 'velvet') =>
  (await origin.call('getUser', { tenant, headers })).status === 200
const lastLink = async (address: string) => tokenOf((await origin.mails(address)).at(-1))

/** An unconfirmed account with someone's address, created by a stranger who is logged in to it on two sites. */
async function anAttack(email: string) {
  const form = aSignUp({ email, password: ATTACKERS })
  const signedUp = await origin.call('signUp', { body: form })
  const [here, there] = [await logIn(form.name, ATTACKERS), await logIn(form.name, ATTACKERS, 'nordic')]
  return { form, here: here.headers, there: there.headers, browser: browserOf(signedUp) }
}
type Attack = Awaited<ReturnType<typeof anAttack>>

let made = 0
const anAddress = () => `owner.${++made}@mail.example`

/** Saves a card and a mandate in the account of this name, on two sites; returns how many of each it has, on each of them. */
async function waysToPay(name: string) {
  const { db } = origin.deps
  const { id } = await db.selectFrom('members').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  const now = origin.now()
  const sites = ['velvet', 'nordic'].map((tenant) => ({ member: id, tenant }))
  for (const { member: member_id, tenant } of sites) {
    const saved = { public_id: newPublicId(), member_id, tenant, created_at: now }
    await insertCard(db, { ...saved, provider: 'sandbox', customer: 'cst_1', card: 'card_1', label: 'Visa •••• 4242' })
    const account = sealAccount(origin.deps, saved.public_id, { holder: 'A Stranger', iban: 'NL91ABNA0417164300' })
    const ends = { iban_end: '4300', iban_key: 'key', phone_end: '78', code_key: null, code_until: now }
    await insertMandate(db, { ...saved, ...ends, account, reference: newReference(), signed_at: now, words: 'Yes' })
  }
  return async () =>
    Promise.all(
      sites.map(async (site) => Object.values(await presentSavedMethods(db, origin.deps, site)).filter((saved) => saved !== null).length)
    )
}

type Use = (
  token: string,
  password: typeof chosen | object,
  headers?: Record<string, string>
) => Promise<{ status: number; headers: Headers; body: object | null }>
const byToken: Use = (token, password, headers = {}) => origin.call('useToken', { headers, body: { token, ...password } })

/** Ways in which the owner of an address confirms it for the first time; each sets up the attack and returns the link mailed to the owner. */
const WAYS: Record<string, { begin: (owner: string) => Promise<{ attack: Attack; token: string }>; use: Use }> = {
  'the link of the sign-up': {
    begin: async (owner) => ({ attack: await anAttack(owner), token: await lastLink(owner) }),
    use: byToken
  },
  'the link of the sign-up by its own endpoint': {
    begin: async (owner) => ({ attack: await anAttack(owner), token: await lastLink(owner) }),
    use: (token, password, headers = {}) => origin.call('activate', { headers, body: { token, ...password } })
  },
  'the link of the sign-up, sent to a corrected address': {
    begin: async (owner) => {
      const attack = await anAttack(`attacker.${owner}`)
      await origin.call('resendSignup', { headers: attack.browser, body: { email: attack.form.email, to: owner } })
      return { attack, token: await lastLink(owner) }
    },
    use: byToken
  },
  'a link to a new address': { begin: mailChanged, use: byToken },
  'a link to a new address by its own endpoint': {
    begin: mailChanged,
    use: (token, password, headers = {}) => origin.call('changeMail', { headers, body: { token, ...password } })
  },
  'a link that brings a deleted account back': {
    begin: async (owner) => {
      const attack = await anAttack(owner)
      await origin.call('deleteAccount', { headers: attack.here, body: { password: ATTACKERS } })
      return { attack, token: await lastLink(owner) }
    },
    use: byToken
  },
  'a link to a new password': {
    begin: async (owner) => {
      const attack = await anAttack(owner)
      await origin.call('requestPasswordReset', { body: { email: owner } })
      return { attack, token: await lastLink(owner) }
    },
    use: (token, password, headers = {}) => origin.call('resetPassword', { headers, body: { token, ...chosen, ...password } })
  }
}

async function mailChanged(owner: string) {
  const attack = await anAttack(`attacker.${owner}`)
  await origin.call('requestMailChange', { headers: attack.here, body: { email: owner, password: ATTACKERS } })
  return { attack, token: await lastLink(owner) }
}

describe.each(Object.entries(WAYS))('an account that a stranger made, confirmed by %s', (way, { begin, use }) => {
  test('belongs to the owner alone: no session, password or link of the stranger still works, nor what they saved to pay with', async () => {
    const owner = anAddress()
    const { attack, token } = await begin(owner)
    const theirs = `pending.${owner}`
    await origin.call('requestMailChange', { headers: attack.here, body: { email: theirs, password: ATTACKERS } })
    const pending = (await origin.mails(theirs)).map(tokenOf)
    const saved = await waysToPay(attack.form.name)
    expect(await saved()).toEqual([2, 2])

    // With only a click, where that is enough.
    const pressed = await use(token, {})
    if (pressed.status !== 200) expect((await use(token, chosen)).status).toBe(200)

    const left = {
      sessions: [await isAlive(attack.here), await isAlive(attack.there, 'nordic')],
      byName: (await logIn(attack.form.name, ATTACKERS)).status,
      byAddress: (await logIn(owner, ATTACKERS)).status,
      links: await Promise.all(pending.map(async (link) => (await byToken(link, chosen)).status)),
      saved: await saved(),
      owner: (await logIn(owner, OWNERS)).status
    }
    const links = way === 'a link that brings a deleted account back' ? [] : [422]
    expect(left).toEqual({ sessions: [false, false], byName: 422, byAddress: 422, links, saved: [0, 0], owner: 200 })
  })

  test('asks for a password before it does anything, and accepts none that is common or typed differently the second time', async () => {
    const { token } = await begin(anAddress())
    if (way === 'a link to a new password')
      return expect((await origin.call('getToken', { query: { token } })).body.asks_password).toBe(false)
    expect((await origin.call('getToken', { query: { token } })).body).toMatchObject({ state: 'open', asks_password: true })
    const before = await origin.everything()
    const tries: [object, string, string][] = [
      [{}, 'password', 'required'],
      [{ password: 'short', password_repeat: 'short' }, 'password', 'password_length'],
      [{ password: 'P4ssw0rd2026!', password_repeat: 'P4ssw0rd2026!' }, 'password', 'password_common'],
      [{ password: OWNERS, password_repeat: `${OWNERS}!` }, 'password_repeat', 'password_repeat']
    ]
    for (const [password, field, code] of tries) {
      const refused = (await use(token, password)).body as { error: { fields: { field: string; code: string }[] } }
      expect(refused.error.fields.map((one) => [one.field, one.code])).toEqual([[field, code]])
    }
    expect(await origin.everything()).toBe(before)
  })
})

describe('an account confirmed by the person who created it', () => {
  test('in the browser that signed up is ready with one click, with its password; sessions elsewhere end [GEN-2]', async () => {
    const form = aSignUp()
    const browser = browserOf(await origin.call('signUp', { body: form }))
    const elsewhere = await logIn(form.name, form.password)
    const saved = await waysToPay(form.name)
    const token = await lastLink(form.email)
    expect((await origin.call('getToken', { headers: browser, query: { token } })).body.asks_password).toBe(false)
    const used = await byToken(token, {}, browser)
    expect([used.status, await isAlive(browserOf(used)), await isAlive(elsewhere.headers)]).toEqual([200, true, false])
    expect(await saved()).toEqual([2, 2])
    expect((await logIn(form.email, form.password)).status).toBe(200)
  })

  test('in a browser that is logged in to it keeps that session: what its other tabs ask for meanwhile is answered', async () => {
    const form = aSignUp()
    await origin.call('signUp', { body: form })
    const { headers } = await logIn(form.email, form.password)
    const used = await byToken(await lastLink(form.email), {}, headers)
    expect([used.status, used.headers.getSetCookie(), await isAlive(headers)]).toEqual([200, [], true])
  })

  test('by a new address, in a browser that is logged in to it, stays logged in there', async () => {
    const form = aSignUp()
    await origin.call('signUp', { body: form })
    const { headers } = await logIn(form.email, form.password)
    const email = `new.${form.email}`
    await origin.call('requestMailChange', { headers, body: { email, password: form.password } })
    expect((await byToken(await lastLink(email), {}, headers)).status).toBe(200)
    expect(await isAlive(headers)).toBe(true)
  })

  test('on another device gets the password that they type there, the same or a new one', async () => {
    for (const password of [OWNERS, aSignUp().password]) {
      const form = aSignUp()
      await origin.call('signUp', { body: form })
      const used = await byToken(await lastLink(form.email), { password, password_repeat: password })
      expect([used.status, await isAlive(browserOf(used)), (await logIn(form.email, password)).status]).toEqual([200, true, 200])
    }
  })

  test('clicked twice at once, or again after a lost answer, is logged in each time; with another password the link is expired', async () => {
    const form = aSignUp()
    await origin.call('signUp', { body: form })
    const token = await lastLink(form.email)
    const answers = await Promise.all([byToken(token, chosen), byToken(token, chosen)])
    answers.push(await byToken(token, chosen))
    for (const used of answers) expect([used.status, await isAlive(browserOf(used))]).toEqual([200, true])
    const other = 'someone else is reading this'
    expect((await byToken(token, { password: other, password_repeat: other })).status).toBe(422)
    expect((await logIn(form.email, OWNERS)).status).toBe(200)
  })
})

test('an account from before addresses had to be confirmed to belong to it logs in, is confirmed and comes back as before', async () => {
  const [waiting, deleted] = [
    await origin.aMember({ status: 'not_confirmed', profile_status: 'disabled' }),
    await origin.aMember({ status: 'deleted', deleted_status: 'not_confirmed', deleted_at: origin.now() })
  ]
  for (const { row } of [waiting, deleted]) {
    const before = { email_key: row.email, claimed_key: null }
    await origin.deps.db.updateTable('members').set(before).where('id', '=', row.id).execute()
  }
  const file = await readFile(new URL('../../origin/db/migrations/088_unconfirmed_addresses.sql', import.meta.url), 'utf8')
  await sql.raw(file.slice(0, file.indexOf('create index'))).execute(origin.deps.db)
  const { status, headers } = await logIn(waiting.row.email, PASSWORD)
  expect([status, (await logIn(deleted.row.email, PASSWORD)).status]).toEqual([200, 422])
  await origin.call('resendActivation', { headers })
  expect((await byToken(await lastLink(waiting.row.email), {}, headers)).status).toBe(200)
  const row = await origin.deps.db.selectFrom('members').selectAll().where('id', '=', waiting.row.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'confirmed', email_key: waiting.row.email, claimed_key: null })
})

describe('the cookie of a sign-up', () => {
  test('is set for a known address as for a new one, for a day, in this browser only', async () => {
    const member = await origin.aMember()
    for (const email of [member.row.email, anAddress()]) {
      const [cookie, ...more] = (await origin.call('signUp', { body: aSignUp({ email }) })).headers.getSetCookie()
      expect(cookie).toMatch(/^signup=\d{10}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/)
      expect(more).toEqual([])
    }
  })

  test('is worthless for another account, on another site, when modified, and after a day', async () => {
    const form = aSignUp()
    const browser = browserOf(await origin.call('signUp', { body: form }))
    const other = browserOf(await origin.call('signUp', { body: aSignUp() }))
    const query = { token: await lastLink(form.email) }
    const asks = async (headers: Record<string, string>) => (await origin.call('getToken', { headers, query })).body.asks_password
    const [expiry, mac] = browser.cookie.slice('signup='.length).split('.')
    expect(await asks(browser)).toBe(false)
    for (const cookie of [other.cookie, `signup=${Number(expiry) + 1}.${mac}`, 'signup=', 'signup=x.y'])
      expect(await asks({ cookie })).toBe(true)
    origin.advance(24 * 3600)
    expect(await asks(browser)).toBe(true)
  })
})
