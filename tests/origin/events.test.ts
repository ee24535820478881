import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { createListener, type Listener } from '../../origin/db/listener.ts'
import { createEventHub, type EventHub } from '../../origin/events/hub.ts'
import { purgeExpiredEvents } from '../../origin/events/store.ts'
import { PACE } from '../../origin/events/stream.ts'
import { like, write } from '../fixtures/acts.ts'
import { databaseProxy } from '../fixtures/database-proxy.ts'
import { readEvents } from '../fixtures/event-reader.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { roundTripsOf } from '../fixtures/round-trips.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { hubAt } from '../fixtures/processes.ts'
import { databaseOf, openStream, listens, until } from '../fixtures/streams.ts'

const origin = sharedOrigin()
let url: string
beforeAll(async () => {
  url = await databaseOf(origin)
})

/** Opens the stream through the front door. */
async function open(member: TestMember, lastEventId?: string) {
  const headers = { cookie: `auth=${member.cookie}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  const response = await origin.send('/api/events.php', { tenant: member.tenant, headers })
  expect(response.status).toBe(200)
  return { response, ...readEvents(response) }
}

const openWith = (member: TestMember, options: Parameters<typeof openStream>[2]) => openStream(origin, member, options)

/** The database, and how many rows each of its answers had. */
function watchedDatabase() {
  const answers: number[] = []
  const db = origin.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answers.push(result.rows.length)
      return result
    }
  })
  return { db, answers }
}

test('the first bytes are sent at once and contain the member’s event number', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, bob, anna)
  const stream = await open(await origin.signIn(anna))
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.response.headers.get('cache-control')).toContain('no-store')
  expect(await stream.nextOfAll()).toEqual({ id: '1', type: 'ping', data: {} })
  await stream.cut()
})

test('an answer says which event it was made after, and the stream begins after that one: nothing is lost in between [SCR-5]', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await like(origin, bob, anna)
  const page = await origin.call('getNotifications', { as: anna })
  expect(page.headers.get('x-event-number')).toBe('1')
  expect((await origin.call('listInterests')).headers.get('x-event-number')).toBeNull()
  await origin.call('updateNotifications', { as: anna, body: { preferences: { likes: 'weekly' } } })
  const from = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await origin.send(`/api/events.php${query}`, {
      tenant: anna.tenant,
      headers: { cookie: `auth=${anna.cookie}`, ...headers }
    })
    return { status: answer.status, ...readEvents(answer) }
  }
  const stream = await from('?after=1')
  expect(await stream.next()).toMatchObject({ id: '2', type: 'notifications_changed', data: {} })
  await stream.cut()
  // A reconnecting browser's header overrides its address.
  const back = await from('?after=0', { 'last-event-id': '2' })
  await like(origin, await origin.aMember(), anna)
  expect(await back.next()).toMatchObject({ id: '3', type: 'like' })
  await back.cut()
  expect((await from('?after=soon')).status).toBe(422)
})

test('the stream begins with the time after which the browser reconnects, in the field that HTML has for it', async () => {
  const response = await openWith(await origin.aMember(), {})
  const { value } = await response.body!.pipeThrough(new TextDecoderStream()).getReader().read()
  const [, field, after] = /^(\w+): (\d+)\n/.exec(value!)!
  expect([field, Number(after)]).toEqual(['retry', 2000])
})

test('a message arrives in the stream as it happens, with the number of the event as its id', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const stream = await open(bob)
  await stream.nextOfAll()
  const { conversation_id, message } = await write(origin, anna, bob, 'Hello')
  expect(await stream.next()).toEqual({
    id: '1',
    type: 'message',
    data: { conversation_id, profile_id: anna.id, message: { ...message, mine: false, client_id: null } }
  })
  await stream.cut()
})

test('what happened while the reader was away comes first, once and in order', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  for (const text of ['one', 'two', 'three', 'four']) await write(origin, anna, bob, text)
  const stream = await open(bob, '2')
  expect([(await stream.next())?.id, (await stream.next())?.id]).toEqual(['3', '4'])
  await like(origin, anna, bob)
  expect(await stream.next()).toMatchObject({ id: '5', type: 'like' })
  await stream.cut()
})

test('a slow reader loses nothing, and the next events are only read once it has taken these', async () => {
  const bob = await origin.aMember()
  const COUNT = 400
  const text = 'x'.repeat(4000)
  await sql`insert into events (member_id, number, type, data, created_at)
    select ${bob.row.id}, number, 'chat_seen', ${JSON.stringify({ text })}::jsonb, ${origin.now()} from generate_series(1, ${COUNT}::int) number`.execute(
    origin.deps.db
  )
  await sql`update event_counters set number = ${COUNT} where member_id = ${bob.row.id}`.execute(origin.deps.db)
  const { db, answers } = watchedDatabase()
  const stream = readEvents(await openWith(bob, { db, lastEventId: '0' }))
  await stream.nextOfAll()
  const batches = () => answers.filter((rows) => rows > 1)
  await expect.poll(batches).toEqual([50])
  for (let number = 1; number <= COUNT; number++) {
    expect((await stream.next())?.id).toBe(String(number))
    if (number < 50) expect(batches()).toEqual([50])
  }
  await stream.cut()
})

test('a lost wake only delays: the stream checks by itself', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const deaf: EventHub = { subscribe: () => () => {}, wake() {}, tell() {}, close: () => {} }
  const { db, answers } = watchedDatabase()
  const stream = readEvents(await openWith(bob, { db, events: deaf, look: 30 }))
  await stream.nextOfAll()
  // It has checked its counter and its events once: a later event is only found by another look.
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(2)
  await write(origin, anna, bob, 'Hello')
  expect((await stream.next())?.type).toBe('message')
  await stream.cut()
})

test('streams that wait look together, and read no events while there are none', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, () => origin.aMember()))
  const { db, answers } = watchedDatabase()
  const controller = new AbortController()
  for (const member of members) readEvents(await openWith(member, { db, look: 200, signal: controller.signal }))
  const looks = () => answers.filter((rows) => rows > 0)
  // The first looks are answered one by one, the later ones of all streams have a row for each.
  await expect.poll(() => looks().reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(30 * 5)
  controller.abort()
  expect(looks().length).toBeLessThan(30 * 4)
  // A look without rows reads events: once, when a stream begins.
  expect(answers.filter((rows) => rows === 0)).toHaveLength(30)
})

test('a wake reaches streams of another process, and only those of its members', async () => {
  const [one, other] = [hubAt(url), hubAt(url)]
  const woken: string[] = []
  const listen = (hub: EventHub, member: number, name: string) =>
    hub.subscribe(member, { wake: () => woken.push(name), tell() {}, end: () => {} })
  await Promise.all([listens(origin, one), listens(origin, other)])
  woken.length = 0
  listen(one, 1, 'here')
  listen(other, 1, 'there')
  listen(other, 2, 'stranger')
  one.wake([1])
  expect(woken).toEqual(['here'])
  await until(() => woken.includes('there'))
  // Notifications arrive in order: whatever else this one wakes has been woken once a later one arrives.
  await Promise.all([listens(origin, one), listens(origin, other)])
  expect(woken).toEqual(['here', 'there'])
  await Promise.all([one.close(), other.close()])
})

test('a hub that stops ends its streams, and still tells the others what its last requests write', async () => {
  const listener = createListener(url)
  const [stopping, other] = [createEventHub(listener), hubAt(url)]
  await Promise.all([listens(origin, stopping), listens(origin, other)])
  const woken: string[] = []
  const told: string[] = []
  let ended = 0
  stopping.subscribe(1, { wake() {}, tell() {}, end: () => ended++ })
  other.subscribe(1, { wake: () => woken.push('woken'), tell: ({ type }) => told.push(type), end() {} })
  stopping.close()
  expect(ended).toBe(1)
  stopping.wake([1])
  stopping.tell({ member: 1, type: 'typing', data: { conversation_id: 'c' } })
  await until(() => woken.length > 0 && told.length > 0)
  await Promise.all([listener.close(), other.close()])
})

test('a hub whose connection breaks makes a new one', async () => {
  const [one, other] = [hubAt(url), hubAt(url)]
  await Promise.all([listens(origin, one), listens(origin, other)])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen member_events%' and datname = current_database()`.execute(
    origin.deps.db
  )
  await Promise.all([listens(origin, one), listens(origin, other)])
  let woken = 0
  other.subscribe(1, { wake: () => woken++, tell() {}, end: () => {} })
  await until(() => {
    one.wake([1])
    return woken > 0
  })
  await Promise.all([one.close(), other.close()])
})

