import { createHmac, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { keepBannedAddress, readmitAddress } from '../../origin/moderation/banned-addresses.ts'
import { selectQueue } from '../../origin/moderation/queue.ts'
import * as verbs from '../../origin/moderation/verbs.ts'
import { KEPT_DAYS } from '../../shared/rules/retention.ts'
import { sendPhoto, write } from '../fixtures/acts.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { PASSWORD, tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { aPicture } from '../fixtures/pictures.ts'
import { sentence } from '../fixtures/sentence.ts'

const origin = sharedOrigin()
beforeAll(async () => {
  await origin.publish({ id: 'velvet', photo_moderation: 'after' })
})

const DAY = 24 * 3600
const NEW = 'another harbour lamp'

/** The address of a member who was banned, deleted their account, and is erased. */
async function anErasedAddress(measure: 'ban' | 'warn' = 'ban', banned?: TestMember): Promise<string> {
  const member = banned ?? (await origin.aMember({ language: 'en' }))
  const order = { about: member.id, measure, rule: 'money', reasons: 'You asked for money.', until: null, author: 'mia' } as const
  await inUnitOfWork(origin.deps, (unit) => verbs.takeMeasure(unit, order))
  const { email } = member.row
  const answer = await origin.call('login', { body: { credentials: { login: email, password: PASSWORD } } })
  const cookie = /^(?:limited|auth)=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')![0]
  expect((await origin.call('deleteAccount', { headers: { cookie }, body: { password: PASSWORD } })).status).toBe(200)
  origin.advance((KEPT_DAYS.reactivation + 1) * DAY)
  await runSweeps(origin.deps)
  return email
}

async function signUpWith(email: string, tenant = 'velvet') {
  const before = (await origin.mails(email)).map(({ text }) => text)
  const { status, body } = await origin.call('signUp', {
    tenant,
    body: aSignUp({ email, country: tenant === 'isle' ? 'GB' : 'NL' }),
    facts: { language: 'en' }
  })
  const mail = (await origin.mails(email)).find(({ text }) => !before.includes(text))
  return { answer: JSON.stringify([status, body]), mail }
}

test('a banned address opens no other account once its own is erased, and no one but its owner learns of it', async () => {
  const email = await anErasedAddress()
  const again = await signUpWith(email.toUpperCase().replace('@MAIL.EXAMPLE', '@mail.example'))
  const stranger = await signUpWith('never.seen@mail.example')
  expect(again.answer).toBe(stranger.answer)
  expect(stranger.mail!.subject).toBe(sentence('mail.activation.subject', { site: 'Velvet' }))
  expect(again.mail!.subject).toBe(sentence('mail.account_refused.subject'))
  expect(again.mail!.links).toEqual([expect.stringMatching(/\/pages\/ban$/)])
})

test('a tag makes no other address: neither of an erased account nor of one that is still there, until it is open again', async () => {
  const tagged = (email: string, tag: string) => email.replace('@', `+${tag}@`)
  const refused = async (email: string) => (await signUpWith(email)).mail!.links[0]!.endsWith('/pages/ban')
  const plain = await anErasedAddress()
  expect(await refused(tagged(plain, 'again'))).toBe(true)
  const tag = await anErasedAddress('ban', await origin.aMember({ email: 'scam+one@mail.example' }))
  expect([await refused(tag), await refused('scam@mail.example'), await refused('scam+two@mail.example')]).toEqual([true, true, true])
  expect(await refused('other+one@mail.example')).toBe(false)

  const banned = await origin.aMember({ email: 'still.here+x@mail.example' })
  const order = { about: banned.id, measure: 'ban', rule: 'money', reasons: 'No.', until: null, author: 'mia' } as const
  await inUnitOfWork(origin.deps, (unit) => verbs.takeMeasure(unit, order))
  expect([await refused('still.here@mail.example'), await refused('still.here+y@mail.example')]).toEqual([true, true])
  // In another pool it is anyone's.
  expect((await signUpWith('still.here+y@mail.example', 'isle')).mail!.links[0]).not.toMatch(/\/pages\/ban$/)
  await inUnitOfWork(origin.deps, (unit) => verbs.unban(unit, { member: banned.id, author: 'mia', reason: 'A mistake.' }))
  expect(await refused('still.here+z@mail.example')).toBe(false)
})

describe('Gmail delivers to one mailbox whatever dots are in its name, under two domains', () => {
  const anyName = () => randomBytes(6).toString('hex')
  const refused = async (email: string) => (await signUpWith(email)).mail!.links[0]!.endsWith('/pages/ban')
  const forms = (name: string) => [
    `${name}@gmail.com`,
    `${name.slice(0, 3)}.${name.slice(3)}@gmail.com`,
    `${[...name].join('.')}@gmail.com`,
    `${name}@googlemail.com`,
    `${name.slice(0, 5)}.${name.slice(5)}+again.and.again@googlemail.com`
  ]
  /** Addresses of other people. */
  const others = (name: string) => [`${name}x@gmail.com`, `${name.slice(1)}@gmail.com`, `${name}@gmail.example`, `${name}@notgmail.com`]

  test.each([0, 1, 4])('an account that was banned with form %i, erased or still there, has all of them', async (form) => {
    const [erased, there] = [anyName(), anyName()]
    await anErasedAddress('ban', await origin.aMember({ email: forms(erased)[form]!, language: 'en' }))
    const { id: about } = await origin.aMember({ email: forms(there)[form]! })
    const order = { about, measure: 'ban', rule: 'money', reasons: 'No.', until: null, author: 'mia' } as const
    await inUnitOfWork(origin.deps, (unit) => verbs.takeMeasure(unit, order))
    for (const name of [erased, there]) {
      for (const [index, email] of forms(name).entries())
        if (name !== there || index !== form) expect([email, await refused(email)]).toEqual([email, true])
      for (const email of others(name)) expect([email, await refused(email)]).toEqual([email, false])
    }
    for (const email of forms(erased).slice(0, 1)) expect(await readmitAddress(origin.deps, origin.deps.db, email)).toBe(true)
    expect(await refused(forms(erased)[3]!)).toBe(false)
  })

  test('hashes kept by an older version still count, in the form they were written', async () => {
    const name = anyName()
    const kept = (address: string) => createHmac('sha256', origin.deps.secrets.app).update(`banned address\n${address}`).digest('base64url')
    const kept_until = new Date(origin.now().getTime() + DAY * 1000)
    const dotted = `${name.slice(0, 3)}.${name.slice(3)}@gmail.com`
    await origin.deps.db
      .insertInto('banned_addresses')
      .values({ pool: 'north', mac: kept(dotted), kept_until })
      .execute()
    expect(await refused(dotted.replace('@', '+x@'))).toBe(true)
    expect(await readmitAddress(origin.deps, origin.deps.db, dotted)).toBe(true)
    expect(await refused(dotted.replace('@', '+y@'))).toBe(false)
  })

  test('elsewhere dots tell addresses apart, and a plus that begins a name is part of it', async () => {
    await anErasedAddress('ban', await origin.aMember({ email: 'a.scam@mail.example', language: 'en' }))
    await anErasedAddress('ban', await origin.aMember({ email: '+scam@mail.example', language: 'en' }))
    const { id: about } = await origin.aMember({ email: '+scam2@mail.example' })
    const order = { about, measure: 'ban', rule: 'money', reasons: 'No.', until: null, author: 'mia' } as const
    await inUnitOfWork(origin.deps, (unit) => verbs.takeMeasure(unit, order))
    expect([await refused('ascam@mail.example'), await refused('+other@mail.example')]).toEqual([false, false])
    expect([await refused('+scam@mail.example'), await refused('+scam2+x@mail.example')]).toEqual([true, true])
  })
})

describe.each(['confirmed', 'not_confirmed'] as const)('a banned address becomes no one’s new one: a member who is %s', (status) => {
  const aCaller = () => origin.aMember({ status, language: 'en', profile_status: status === 'confirmed' ? 'active' : 'disabled' })
  const ask = (as: TestMember, email: string) => origin.call('requestMailChange', { as, body: { email, password: PASSWORD } })

  test('asks, and only its owner learns of it', async () => {
    const email = await anErasedAddress()
    const [answer, other] = [await ask(await aCaller(), email), await ask(await aCaller(), `never.${email}`)]
    expect(answer.text).toBe(other.text)
    const subjects = (await origin.mails(email)).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe(sentence('mail.account_refused.subject'))
    expect(subjects).not.toContain(sentence('mail.mail_change.subject'))
  })

  test('had asked before the ban: the link has ended', async () => {
    const [scam, as] = [await origin.aMember({ language: 'en' }), await aCaller()]
    await ask(as, `second.${scam.row.email}`)
    const token = tokenOf((await origin.mails(`second.${scam.row.email}`)).at(-1))
    const ban = { pool: 'north', email: `second.${scam.row.email}`, claimed_key: null }
    await keepBannedAddress(origin.deps, origin.deps.db, ban, origin.now())
    expect((await origin.call('useToken', { as, body: { token } })).body.error?.code).toBe('link_expired')
  })
})

test('only a keyed hash is kept, in the pool of the ban, for a year', async () => {
  const email = await anErasedAddress()
  const kept = JSON.stringify(await origin.deps.db.selectFrom('banned_addresses').selectAll().execute())
  expect(kept).not.toContain(email.split('@')[0])
  expect((await signUpWith(email, 'isle')).mail!.links[0]).not.toMatch(/\/pages\/ban$/)
  origin.advance(KEPT_DAYS.ban * DAY)
  expect((await signUpWith(email)).mail!.links[0]).not.toMatch(/\/pages\/ban$/)
  await runSweeps(origin.deps)
  expect(await origin.deps.db.selectFrom('banned_addresses').selectAll().execute()).toEqual([])
})

test('a link for another purpose confirms nothing either, and a moderator can readmit the address', async () => {
  const email = await anErasedAddress()
  await signUpWith(email)
  await origin.call('requestPasswordReset', { body: { email } })
  const mail = (await origin.mails(email)).find(({ subject }) => subject === sentence('mail.reset_password.subject'))
  const reset = await origin.call('resetPassword', { body: { token: tokenOf(mail), password: NEW, password_repeat: NEW } })
  expect(reset.body.error?.code).toBe('link_expired')
  expect(await readmitAddress(origin.deps, origin.deps.db, email)).toBe(true)
  expect(await readmitAddress(origin.deps, origin.deps.db, email)).toBe(false)
  expect((await signUpWith(email)).mail!.links[0]).not.toMatch(/\/pages\/ban$/)
})

test('a picture of a banned member waits for a moderator when someone else shows it, scaled and encoded again, until the ban ends', async () => {
  const picture = Buffer.from(await aPicture())
  const add = async (bytes: Uint8Array, of?: TestMember) => {
    const as = of ?? (await origin.aMember())
    const { body } = await origin.call('addPhoto', { as, body: bytes })
    return { as, status: body.photos.at(-1)!.status, id: body.photos.at(-1)!.id }
  }
  const again = () => sharp(picture).resize(420).jpeg({ quality: 70 }).toBuffer()
  const scam = await add(picture)
  expect(scam.status).toBe('active')
  const order = {
    about: scam.as.id,
    measure: 'ban',
    rule: 'fake_profile',
    reasons: 'Not your picture.',
    until: null,
    author: 'mia'
  } as const
  await inUnitOfWork(origin.deps, (unit) => verbs.takeMeasure(unit, order))
  const back = await add(await again())
  expect(back.status).toBe('pending')
  expect((await selectQueue(origin.deps.db)).find(({ reference }) => reference === back.id)!.about).toContain('banned')
  expect((await add(await aPicture())).status).toBe('active')

  const { dhash } = await origin.deps.db.selectFrom('photos').select('dhash').where('public_id', '=', scam.id).executeTakeFirstOrThrow()
  const kept = JSON.stringify(await origin.deps.db.selectFrom('banned_pictures').selectAll().execute())
  expect(dhash).toHaveLength(64)
  for (const raw of [dhash!, BigInt(`0b${dhash}`).toString(16)]) expect(kept).not.toContain(raw)

  await inUnitOfWork(origin.deps, (unit) => verbs.unban(unit, { member: scam.as.id, author: 'mia', reason: 'A mistake.' }))
  expect((await add(await again())).status).toBe('active')
})

test('the marks of pictures outlive the erased account of a banned member, for a year', async () => {
  const picture = await aPicture()
  const member = await origin.aMember()
  await origin.call('addPhoto', { as: member, body: picture })
  await anErasedAddress('ban', member)
  const seen = async () => (await origin.call('addPhoto', { as: await origin.aMember(), body: picture })).body.photos[0]!.status
  for (const days of [0, KEPT_DAYS.ban - 1]) {
    origin.advance(days * DAY)
    expect(await seen()).toBe('pending')
  }
  origin.advance(DAY)
  expect(await seen()).toBe('active')
  await runSweeps(origin.deps)
  expect(await origin.deps.db.selectFrom('banned_pictures').selectAll().execute()).toEqual([])
})

/** A member who has sent a picture in a conversation that the other one has deleted, so that it goes with its sender. */
async function aSender(picture: Uint8Array): Promise<TestMember> {
  const [scam, other] = [await origin.aMember({ language: 'en' }), await origin.aMember()]
  await write(origin, scam, other, 'Hi')
  const { conversation_id: conversation } = await write(origin, other, scam, 'Hello')
  await sendPhoto(origin, scam, other, { picture })
  await origin.call('deleteChat', { as: other, body: { conversation } })
  return scam
}

test('so do the marks of the pictures that they only sent in conversations, and end with the ban', async () => {
  const statusOf = async (picture: Uint8Array) =>
    (await origin.call('addPhoto', { as: await origin.aMember(), body: picture })).body.photos[0]!.status
  const [erased, there, warned] = [await aPicture(), await aPicture(), await aPicture()]
  await anErasedAddress('ban', await aSender(erased))
  await anErasedAddress('warn', await aSender(warned))
  const { id: about } = await aSender(there)
  const order = { about, measure: 'ban', rule: 'money', reasons: 'No.', until: null, author: 'mia' } as const
  await inUnitOfWork(origin.deps, (unit) => verbs.takeMeasure(unit, order))
  expect([await statusOf(erased), await statusOf(there), await statusOf(warned)]).toEqual(['pending', 'pending', 'active'])
  await inUnitOfWork(origin.deps, (unit) => verbs.unban(unit, { member: about, author: 'mia', reason: 'A mistake.' }))
  expect(await statusOf(there)).toBe('active')
  origin.advance(KEPT_DAYS.ban * DAY)
  expect(await statusOf(erased)).toBe('active')
})

test('an account that was only warned leaves no mark', async () => {
  const email = await anErasedAddress('warn')
  expect((await signUpWith(email)).mail!.links[0]).not.toMatch(/\/pages\/ban$/)
})
