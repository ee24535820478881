import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { selectDead } from '../../origin/outbox/store.ts'
import { pusherIdle, sendPushes } from '../../origin/push/send-pushes.ts'
import { vapidKeysOf } from '../../origin/push/vapid-keys.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { PUSH_KINDS, type PushKind } from '../../shared/rules/news.ts'
import { block, like, visit, write } from '../fixtures/acts.ts'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { aPicture } from '../fixtures/pictures.ts'
import { aBrowser, createPushService, type TestBrowser } from '../fixtures/push-service.ts'

let origin: TestOrigin
afterEach(() => origin.close())

/** A member who subscribed a while ago and is not here. */
async function anAbsentMember(overrides: Parameters<TestOrigin['aMember']>[0] = {}): Promise<{ member: TestMember; browser: TestBrowser }> {
  const member = await origin.aMember(overrides)
  const browser = aBrowser()
  const { subscription } = browser
  expect((await origin.call('subscribePush', { as: member, query: { push: '1' }, body: { subscription } })).status).toBe(200)
  origin.advance(3600)
  return { member, browser }
}

async function push(): Promise<number> {
  await pusherIdle(origin.deps)
  return await sendPushes(origin.deps)
}

const waiting = async () =>
  await origin.deps.db.selectFrom('outbox').selectAll().where('channel', '=', 'push').where('dead_at', 'is', null).execute()

test('a message is pushed to a member who is away: at once, encrypted for their browser, signed by the tenant, without a name', async () => {
  origin = await createTestOrigin()
  const { member, browser } = await anAbsentMember({ language: 'de' })
  const sender = await origin.aMember({ name: 'Rosalinde' })
  const { conversation_id } = await write(origin, sender, member, 'Meet me at the bondage club')
  await pusherIdle(origin.deps)
  expect(browser.pushed).toHaveLength(1)
  const [{ note, claims, vapidKey, ...rest }] = browser.pushed as [(typeof browser.pushed)[0]]
  expect(note).toEqual({
    title: 'Velvet',
    body: 'Du hast eine neue Nachricht.',
    kind: 'message',
    path: `/chats/${conversation_id}`,
    lang: 'de',
    badge: 1
  })
  expect(rest).toMatchObject({ ttl: 24 * 3600, topic: 'message', urgency: 'normal' })
  expect(vapidKey).toBe((await vapidKeysOf(origin.deps, 'velvet')).publicKey)
  expect(claims.sub).toBe('mailto:help@velvet.example')
  expect(await waiting()).toEqual([])
})

test('a photo is dated by its arrival, not by the start of its upload: its receiver was here in between, and is notified', async () => {
  origin = await createTestOrigin()
  const { member, browser } = await anAbsentMember()
  const sender = await origin.aMember()
  await write(origin, sender, member, 'Hi')
  await write(origin, member, sender, 'Hello')
  await pusherIdle(origin.deps)
  const before = browser.pushed.length
  // Half a minute on the line and half a minute in the queue of the decoder; each time the receiver hides the page.
  const passHalfAMinute = async () => {
    origin.advance(30)
    expect((await origin.call('pageHidden', { as: member, body: {} })).status).toBe(200)
    origin.advance(1)
  }
  const { media } = origin.deps
  let queued: Promise<void> | null = null
  const put = async (key: string, bytes: Uint8Array) => {
    await (queued ??= passHalfAMinute())
    await media.put(key, bytes)
  }
  origin.deps.media = { ...media, put }
  const picture = await aPicture()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await passHalfAMinute()
      controller.enqueue(picture)
      controller.close()
    }
  })
  const headers = { cookie: `auth=${sender.cookie}`, 'x-client-request': '1', 'idempotency-key': randomUUID(), 'content-type': 'image/png' }
  const answer = await origin.send(`/api/chat-photo.php?member=${member.id}&credits=0`, { method: 'POST', tenant: 'velvet', headers, body })
  expect(answer.status).toBe(200)
  origin.advance(300)
  await push()
  expect(browser.pushed.slice(before)).toHaveLength(1)
})

test('acts of a sister site’s member are not pushed to a brand that has closed', async () => {
  origin = await createTestOrigin()
  const { member, browser } = await anAbsentMember()
  const sender = await origin.aMember({ tenant: 'nordic' })
  await origin.publish({ id: 'velvet', status: 'gone' })
  await write(origin, sender, member, 'Hej')
  await push()
  expect([browser.pushed, await waiting()]).toEqual([[], []])
})

