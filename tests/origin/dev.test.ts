import { afterEach, expect, test } from 'vitest'
import { CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { createTestOrigin, PASSWORD, type TestOrigin } from '../fixtures/origin.ts'
import { sentence } from '../fixtures/sentence.ts'

let origin: TestOrigin
afterEach(() => origin.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const mailbox = (accept: string) => origin.send('/__dev/mail', { tenant: 'isle', headers: { accept } })
const clock = (body: unknown) =>
  origin.send('/__dev/clock', { tenant: 'isle', method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })

test('caught mails are listed at once, newest first, as JSON and as a page without inline script or style', async () => {
  origin = await createTestOrigin()
  const forms = [aSignUp({ country: 'GB' }), aSignUp({ country: 'GB', name: 'Ann A' })]
  for (const body of forms) await origin.call('signUp', { tenant: 'isle', body })
  const mails = (await (await mailbox('application/json')).json()) as { to: string; links: string[] }[]
  expect(mails.map(({ to }) => to)).toEqual([forms[1]!.email, forms[0]!.email])
  expect(mails[0]).toEqual({
    to: forms[1]!.email,
    subject: sentence('mail.activation.subject'),
    text: expect.stringContaining('Hi Ann A,'),
    html: expect.stringContaining('Hi Ann A,'),
    links: [expect.stringMatching(/^https:\/\/isle\.example\/activate-[\w-]{43}$/)],
    at: origin.now().toISOString()
  })
  const page = await mailbox('text/html')
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  const html = await page.text()
  expect(html).toContain(`<a href="${mails[0]!.links[0]}">`)
  expect(html).not.toMatch(/<script|style=|<style/)
})

test('the clock can be moved and set; jobs due by then run before the answer', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const sessions = async () => (await origin.deps.db.selectFrom('sessions').select('member_id').execute()).length
  const now = async (body: unknown) => ((await (await clock(body)).json()) as { now: string }).now
  expect(await now({ advance: 3600.5 })).toBe('2026-11-16T13:00:00.500Z')
  expect(await now({ advance: -0.5 })).toBe('2026-11-16T13:00:00.000Z')
  expect(await sessions()).toBe(1)
  expect(await now({ now: '2027-01-01T00:00:00Z' })).toBe('2027-01-01T00:00:00.000Z')
  expect(await sessions()).toBe(0)
  expect((await origin.call('getUser', { as: member })).status).toBe(403)
  for (const body of [
    {},
    { advance: '5' },
    { advance: 1e12 },
    { now: 'tomorrow' },
    { advance: 1, now: '2027-01-01T00:00:00Z' },
    { reset: true }
  ]) {
    expect([body, (await clock(body)).status]).toEqual([body, 422])
  }
  expect(origin.now().toISOString()).toBe('2027-01-01T00:00:00.000Z')
})

const AIDS = [
  ['GET', '/__dev/mail'],
  ['POST', '/__dev/mail'],
  ['GET', '/__dev/photos'],
  ['POST', '/__dev/photos'],
  ['GET', '/__dev/age'],
  ['POST', '/__dev/clock']
] as const

test('none of it is available to a request that the edge doesn’t mark as local', async () => {
  origin = await createTestOrigin()
  const before = await origin.everything()
  const status = async (method: string, path: string, local: string) =>
    (
      await origin.send(path, {
        method,
        tenant: 'isle',
        headers: JSON_TYPE,
        facts: { local },
        ...(method === 'POST' ? { body: '{"advance":9}' } : {})
      })
    ).status
  for (const [method, path] of AIDS) {
    expect([path, await status(method, path, '')]).toEqual([path, 404])
    expect([path, await status(method, path, '1')]).not.toEqual([path, 404])
  }
  origin.advance(-9)
  expect(await origin.everything()).toBe(before)
})

test('the password of demo members only works from this machine, and looks like a wrong one from elsewhere', async () => {
  origin = await createTestOrigin()
  const demo = await origin.aMember({ email: 'anna@cast.example', name: 'Anna', password: CAST_PASSWORD })
  const own = await origin.aMember({ name: 'Olga' })
  const logIn = async (login: string, password: string, local: string) => {
    const { status, body } = await origin.call('login', { tenant: 'velvet', body: { credentials: { login, password } }, facts: { local } })
    return status === 200 ? 'in' : body.error?.code
  }
  expect(await logIn(demo.row.email, CAST_PASSWORD, '1')).toBe('in')
  expect(await logIn(demo.row.email, CAST_PASSWORD, '')).toBe('login_failed')
  expect(await logIn('Anna', CAST_PASSWORD, '')).toBe('login_failed')
  expect(await logIn(own.row.email, PASSWORD, '')).toBe('in')
})

test('outside local mode none of it exists, and a tenant has no localhost name', async () => {
  origin = await createTestOrigin({ local: false })
  expect((await mailbox('application/json')).status).toBe(404)
  expect((await clock({ advance: 1 })).status).toBe(404)
  expect((await origin.call('listInterests', { facts: { host: 'isle.localhost' } })).status).toBe(404)
})
