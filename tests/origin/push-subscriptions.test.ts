import { afterEach, expect, test } from 'vitest'
import type { Db } from '../../origin/http/handler.ts'
import { createPushTransport } from '../../origin/providers/push.ts'
import { sendPushes } from '../../origin/push/send-pushes.ts'
import { seal, unseal } from '../../origin/seal.ts'
import { vapidKeysOf } from '../../origin/push/vapid-keys.ts'
import { slowBody, write } from '../fixtures/acts.ts'
import { waiting } from '../fixtures/locks.ts'
import { cookieValue, createTestOrigin, PASSWORD, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { aBrowser, type TestBrowser } from '../fixtures/push-service.ts'

let origin: TestOrigin
afterEach(() => origin?.close())

const push = { push: '1' }
const subscribe = (member: TestMember, { subscription }: TestBrowser) =>
  origin.call('subscribePush', { as: member, query: push, body: { subscription } })
const endpoints = async () => {
  const rows = await origin.deps.db.selectFrom('push_subscriptions').select(['endpoint', 'member_id']).orderBy('id').execute()
  return rows.map(({ endpoint, member_id }) => [endpoint, member_id])
}

test('[API-5] the call with a PushSubscription registers the browser, repeatedly without harm, and the other call deletes it', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const browser = aBrowser()
  const answer = await origin.call('subscribePush', {
    as: member,
    query: push,
    body: { subscription: { ...browser.subscription, expirationTime: null } }
  })
  expect([answer.status, answer.body]).toEqual([200, { subscribed: true }])
  await subscribe(member, browser)
  expect(await endpoints()).toEqual([[browser.subscription.endpoint, member.row.id]])
  const { endpoint } = browser.subscription
  const stranger = await origin.aMember()
  await origin.call('unsubscribePush', { as: stranger, query: push, body: { endpoint } })
  expect(await endpoints()).toHaveLength(1)
  expect((await origin.call('unsubscribePush', { as: member, query: push, body: { endpoint } })).body).toEqual({ subscribed: false })
  expect(await endpoints()).toEqual([])
})

test('a new subscription of a browser replaces the old one, once or repeatedly, with its pending pushes; for a browser that is not the member’s nothing happens', async () => {
  origin = await createTestOrigin()
  const [member, other] = [await origin.aMember(), await origin.aMember()]
  const [old, fresh, unknown] = [aBrowser(), aBrowser(), aBrowser()]
  const renew = async (as: TestMember, from: TestBrowser, to: TestBrowser) =>
    (await origin.call('renewPush', { as, query: push, body: { subscription: to.subscription, replaces: from.subscription.endpoint } }))
      .body.subscribed
  await subscribe(member, old)
  // Another member on the same device didn't subscribe to push.
  expect(await renew(other, old, fresh)).toBe(false)
  expect(await renew(member, unknown, fresh)).toBe(false)
  expect(await endpoints()).toEqual([[old.subscription.endpoint, member.row.id]])
  origin.advance(1)
  await write(origin, other, member, 'Hi')
  expect(await Promise.all([1, 2, 3].map(() => renew(member, old, fresh)))).toEqual([true, true, true])
  expect(await endpoints()).toEqual([[fresh.subscription.endpoint, member.row.id]])
  origin.advance(3600)
  expect(await sendPushes(origin.deps)).toBe(1)
  expect([old.pushed.length, fresh.pushed.length]).toEqual([0, 1])
  // A page was faster with the new one.
  await subscribe(member, unknown)
  expect(await renew(member, fresh, unknown)).toBe(true)
  expect(await endpoints()).toEqual([[unknown.subscription.endpoint, member.row.id]])
  const evil = { ...fresh.subscription, endpoint: 'https://127.0.0.1/x' }
  const wrong = { subscription: evil, replaces: unknown.subscription.endpoint }
  expect((await origin.call('renewPush', { as: member, query: push, body: wrong })).status).toBe(422)
  expect(await endpoints()).toEqual([[unknown.subscription.endpoint, member.row.id]])
})

test('log-in and push share a path: the query parameter decides, and neither accepts the other’s body', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const { subscription } = aBrowser()
  expect((await origin.call('login', { as: member, body: { subscription } })).status).toBe(422)
  expect((await origin.call('subscribePush', { as: member, query: { push: '2' }, body: { subscription } })).status).toBe(422)
  expect((await origin.call('unsubscribePush', { as: member, body: { endpoint: subscription.endpoint } })).status).toBe(405)
  expect((await origin.call('subscribePush', { query: push, body: { subscription } })).body.error?.code).toBe('authentication_required')
})

