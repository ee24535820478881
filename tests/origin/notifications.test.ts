import { describe, expect, test } from 'vitest'
import { eventsOf } from '../fixtures/acts.ts'
import { signMailEvent } from '../fixtures/inputs.ts'
import { tokenOf, type TestMember } from '../fixtures/origin.ts'
import { sentence } from '../fixtures/sentence.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const read = async (as: TestMember) => (await origin.call('getNotifications', { as })).body
const change = (as: TestMember, body: object) => origin.call('updateNotifications', { as, body })
const disabled = async (as: TestMember) => (await origin.call('getUser', { as })).body.user.notifications_disabled

async function tell(event: object, { signature }: { signature?: string | null } = {}) {
  const body = JSON.stringify(event)
  const header = signature === undefined ? await signMailEvent(body) : signature
  return await origin.call('takeMailEvent', { body, headers: { 'x-client-request': null, 'x-mail-signature': header } as never })
}

test('mails are chosen kind by kind and the choice persists [SCR-5]', async () => {
  const anna = await origin.aMember()
  expect((await read(anna)).preferences).toMatchObject({
    messages: 'at_once',
    likes: 'daily',
    visits: 'never',
    tips: 'never',
    offers: 'never'
  })
  expect((await change(anna, { preferences: { likes: 'weekly' } })).status).toBe(200)
  await change(anna, { preferences: { likes: 'never', offers: 'daily' } })
  expect((await read(anna)).preferences).toMatchObject({
    messages: 'at_once',
    likes: 'never',
    visits: 'never',
    tips: 'never',
    offers: 'daily'
  })
  expect((await eventsOf(origin, anna)).at(-1)?.type).toBe('notifications_changed')
})

test('pushes are chosen kind by kind, separately from mails; an unknown kind is refused', async () => {
  const anna = await origin.aMember()
  await change(anna, { push: { like: false }, preferences: { likes: 'weekly' } })
  await change(anna, { preferences: { tips: 'weekly' } })
  expect(await read(anna)).toMatchObject({ push: { message: true, like: false, match: true }, preferences: { likes: 'weekly' } })
  for (const push of [{ visits: true }, { like: 'no' }]) expect([push, (await change(anna, { push })).status]).toEqual([push, 422])
  await change(anna, { push: { like: true } })
  expect((await read(anna)).push).toMatchObject({ message: true, like: true, match: true })
})

describe('a mail event', () => {
  test('stops mails to everyone with the address, in any pool, once, and notifies their pages [ENT-6]', async () => {
    const email = 'Twice@mail.example'
    const [here, there, unconfirmed, other] = [
      await origin.aMember({ email }),
      await origin.aMember({ email: 'twice@MAIL.example', tenant: 'isle' }),
      await origin.aMember({ email, status: 'not_confirmed' }),
      await origin.aMember()
    ]
    for (const _ of [1, 2]) expect((await tell({ event: 'bounce', email: 'twice@mail.example' })).status).toBe(200)
    expect((await tell({ event: 'spam_complaint', email })).status).toBe(200)
    for (const member of [here, there, unconfirmed]) expect(await disabled(member)).toEqual(['bounce', 'spam_complaint'])
    expect(await disabled(other)).toEqual([])
    expect(await eventsOf(origin, here)).toHaveLength(2)
  })

  test('of two equal ones at once one counts', async () => {
    const anna = await origin.aMember()
    await Promise.all(Array.from({ length: 8 }, () => tell({ event: 'bounce', email: anna.row.email })))
    expect(await disabled(anna)).toEqual(['bounce'])
  })

  test('about an unknown address gets the same answer', async () => {
    const anna = await origin.aMember()
    const [known, unknown] = [
      await tell({ event: 'bounce', email: anna.row.email }),
      await tell({ event: 'bounce', email: 'unknown@mail.example' })
    ]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  })

  test('without a fresh signature of the service over this body is refused and changes nothing', async () => {
    const anna = await origin.aMember()
    const event = { event: 'bounce', email: anna.row.email }
    const body = JSON.stringify(event)
    const wrong = [
      null,
      '',
      await signMailEvent(JSON.stringify({ ...event, email: 'else@mail.example' })),
      await signMailEvent(body, { secret: 'another secret' }),
      await signMailEvent(body, { at: Date.now() - 61_000 })
    ]
    for (const signature of wrong) {
      const answer = await tell(event, { signature })
      expect([answer.status, (answer.body as unknown as { error: { code: string } }).error.code]).toEqual([401, 'bad_signature'])
    }
    expect(await disabled(anna)).toEqual([])
    expect((await tell(event)).status).toBe(200)
  })

  test('is refused by an origin that shares no secret with a mail service', async () => {
    const { secrets } = origin.deps
    const kept = secrets.mailEvents
    secrets.mailEvents = ''
    const event = { event: 'bounce', email: 'any@mail.example' }
    expect((await tell(event, { signature: await signMailEvent(JSON.stringify(event), { secret: 'x' }) })).status).toBe(401)
    secrets.mailEvents = kept
  })
})