test('acts of a sister site’s member are pushed to a paused brand’s members once it is back', async () => {
  origin = await createTestOrigin()
  const { member, browser } = await anAbsentMember()
  const sender = await origin.aMember({ tenant: 'nordic' })
  await origin.publish({ id: 'velvet', status: 'paused' })
  await write(origin, sender, member, 'Hej')
  await push()
  origin.advance(7200)
  await push()
  expect(browser.pushed).toEqual([])
  await origin.publish({ id: 'velvet', status: 'live' })
  origin.advance(7200)
  await push()
  expect([browser.pushed.length, await waiting()]).toEqual([1, []])
})

test('likes and matches are pushed too, each with the number of everything that is new', async () => {
  origin = await createTestOrigin()
  const { member, browser } = await anAbsentMember()
  const [one, two] = [await origin.aMember(), await origin.aMember()]
  await like(origin, one, member)
  await pusherIdle(origin.deps)
  expect(browser.pushed.map(({ note }) => [note.kind, note.path, note.badge])).toEqual([['like', '/likes', 1]])
  await write(origin, two, member, 'Hi')
  await write(origin, two, member, 'Hi again')
  await pusherIdle(origin.deps)
  expect(browser.pushed.at(-1)?.note).toMatchObject({ kind: 'message', badge: 3 })
  const { member: liker, browser: theirs } = await anAbsentMember()
  await like(origin, liker, one)
  origin.advance(3600)
  await like(origin, one, liker)
  await pusherIdle(origin.deps)
  expect(theirs.pushed.map(({ note }) => [note.kind, note.body])).toEqual([['match', 'Je hebt een nieuwe match.']])
})

/** For each kind of push, what another member does; resolves to the page that shows it, and the number of what is new. */
const PUSHED: Record<PushKind, (other: TestMember, member: TestMember) => Promise<[path: string, badge: number]>> = {
  message: async (other, member) => [`/chats/${(await write(origin, other, member, 'Hi')).conversation_id}`, 1],
  like: async (other, member) => {
    await like(origin, other, member)
    return ['/likes', 1]
  },
  match: async (other, member) => {
    await like(origin, member, other)
    origin.advance(3600)
    await like(origin, other, member)
    return [`/likes/m/${other.id}`, 1]
  },
  visit: async (other, member) => {
    await visit(origin, other, member)
    return ['/visitors', 0]
  }
}

test('each kind of push says what it is about, opens the page that shows it and counts messages and likes, not visits', async () => {
  origin = await createTestOrigin()
  for (const kind of PUSH_KINDS) {
    const { member, browser } = await anAbsentMember()
    await origin.call('updateNotifications', { as: member, body: { push: { [kind]: true } } })
    origin.advance(3600)
    const [path, badge] = await PUSHED[kind](await origin.aMember(), member)
    await push()
    expect(browser.pushed.map(({ note }) => [note.kind, note.path, note.badge])).toEqual([[kind, path, badge]])
  }
})

test('a member chooses which kinds are pushed, on all their devices, even while one is waiting [SCR-5]', async () => {
  origin = await createTestOrigin()
  const { member, browser } = await anAbsentMember()
  const phone = aBrowser()
  await origin.call('subscribePush', { as: member, query: { push: '1' }, body: { subscription: phone.subscription } })
  const choose = async (wanted: object) => (await origin.call('updateNotifications', { as: member, body: { push: wanted } })).body.push
  // Two pushes that are due at once may be delivered in any order.
  const kinds = () => [browser, phone].map(({ pushed }) => pushed.map(({ note }) => note.kind).sort())
  expect((await origin.call('getNotifications', { as: member })).body.push).toMatchObject({ message: true, like: true, match: true })
  expect(await choose({ like: false, match: false })).toMatchObject({ message: true, like: false, match: false })
  expect(await choose({ match: true })).toMatchObject({ message: true, like: false, match: true })
  origin.advance(3600)
  const [one, two] = [await origin.aMember(), await origin.aMember()]
  await like(origin, one, member)
  await like(origin, member, two)
  origin.advance(3600)
  await like(origin, two, member)
  await write(origin, two, member, 'Hi')
  await push()
  expect(kinds()).toEqual([
    ['match', 'message'],
    ['match', 'message']
  ])

  await origin.call('pageHidden', { as: member })
  origin.advance(1)
  await write(origin, one, member, 'Wait for it')
  expect(await waiting()).toHaveLength(2)
  await origin.deps.db
    .updateTable('members')
    .set({ push_off: ['message'] })
    .where('id', '=', member.row.id)
    .execute()
  origin.advance(3600)
  expect(await push()).toBe(0)
  expect(await waiting()).toEqual([])
})