test('a listener whose connection dies without a sign makes a new one, and what was sent on the old one holds up nothing', async () => {
  const proxy = await databaseProxy(url)
  const [one, other] = [createListener(proxy.url, { check: 20, patience: 1000 }), createListener(url)]
  const got = new Set<string>()
  let missed = 0
  one.on(
    'near',
    (payload) => got.add(payload),
    () => missed++
  )
  other.on('far', (payload) => got.add(payload))
  await until(() => missed > 0)
  const before = missed
  proxy.hang()
  one.notify('far', 'on the old one')
  await until(() => missed > before)
  await until(() => {
    one.notify('far', 'there')
    other.notify('near', 'here')
    return got.has('there') && got.has('here')
  })
  await Promise.all([one.close(), other.close()])
  proxy.close()
})

test('a stream has a heartbeat, at least every twenty seconds', async () => {
  expect(PACE.ping).toBeLessThanOrEqual(20_000)
  const stream = readEvents(await openWith(await origin.aMember(), { ping: 20 }))
  for (let beat = 0; beat < 4; beat++) expect(await stream.nextOfAll()).toMatchObject({ id: '0', type: 'ping' })
  await stream.cut()
})

test('a reader whose events were purged is told that everything changed, and continues from there', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  for (const text of ['one', 'two', 'three']) await write(origin, anna, bob, text)
  await sql`delete from events where member_id = ${bob.row.id} and number <= 2`.execute(origin.deps.db)
  const stream = await open(bob, '1')
  expect(await stream.next()).toEqual({ id: '2', type: 'everything_changed', data: {} })
  expect(await stream.next()).toMatchObject({ id: '3', type: 'message' })
  await stream.cut()

  await sql`delete from events where member_id = ${bob.row.id}`.execute(origin.deps.db)
  const empty = await open(bob, '1')
  expect(await empty.next()).toEqual({ id: '3', type: 'everything_changed', data: {} })
  await write(origin, anna, bob, 'four')
  expect(await empty.next()).toMatchObject({ id: '4', type: 'message' })
  await empty.cut()
})