test('only addresses of browsers’ push services are stored, and only usable keys', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const { keys } = aBrowser().subscription
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:169.254.169.254]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://metadata.google.internal/x',
    'https://10.0.0.1.nip.io/x',
    'https://fcm.googleapis.com:25/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evil-push.apple.com.example/x',
    'https://xpush.apple.com/x',
    'https://notify.windows.com/x',
    'https://fcm.googleapis.com./x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://fcm.googleapis.com/x',
    '//fcm.googleapis.com/x',
    `https://fcm.googleapis.com/${'x'.repeat(1024)}`
  ]) {
    const answer = await origin.call('subscribePush', { as: member, query: push, body: { subscription: { endpoint, keys } } })
    expect([endpoint, answer.status, answer.body.error?.fields?.[0]?.field]).toEqual([endpoint, 422, 'subscription.endpoint'])
  }
  const { endpoint } = aBrowser().subscription
  const offCurve = `B${'A'.repeat(86)}`
  for (const wrong of [{ ...keys, p256dh: offCurve }, { ...keys, p256dh: 'short' }, { ...keys, auth: 'short' }, { p256dh: keys.p256dh }])
    expect(
      (await origin.call('subscribePush', { as: member, query: push, body: { subscription: { endpoint, keys: wrong } } })).status
    ).toBe(422)
  expect(await endpoints()).toEqual([])
  for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', 'wns2-par02p.notify.windows.com'])
    expect((await subscribe(member, aBrowser(host))).status).toBe(200)
})

test('a known name that resolves to an internal address is not called', async () => {
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1', '2002:7f00:1::']) {
    const family = address.includes(':') ? 6 : 4
    const transport = createPushTransport({ lookup: (_, __, callback) => callback(null, [{ address, family }]) })
    const { endpoint } = aBrowser().subscription
    await expect(transport.send({ endpoint, headers: {}, body: new Uint8Array() })).rejects.toThrow('not on the internet')
  }
  const transport = createPushTransport()
  await expect(transport.send({ endpoint: 'https://localhost/x', headers: {}, body: new Uint8Array() })).rejects.toThrow(
    'not a push service'
  )
})

test('a browser belongs to the member who last logged in with it, and is deleted when they log out', async () => {
  origin = await createTestOrigin()
  const [first, second] = [await origin.aMember(), await origin.aMember()]
  const browser = aBrowser()
  await subscribe(first, browser)
  await subscribe(second, browser)
  expect(await endpoints()).toEqual([[browser.subscription.endpoint, second.row.id]])
  await origin.call('logout', { as: first })
  expect(await endpoints()).toHaveLength(1)
  await origin.call('logout', { as: second })
  expect(await endpoints()).toEqual([])
})

test.each(['a new password', 'another log-in'])('a browser stays registered when its session is replaced by %s', async (way) => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const [here, elsewhere] = [aBrowser(), aBrowser()]
  await subscribe(member, here)
  await subscribe(await origin.signIn(member), elsewhere)
  const chosen = 'a quiet harbour at night'
  const answer =
    way === 'a new password'
      ? await origin.call('changePassword', { as: member, body: { old_password: PASSWORD, password: chosen, password_repeat: chosen } })
      : await origin.call('login', { as: member, body: { credentials: { login: member.row.email, password: PASSWORD } } })
  const kept = way === 'a new password' ? [here] : [here, elsewhere]
  expect((await endpoints()).map(([endpoint]) => endpoint)).toEqual(kept.map(({ subscription }) => subscription.endpoint))
  // It is the new session's.
  await origin.call('logout', { as: { ...member, cookie: cookieValue(answer.headers.get('set-cookie')) } })
  expect(await endpoints()).toHaveLength(kept.length - 1)
})

test('a browser in which someone else logs in is no longer registered for the member before', async () => {
  origin = await createTestOrigin()
  const [first, second] = [await origin.aMember(), await origin.aMember()]
  await subscribe(first, aBrowser())
  await origin.call('login', { as: first, body: { credentials: { login: second.row.email, password: PASSWORD } } })
  expect(await endpoints()).toEqual([])
})

test('a member has 16 browsers at most, the newest', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const browsers = Array.from({ length: 18 }, () => aBrowser())
  for (const browser of browsers) {
    origin.advance(1)
    expect((await subscribe(member, browser)).status).toBe(200)
  }
  expect((await endpoints()).map(([endpoint]) => endpoint)).toEqual(browsers.slice(2).map(({ subscription }) => subscription.endpoint))
})