test('every language has its texts, all of the same length on the wire', async () => {
  origin = await createTestOrigin()
  const { member, browser } = await anAbsentMember()
  const sender = await origin.aMember()
  for (const language of LOCALES) {
    await origin.deps.db.updateTable('members').set({ language }).where('id', '=', member.row.id).execute()
    await write(origin, sender, member, language)
    await pusherIdle(origin.deps)
  }
  expect(browser.pushed.map(({ note }) => note.lang)).toEqual([...LOCALES])
  expect(new Set(browser.pushed.map(({ note }) => note.body)).size).toBe(LOCALES.length)
  expect(new Set(browser.pushed.map(({ size }) => size)).size).toBe(1)
})

test('a member who is here gets no push; one who has just left does, two minutes later, unless they came back or have read it', async () => {
  origin = await createTestOrigin()
  const [{ member: gone, browser }, { member: back, browser: ofBack }, { member: reader, browser: ofReader }] = [
    await anAbsentMember(),
    await anAbsentMember(),
    await anAbsentMember()
  ]
  const sender = await origin.aMember()
  for (const member of [gone, back, reader]) {
    await origin.call('pageHidden', { as: member })
    origin.advance(1)
    await write(origin, sender, member, 'Hi')
  }
  expect(await push()).toBe(0)
  origin.advance(60)
  await origin.call('searchMembers', { as: back })
  const chats = await origin.call('listChats', { as: reader })
  await origin.deps.db.updateTable('participants').set({ unread: 0 }).where('member_id', '=', reader.row.id).execute()
  expect(chats.body.total_unread).toBe(1)
  expect(await push()).toBe(0)
  origin.advance(60)
  expect(await push()).toBe(1)
  expect([browser, ofBack, ofReader].map(({ pushed }) => pushed.length)).toEqual([1, 0, 0])
  expect(await waiting()).toEqual([])
})

test('no one gets a push from someone they blocked since, nor when they are banned, deleted or logged out, nor from a company’s profile', async () => {
  origin = await createTestOrigin({ push: createPushService((count) => (count <= 4 ? { status: 503, retryAfter: null } : undefined)) })
  const people = [await anAbsentMember(), await anAbsentMember(), await anAbsentMember(), await anAbsentMember()]
  const sender = await origin.aMember()
  for (const { member } of people) await write(origin, sender, member, 'Hi')
  await pusherIdle(origin.deps)
  expect(await waiting()).toHaveLength(4)
  const [blocks, banned, deleted, left] = people.map(({ member }) => member)
  await block(origin, blocks!, sender)
  const setStatus = async (member: TestMember, status: string) =>
    await origin.deps.db.updateTable('members').set({ status }).where('id', '=', member.row.id).execute()
  await setStatus(banned!, 'banned')
  await setStatus(deleted!, 'deleted')
  await origin.call('logout', { as: left! })
  origin.advance(3600)
  expect(await push()).toBe(0)
  expect(people.flatMap(({ browser }) => browser.pushed)).toEqual([])
  expect(await waiting()).toEqual([])

  await origin.publish({ id: 'velvet', fictional_profiles: true })
  const { member, browser } = await anAbsentMember()
  const made = await origin.aMember({ fictional: true })
  await write(origin, member, made, 'Hello')
  await write(origin, made, member, 'Hello')
  await push()
  expect(browser.pushed).toEqual([])
})

test('what is over before its push is due isn’t pushed, although something older is still unread', async () => {
  origin = await createTestOrigin()
  const people = [await anAbsentMember(), await anAbsentMember()]
  const [older, newer] = [await origin.aMember(), await origin.aMember()]
  const pushed = () => people.map(({ browser }) => browser.pushed.length)
  for (const { member } of people) await write(origin, older, member, 'Hi')
  await push()
  expect(pushed()).toEqual([1, 1])
  origin.advance(60)
  const [hides, isTakenBack] = people.map(({ member }) => member)
  for (const { member } of people) await origin.call('pageHidden', { as: member })
  origin.advance(1)
  await write(origin, newer, hides!, 'Hi')
  const { conversation_id: conversation, message } = await write(origin, newer, isTakenBack!, 'Hi')
  await block(origin, hides!, newer)
  const takenBack = await origin.call('takeBackMessage', { as: newer, body: { conversation, position: message.position } })
  expect(takenBack.status).toBe(200)
  origin.advance(120)
  await push()
  expect(pushed()).toEqual([1, 1])
  expect(await waiting()).toEqual([])
})