test('a number from before a reset of the database starts over; a malformed one is ignored', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'one')
  const ahead = await open(bob, '99')
  expect(await ahead.next()).toEqual({ id: '1', type: 'everything_changed', data: {} })
  await ahead.cut()
  for (const wrong of ['-1', 'x', '1e3', '9'.repeat(30), '']) {
    const stream = await open(await origin.signIn(bob), wrong)
    expect(await stream.nextOfAll()).toMatchObject({ id: '1', type: 'ping' })
    await stream.cut()
  }
})

test('events are kept for three days', async () => {
  const start = origin.now()
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'one')
  const count = async () =>
    (await origin.deps.db.selectFrom('events').select('number').where('member_id', '=', bob.row.id).execute()).length
  try {
    origin.setNow(new Date(start.getTime() + 3 * 24 * 3600_000))
    await purgeExpiredEvents(origin.deps)
    expect(await count()).toBe(1)
    origin.advance(1)
    await purgeExpiredEvents(origin.deps)
    expect(await count()).toBe(0)
  } finally {
    origin.setNow(start)
  }
})

test('the sixth stream of a member ends the oldest', async () => {
  const bob = await origin.aMember()
  const streams = []
  for (let index = 0; index < 6; index++) {
    const stream = await open(bob)
    await stream.nextOfAll()
    streams.push(stream)
  }
  expect(await streams[0]!.next()).toBe(null)
  await write(origin, await origin.aMember(), bob, 'Hello')
  for (const stream of streams.slice(1)) {
    expect((await stream.next())?.type).toBe('message')
    await stream.cut()
  }
})