test('[SET-1] settings.php names the push public key of the tenant: created once, its own, its private half encrypted', async () => {
  origin = await createTestOrigin()
  const keyOf = async (host: string) => (await origin.call('getSettings', { query: { 'forced-domain': host } })).body.push_public_key
  const [key, again, other] = [await keyOf('velvet.example'), await keyOf('velvet.example'), await keyOf('isle.example')]
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  expect(again).toBe(key)
  expect(other).not.toBe(key)
  const { privateKey } = await vapidKeysOf(origin.deps, 'velvet')
  expect(await origin.everything()).not.toContain(privateKey)
  const row = await origin.deps.db.selectFrom('tenant_secrets').selectAll().where('tenant', '=', 'velvet').executeTakeFirstOrThrow()
  expect(unseal(origin.deps.secrets.app, 'velvet\nvapid', row.sealed)).toBe(privateKey)
  expect(() => unseal('another secret', 'velvet\nvapid', row.sealed)).toThrow()
  expect(() => unseal(origin.deps.secrets.app, 'isle\nvapid', row.sealed)).toThrow()
})

test('origins that serve a new tenant at the same time agree on one pair', async () => {
  origin = await createTestOrigin()
  // Each with its own memory.
  const origins = Array.from({ length: 6 }, () => ({ ...origin.deps, db: origin.deps.db.withSchema('public') }))
  const pairs = await Promise.all(origins.map((origin) => vapidKeysOf(origin, 'velvet')))
  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1)
})

test('after a change of APP_SECRET each tenant has a new pair, the same for all origins, and settings.php still works', async () => {
  origin = await createTestOrigin()
  const before = await vapidKeysOf(origin.deps, 'velvet')
  const secrets = { ...origin.deps.secrets, app: 'the origin’s next secret' }
  const origins = Array.from({ length: 4 }, () => ({ ...origin.deps, secrets, db: origin.deps.db.withSchema('public') }))
  const pairs = await Promise.all(origins.map((origin) => vapidKeysOf(origin, 'velvet')))
  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(pairs[0]!.publicKey).not.toBe(before.publicKey)
})

test('a sealed text only opens with every byte unchanged', () => {
  const sealed = seal('secret', 'place', 'Żółć')
  expect(unseal('secret', 'place', sealed)).toBe('Żółć')
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index]! ^= 1
    expect(() => unseal('secret', 'place', changed)).toThrow()
  }
})

test('a browser that moves to another member doesn’t get what waited for the previous one', async () => {
  origin = await createTestOrigin()
  const [anna, bob, sender] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  const browser = aBrowser()
  await subscribe(anna, browser)
  // She was just here: the note waits.
  await write(origin, sender, anna, 'For Anna')
  // Bob has something unread too: anything due would have a reason to be pushed.
  await write(origin, sender, bob, 'For Bob, before he subscribed')
  await subscribe(bob, browser)
  origin.advance(3600)
  await sendPushes(origin.deps)
  expect(browser.pushed).toEqual([])
  expect(await origin.deps.db.selectFrom('outbox').selectAll().where('channel', '=', 'push').execute()).toEqual([])
})

test('a browser whose session ends while it registers is told to log in', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const { body, read, finish } = slowBody(JSON.stringify({ subscription: aBrowser().subscription }))
  const headers = { cookie: `auth=${member.cookie}`, 'x-client-request': '1', 'content-type': 'application/json' }
  const answer = origin.send('/api/user.php?push=1', { method: 'POST', tenant: 'velvet', headers, body })
  await read
  await origin.call('logoutByPost', { as: member })
  finish()
  expect(await (await answer).json()).toMatchObject({ error: { code: 'authentication_required' } })
})

const renewing = (as: TestMember, replaces: TestBrowser, { subscription }: TestBrowser) =>
  origin.call('renewPush', { as, query: push, body: { subscription, replaces: replaces.subscription.endpoint } })

test('two renewals of one member at once run one after the other: one browser is left, and neither is refused', async () => {
  origin = await createTestOrigin()
  const [member, other] = [await origin.aMember(), await origin.aMember()]
  const [one, two, fresh] = [aBrowser(), aBrowser(), aBrowser()]
  for (const browser of [one, two]) await subscribe(member, browser)
  const { endpoint } = fresh.subscription
  // The new address is being registered elsewhere, then that is rolled back: both get as far as they can before either is done.
  const answers = await atOnce(
    async (holder) => await registerFor(holder, other, fresh),
    [() => renewing(member, one, fresh), () => renewing(member, two, fresh)]
  )
  expect(answers.map(({ status, body }) => [status, body.subscribed])).toEqual([
    [200, true],
    [200, true]
  ])
  expect(await endpoints()).toEqual([[endpoint, member.row.id]])
})