describe('resuming mails', () => {
  test.each(['spam_complaint', 'unsubscribe'] as const)('after %s is up to the member', async (reason) => {
    const anna = await origin.aMember({ notifications_disabled: [reason, 'bounce'] })
    expect((await change(anna, { resume: reason })).body.disabled).toEqual(['bounce'])
    expect(await disabled(anna)).toEqual(['bounce'])
  })

  test('after a bounce requires a link that proves the address', async () => {
    const anna = await origin.aMember({ language: 'en', notifications_disabled: ['bounce', 'unsubscribe'] })
    expect((await change(anna, { resume: 'bounce' })).body.disabled).toEqual(['bounce', 'unsubscribe'])
    const mail = (await origin.mails(anna.row.email)).at(-1)!
    const token = tokenOf(mail)
    expect(mail.text).toContain(sentence('mail.mails_again.text', { site: origin.tenant('velvet').settings.name }))
    const again = { purpose: 'activate', mails_again: true }
    expect((await origin.call('getToken', { query: { token } })).body).toEqual({ ...again, state: 'open', asks_password: false })
    expect((await origin.call('useToken', { body: { token } })).body).toEqual(again)
    expect(await disabled(anna)).toEqual(['unsubscribe'])
  })

  test('mails at most five such links a day', async () => {
    const anna = await origin.aMember({ notifications_disabled: ['bounce'] })
    for (let sent = 0; sent < 5; sent++) {
      origin.advance(1)
      expect((await change(anna, { resume: 'bounce' })).status).toBe(200)
    }
    expect((await change(anna, { resume: 'bounce' })).body).toMatchObject({ error: { code: 'limit_reached' } })
    expect(await origin.mails(anna.row.email)).toHaveLength(5)
  })

  test('for a reason that doesn’t apply does nothing', async () => {
    const anna = await origin.aMember()
    expect((await change(anna, { resume: 'bounce' })).body.disabled).toEqual([])
    expect(await origin.mails(anna.row.email)).toEqual([])
  })
})

test('in local mode the mailbox has buttons that report what a mail service would', async () => {
  const anna = await origin.aMember()
  await origin.call('updateNotifications', { as: anna, body: {} })
  await origin.deps.db
    .updateTable('members')
    .set({ notifications_disabled: ['bounce'] })
    .where('id', '=', anna.row.id)
    .execute()
  await change(anna, { resume: 'bounce' })
  const page = await origin.send('/__dev/mail', { tenant: 'velvet' })
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(await page.text()).toContain(`name="email" value="${anna.row.email}"`)
  const press = (fields: Record<string, string>) =>
    origin.send('/__dev/mail', {
      tenant: 'velvet',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString()
    })
  const pressed = await press({ email: anna.row.email, event: 'spam_complaint' })
  expect([pressed.status, (await pressed.text()).includes('It was marked as spam')]).toEqual([200, true])
  expect(await disabled(anna)).toEqual(['bounce', 'spam_complaint'])
  expect((await press({ email: anna.row.email, event: 'toString' })).status).toBe(422)
})