test('a stream ends with its session and with its member', async () => {
  const bob = await origin.aMember()
  // It doesn't wait for its next look.
  const stream = readEvents(await openWith(bob, { look: 60_000 }))
  const second = readEvents(await openWith(await origin.signIn(bob), { look: 20 }))
  await stream.nextOfAll()
  await second.nextOfAll()
  await origin.call('logout', { as: bob })
  expect(await stream.next()).toBe(null)
  expect((await second.next())?.type).toBe('account_changed')
  await write(origin, await origin.aMember(), bob, 'Still there?')
  expect((await second.next())?.type).toBe('message')
  await origin.deps.db.updateTable('members').set({ status: 'banned' }).where('id', '=', bob.row.id).execute()
  expect(await second.next()).toBe(null)
})

test('a stream ends when its session expires', async () => {
  const start = origin.now()
  const stream = readEvents(await openWith(await origin.aMember(), { look: 20 }))
  await stream.nextOfAll()
  try {
    origin.advance(31 * 24 * 3600)
    expect(await stream.next()).toBe(null)
  } finally {
    origin.setNow(start)
  }
})

test('streams end when the process stops; a stream that no one reads never begins', async () => {
  let listening = 0
  const hub = createEventHub()
  const counting: EventHub = {
    ...hub,
    subscribe(member, subscriber) {
      listening++
      const stop = hub.subscribe(member, subscriber)
      return () => {
        listening--
        stop()
      }
    }
  }
  const bob = await origin.aMember()
  await openWith(bob, { events: counting })
  expect(listening).toBe(0)
  const stream = readEvents(await openWith(bob, { events: counting }))
  await stream.nextOfAll()
  expect(listening).toBe(1)
  counting.close()
  expect(await stream.next()).toBe(null)
  expect(listening).toBe(0)

  const stop = new AbortController()
  const gone = readEvents(await openWith(bob, { events: counting, signal: stop.signal }))
  await gone.nextOfAll()
  stop.abort()
  expect(listening).toBe(0)
})

test('a stream that is opened while the process stops ends at once', { timeout: 10_000 }, async () => {
  const hub = createEventHub()
  hub.close()
  const stream = readEvents(await openWith(await origin.aMember(), { events: hub }))
  expect((await stream.nextOfAll())?.type).toBe('ping')
  expect(await stream.nextOfAll()).toBeNull()
})

test('typing reaches the open streams of the other side without a number, and is stored nowhere', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  const { conversation_id: conversation } = await write(origin, anna, bob, 'Hello')
  const [here, own] = [await open(bob), await open(anna)]
  for (const stream of [here, own]) await stream.nextOfAll()
  const before = await origin.everything()
  const type = async (as: TestMember) => expect((await origin.call('tellTyping', { as, body: { conversation } })).status).toBe(200)
  await type(anna)
  expect(await here.next()).toMatchObject({ type: 'typing', data: { conversation_id: conversation } })
  expect(await origin.everything()).toBe(before)
  // A member who hides it neither shows it to others nor sees theirs.
  const show = (as: TestMember, shows: boolean) => origin.call('updateProfile', { as, body: { shows_typing: shows } })
  await show(bob, false)
  await type(anna)
  await type(bob)
  await write(origin, anna, bob, 'Done')
  expect([(await here.next())?.type, (await here.next())?.type]).toEqual(['profile_changed', 'message'])
  expect((await own.next())?.type).toBe('message')
  for (const stream of [here, own]) await stream.cut()
})