test('renewing a browser that another member takes over meanwhile leaves it to them', async () => {
  origin = await createTestOrigin()
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const [old, fresh] = [aBrowser(), aBrowser()]
  await subscribe(anna, old)
  const answers = await atOnce(
    async (holder) => {
      const taken = { session_hash: await sessionOf(bob), member_id: bob.row.id }
      await holder.updateTable('push_subscriptions').set(taken).execute()
      return true
    },
    [() => renewing(anna, old, fresh)]
  )
  expect(answers.map(({ status, body }) => [status, body.subscribed])).toEqual([[200, false]])
  expect(await endpoints()).toEqual([[old.subscription.endpoint, bob.row.id]])
  // Repeated later, it changes nothing either.
  expect((await renewing(anna, old, fresh)).body.subscribed).toBe(false)
  expect(await endpoints()).toEqual([[old.subscription.endpoint, bob.row.id]])
})

test('two members who renew to one browser at once: it belongs to one, and no one gets a server error', async () => {
  origin = await createTestOrigin()
  const members = [await origin.aMember(), await origin.aMember()]
  const [third, fresh] = [await origin.aMember(), aBrowser()]
  const olds = [aBrowser(), aBrowser()]
  for (const [index, member] of members.entries()) await subscribe(member, olds[index]!)
  const { endpoint } = fresh.subscription
  const answers = await atOnce(
    async (holder) => await registerFor(holder, third, fresh),
    members.map((member, index) => () => renewing(member, olds[index]!, fresh))
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await endpoints()).filter(([address]) => address === endpoint)).toHaveLength(1)
})

test('a browser that one member registers while another renews to it belongs to one, and no one gets a server error', async () => {
  origin = await createTestOrigin()
  const [anna, bob, third] = [await origin.aMember(), await origin.aMember(), await origin.aMember()]
  const [old, fresh] = [aBrowser(), aBrowser()]
  await subscribe(anna, old)
  const answers = await atOnce<{ status: number }>(
    async (holder) => await registerFor(holder, third, fresh),
    [() => subscribe(bob, fresh), () => renewing(anna, old, fresh)]
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await endpoints()).filter(([address]) => address === fresh.subscription.endpoint)).toHaveLength(1)
})

test('a renewal whose session ends meanwhile is told to log in', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const [old, fresh] = [aBrowser(), aBrowser()]
  await subscribe(member, old)
  const second = await origin.signIn(member)
  const { body, read, finish } = slowBody(JSON.stringify({ subscription: fresh.subscription, replaces: old.subscription.endpoint }))
  const headers = { cookie: `auth=${second.cookie}`, 'x-client-request': '1', 'content-type': 'application/json' }
  const answer = origin.send('/api/user.php?push=1', { method: 'PUT', tenant: 'velvet', headers, body })
  await read
  await origin.call('logoutByPost', { as: second })
  finish()
  expect(await (await answer).json()).toMatchObject({ error: { code: 'authentication_required' } })
  expect(await endpoints()).toEqual([[old.subscription.endpoint, member.row.id]])
})

async function registerFor(holder: Db, member: TestMember, { subscription: { endpoint, keys } }: TestBrowser): Promise<void> {
  const row = { session_hash: await sessionOf(member), member_id: member.row.id, tenant: 'velvet', created_at: origin.now() }
  await holder
    .insertInto('push_subscriptions')
    .values({ ...row, endpoint, ...keys })
    .execute()
}

const sessionOf = async ({ row }: TestMember) =>
  (await origin.deps.db.selectFrom('sessions').select('id_hash').where('member_id', '=', row.id).executeTakeFirstOrThrow()).id_hash

/** Starts `acts` while a transaction is open, and ends it once all of them are waiting; commits if `held` says so. */
async function atOnce<T>(held: (holder: Db) => Promise<boolean | void>, acts: readonly (() => Promise<T>)[]): Promise<T[]> {
  let answers: Promise<T>[] = []
  const undone = new Error('undone')
  await origin.deps.db
    .transaction()
    .execute(async (holder) => {
      const kept = await held(holder)
      answers = acts.map((act) => act())
      await expect.poll(() => waiting(origin)).toBe(acts.length)
      if (!kept) throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return await Promise.all(answers)
}