test.each([404, 410])('a browser that its push service no longer knows (%i) is deleted', async (status) => {
  origin = await createTestOrigin({ push: createPushService(() => ({ status, retryAfter: null })) })
  const { member } = await anAbsentMember()
  await write(origin, await origin.aMember(), member, 'Hi')
  await pusherIdle(origin.deps)
  expect(await origin.deps.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([])
  expect(await waiting()).toEqual([])
})

test.each([400, 403, 413])('a permanent refusal (%i) is not retried, and the browser stays', async (status) => {
  const service = createPushService(() => ({ status, retryAfter: null }))
  origin = await createTestOrigin({ push: service })
  const { member } = await anAbsentMember()
  await write(origin, await origin.aMember(), member, 'Hi')
  await pusherIdle(origin.deps)
  origin.advance(3600)
  await push()
  expect(service.asked).toBe(1)
  expect(await origin.deps.db.selectFrom('push_subscriptions').selectAll().execute()).toHaveLength(1)
  // An operator sees that it was given up and why, but not whom it was about.
  const [dead] = await selectDead(origin.deps.db, 10)
  expect(dead).toMatchObject({ channel: 'push', tenant: 'velvet', attempts: 1, reason: `the push service answers ${status}` })
  const said = origin.deps.db.selectFrom('outbox').select('message').where('dead_at', 'is not', null)
  expect(await said.execute()).toEqual([{ message: { kind: 'message' } }])
  await write(origin, await origin.aMember(), member, 'Hi again')
  await pusherIdle(origin.deps)
  expect(service.asked).toBe(2)
})

test('an unavailable push service is retried after 1, 2, 4 minutes, or when it says, and no longer after a day', async () => {
  const answers = {
    current: { status: 503, retryAfter: null as number | null } as { status: number; retryAfter: number | null } | undefined
  }
  const service = createPushService(() => answers.current)
  origin = await createTestOrigin({ push: service })
  const { member, browser } = await anAbsentMember()
  const sender = await origin.aMember()
  await write(origin, sender, member, 'Hi')
  await pusherIdle(origin.deps)
  for (const minutes of [1, 2, 4]) {
    const { asked } = service
    origin.advance(minutes * 60 - 1)
    await push()
    expect([minutes, service.asked]).toEqual([minutes, asked])
    origin.advance(1)
    await push()
    expect([minutes, service.asked]).toEqual([minutes, asked + 1])
  }
  answers.current = { status: 429, retryAfter: 7200 }
  origin.advance(8 * 60)
  await push()
  const { asked } = service
  origin.advance(7199)
  await push()
  expect(service.asked).toBe(asked)
  answers.current = undefined
  origin.advance(1)
  expect(await push()).toBe(1)
  expect(browser.pushed).toHaveLength(1)

  answers.current = { status: 500, retryAfter: null }
  await write(origin, sender, member, 'Another')
  await pusherIdle(origin.deps)
  answers.current = undefined
  origin.advance(24 * 3600)
  expect(await push()).toBe(0)
  expect(await waiting()).toEqual([])
})

test('a newer note replaces a waiting one; a failing one holds no one up', async () => {
  const away = { status: 503, retryAfter: null }
  origin = await createTestOrigin({ push: createPushService((count) => (count === 1 ? away : undefined)) })
  const { member, browser } = await anAbsentMember()
  const [one, two] = [await origin.aMember(), await origin.aMember()]
  await write(origin, one, member, 'Hi')
  await pusherIdle(origin.deps)
  const { conversation_id } = await write(origin, two, member, 'Hi')
  await pusherIdle(origin.deps)
  origin.advance(3600)
  await push()
  expect(browser.pushed.map(({ note }) => [note.path, note.badge])).toEqual([[`/chats/${conversation_id}`, 2]])
})

test('several processes that push at once push each note once', async () => {
  const service = createPushService((count) => (count <= 10 ? { status: 503, retryAfter: null } : undefined))
  origin = await createTestOrigin({ push: service })
  const people = await Promise.all(Array.from({ length: 10 }, () => anAbsentMember()))
  const sender = await origin.aMember()
  for (const { member } of people) await write(origin, sender, member, 'Hi')
  await pusherIdle(origin.deps)
  origin.advance(3600)
  const sent = await Promise.all([1, 2, 3].map(() => sendPushes(origin.deps)))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(people.map(({ browser }) => browser.pushed.length)).toEqual(people.map(() => 1))
})