test('no one sees a fictional profile typing', async () => {
  await origin.publish({ id: 'velvet', fictional_profiles: true })
  try {
    const [anna, made] = [await origin.aMember(), await origin.aMember({ fictional: true })]
    const { conversation_id: conversation } = await write(origin, anna, made, 'Hello')
    const stream = await open(anna)
    await stream.nextOfAll()
    expect((await origin.call('tellTyping', { as: made, body: { conversation } })).status).toBe(200)
    await write(origin, made, anna, 'Someone writes for me.')
    expect((await stream.next())?.type).toBe('message')
    await stream.cut()
  } finally {
    await origin.publish({ id: 'velvet', fictional_profiles: false })
  }
})

test('typing reaches the streams of other processes', async () => {
  const [one, two] = [hubAt(url), hubAt(url)]
  try {
    await listens(origin, two)
    const heard: object[] = []
    two.subscribe(7, { wake() {}, tell: (passing) => heard.push(passing), end() {} })
    const passing = { member: 7, type: 'typing', data: { conversation_id: 'C'.repeat(22) } } as const
    await until(() => {
      one.tell(passing)
      return heard.length > 0
    })
    expect(heard[0]).toEqual(passing)
  } finally {
    await one.close()
    await two.close()
  }
})

test('visitors have no stream', async () => {
  expect((await origin.send('/api/events.php', { tenant: 'velvet' })).status).toBe(403)
})

test('streams are woken after the commit, not by a notification in the transaction, which would make commits wait for each other', async () => {
  const [anna, bob] = [await origin.aMember(), await origin.aMember()]
  await write(origin, anna, bob, 'Hi')
  const trips = await roundTripsOf(origin, async () => {
    await write(origin, bob, anna, 'Hello')
    await origin.idle()
  })
  const statements = trips.flat()
  const [begun, committed] = [statements.indexOf('begin'), statements.indexOf('commit')]
  expect(begun).toBeGreaterThan(-1)
  expect(committed).toBeGreaterThan(begun)
  const written = statements.slice(begun, committed)
  expect(written.some((text) => text.includes('insert into events'))).toBe(true)
  expect(written.filter((text) => /notify/i.test(text))).toEqual([])
})

test('what a process sends to others at once takes turns on its connection, which pg is going to demand, and all of it arrives', async () => {
  const running = new Map<pg.Client, number>()
  let most = 0
  const query = Reflect.get(pg.Client.prototype, 'query') as (...statement: unknown[]) => unknown
  function counted(this: pg.Client, ...statement: unknown[]): unknown {
    const answer = query.apply(this, statement)
    // What a pool of the origin sends at the same time is no promise.
    if (!(answer instanceof Promise)) return answer
    const count = (change: number) => running.set(this, (running.get(this) ?? 0) + change).get(this)!
    most = Math.max(most, count(1))
    return answer.finally(() => count(-1))
  }
  const watched = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(counted)
  // However slow the machine is.
  const sender = createListener(url, { flushWait: 60_000 })
  const got: string[] = []
  const receiver = createListener(url)
  try {
    const ready = new Set<Listener>()
    for (const one of [sender, receiver])
      one.on(
        'ready',
        () => {},
        () => ready.add(one)
      )
    await until(() => ready.size === 2)
    for (const channel of ['one', 'two', 'three']) sender.on(channel, () => {})
    let listening = false
    receiver.on(
      'sent',
      (payload) => got.push(payload),
      () => (listening = true)
    )
    await until(() => listening)
    const sent = Array.from({ length: 20 }, (_, index) => String(index))
    for (const payload of sent) sender.notify('sent', payload)
    await sender.close()
    await until(() => got.length === sent.length)
    expect(got).toEqual(sent)
    expect(most).toBe(1)
  } finally {
    watched.mockRestore()
    await Promise.all([sender.close(), receiver.close()])
  }
})
