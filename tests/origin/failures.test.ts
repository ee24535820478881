import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../origin/db/database.ts'
import { inUnitOfWork } from '../../origin/db/unit-of-work.ts'
import { isUnavailable } from '../../origin/http/failures.ts'
import { HttpError } from '../../origin/http/http-error.ts'
import { waiting } from '../fixtures/locks.ts'
import { aSignUp } from '../fixtures/inputs.ts'
import { createTestOrigin, type TestOrigin } from '../fixtures/origin.ts'
import { givePhoto } from '../fixtures/pictures.ts'

let origin: TestOrigin
beforeEach(async () => {
  origin = await createTestOrigin({ patience: 1 })
})
afterEach(() => origin.close())

const UNAVAILABLE = '{"error":{"code":"unavailable","message_key":"error.unavailable","params":{}}}'

/** Gives the origin another database while `run` runs. */
async function withDatabase<T>(url: string, run: () => Promise<T>): Promise<T> {
  const { db } = origin.deps
  origin.deps.db = openDatabase(url)
  try {
    return await run()
  } finally {
    await origin.deps.db.destroy()
    origin.deps.db = db
  }
}

/** A server that accepts every connection, and answers no statement; with a time limit for them in its address. */
async function aHangingDatabase() {
  const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    socket.once('data', () => socket.write(ready))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none?query_timeout=100`,
    connections: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}

test('a database that accepts connections but answers no statement is 503, not the end of the process', async () => {
  const hanging = await aHangingDatabase()
  const member = await origin.aMember()
  await withDatabase(hanging.url, async () => {
    for (const call of [
      () => origin.call('listChats', { as: member }),
      () => origin.call('signUp', { body: aSignUp() }),
      () => origin.call('activate', { body: { token: 'a'.repeat(43) } })
    ]) {
      const answer = await call()
      expect([answer.status, answer.text, answer.headers.get('retry-after')]).toEqual([503, UNAVAILABLE, '1'])
      expect(answer.headers.has('x-load-shed')).toBe(false)
    }
  })
  hanging.close()
})

test('a connection that doesn’t answer in time is given to no one else, whatever was sent on it', async () => {
  const hanging = await aHangingDatabase()
  await withDatabase(hanging.url, async () => {
    const { db } = origin.deps
    for (const send of [
      () => sql`select 1`.execute(db),
      () => sql`select ${1}::integer`.execute(db),
      () => inUnitOfWork(origin.deps, async (unit) => await sql`select 1`.execute(unit.db)),
      () => inUnitOfWork(origin.deps, async (unit) => await sql`select ${1}::integer`.execute(unit.db))
    ]) {
      const before = hanging.connections()
      await expect(send()).rejects.toSatisfy(isUnavailable)
      expect(hanging.connections()).toBe(before + 1)
    }
  })
  hanging.close()
})

test('a database that refuses connections, or accepts them without answering, is 503 before callers time out', async () => {
  let connections = 0
  const silent = createServer((socket) => void (socket.on('error', () => {}), (connections += 1))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const member = await origin.aMember()
  for (const port of [9, (silent.address() as AddressInfo).port]) {
    await withDatabase(`postgresql://nobody@127.0.0.1:${port}/none`, async () => {
      for (const call of [
        () => origin.call('getUser', { as: member }),
        () => origin.call('signUp', { body: aSignUp() }),
        () => origin.call('listChats', { as: member })
      ]) {
        const before = connections
        const answer = await call()
        expect([answer.status, answer.text, answer.headers.get('retry-after'), answer.headers.get('etag')]).toEqual([
          503,
          UNAVAILABLE,
          '1',
          null
        ])
        // Each is given up after 0.9 s (origin/db/database.ts), a call by its caller after 5.
        expect(connections - before).toBeLessThanOrEqual(2)
      }
      expect((await origin.call('listInterests')).status).toBe(200)
    })
  }
  silent.close()
  expect((await origin.call('getUser', { as: member })).status).toBe(200)
})

test('a connection that is cut in the middle of a write is 503, nothing of the write stays, and the next call works', async () => {
  const member = await origin.aMember()
  await origin.deps.db.transaction().execute(async (holding) => {
    await holding.selectFrom('members').select('id').where('id', '=', member.row.id).forUpdate().execute()
    const waiting = origin.call('updateUser', { as: member, body: { language: 'fi' } })
    for (;;) {
      const { rows } = await sql<{
        pid: number
      }>`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(origin.deps.db)
      if (rows.length === 0) continue
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(origin.deps.db)
      break
    }
    const answer = await waiting
    expect([answer.status, answer.text]).toEqual([503, UNAVAILABLE])
  })
  expect((await origin.call('getUser', { as: member })).body.user?.language).toBe('nl')
})

test('a row that stays locked for two seconds is 503, but no outage, and neither is an age check that no provider makes', async () => {
  const member = await origin.aMember()
  origin.deps.ageAssurance = null
  const check = await origin.call('startAgeCheck', { as: member })
  expect([check.status, check.headers.get('x-load-shed')]).toEqual([503, '1'])
  await origin.deps.db.transaction().execute(async (holding) => {
    await holding.selectFrom('members').select('id').where('id', '=', member.row.id).forUpdate().execute()
    const answer = await origin.call('updateUser', { as: member, body: { language: 'fi' } })
    expect([answer.status, answer.text, answer.headers.get('x-load-shed')]).toEqual([503, UNAVAILABLE, '1'])
  })
})

// Every state of PostgreSQL's classes 53 (insufficient resources), 57 (operator intervention) and 58 (system error).
const STATES = [
  ['53000', '53100', '53200', '53300', '53400'],
  ['57000', '57014', '57P01', '57P02', '57P03', '57P04', '57P05'],
  ['58000', '58030', '58P01', '58P02', '58P03']
].flat()

/** From now on every write to a table fails with this PostgreSQL state, for example 53100 for a full disk. */
async function breakWrites(state: string): Promise<void> {
  await sql`create or replace function refuse_write() returns trigger language plpgsql as ${sql.lit(
    `begin raise exception 'no write today' using errcode = '${state}'; end`
  )}`.execute(origin.deps.db)
  for (const { name } of await origin.deps.db.introspection.getTables()) {
    const trigger = sql`create or replace trigger refuse_write before insert or update or delete on ${sql.table(name)}`
    await sql`${trigger} for each row execute function refuse_write()`.execute(origin.deps.db)
  }
}

test('whatever the server is short of is 503 and not an internal error; reads still work', async () => {
  const member = await origin.aMember()
  const other = await origin.aMember()
  // Long ago: both the time of the last visit and the session are due to be written.
  origin.advance(3 * 24 * 3600)
  const lines: string[] = []
  origin.deps.log = pino({}, new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
  for (const state of STATES) {
    await breakWrites(state)
    for (const write of [
      () => origin.call('updateUser', { as: member, body: { language: 'fi' } }),
      () => origin.call('likeMember', { as: member, body: { id: other.id } }),
      () => origin.call('signUp', { body: aSignUp() })
    ]) {
      const answer = await write()
      const [after, shed] = ['retry-after', 'x-load-shed'].map((name) => answer.headers.get(name))
      expect([state, answer.status, answer.text, after, shed]).toEqual([state, 503, UNAVAILABLE, '1', null])
    }
    for (const read of ['getUser', 'listChats', 'listPhotos'] as const) {
      const answer = await origin.call(read, { as: member })
      expect([state, read, answer.status]).toEqual([state, read, 200])
    }
  }
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('a bug of ours is 500 without its cause, one line in the log, and no effect', async () => {
  const lines: string[] = []
  origin.deps.log = pino({}, new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
  origin.deps.linkBase = () => {
    throw new Error('a cause that members may not read')
  }
  const before = await origin.everything()
  const answer = await origin.call('signUp', { body: aSignUp(), facts: { requestId: 'request-7' } })
  expect([answer.status, answer.text]).toEqual([500, '{"error":{"code":"internal","message_key":"error.internal","params":{}}}'])
  expect(await origin.everything()).toBe(before)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    requestId: 'request-7',
    path: '/api/signup.php',
    stack: expect.stringContaining('a cause that members may not read')
  })
})

test('an answer that breaks the contract never leaves in local mode', async () => {
  origin.deps.tenants.version = () => 'seven' as unknown as number
  expect((await origin.call('getHosts')).status).toBe(500)
})

test('a transaction that loses a deadlock runs again, with only the effects of its last run', async () => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember()]
  const runs: string[] = []
  let met = 0
  const both = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const lock = async (name: string, order: number[]) => {
    await inUnitOfWork(origin.deps, async ({ db: trx }) => {
      // The loser's second run may overtake the winner at the row and deadlock again, so it starts after the winner's end.
      if (runs.length >= 2) await first.promise
      runs.push(name)
      for (const [step, id] of order.entries()) {
        await trx.updateTable('members').set({ about: name }).where('id', '=', id).execute()
        if (step > 0) continue
        if (++met >= 2) both.resolve()
        await both.promise
      }
    })
    first.resolve()
  }
  await Promise.all([lock('one', [anna.row.id, ben.row.id]), lock('two', [ben.row.id, anna.row.id])])
  expect(runs.toSorted().slice(0, 2)).toEqual(expect.arrayContaining(['one']))
  expect(runs).toHaveLength(3)
})

test.each([
  ['photos', 'unlockPhoto', ({ photo }: { photo: string }) => ({ photo, credits: 1 })],
  ['members', 'unlockPhoto', ({ photo }: { photo: string }) => ({ photo, credits: 1 })],
  ['members', 'fileReport', ({ member }: { member: string }) => ({ member, kind: 'spam', text: '', block: true })]
] as const)('a row of %s that is deleted while %s refers to it is one that there isn’t', async (table, name, bodyOf) => {
  const [anna, ben] = [await origin.aMember(), await origin.aMember({ paid_user: true })]
  await givePhoto(origin, ben)
  const gone = { member: ben.id, photo: await givePhoto(origin, ben) }
  const answer = await origin.deps.db.transaction().execute(async (trx) => {
    const id = table === 'photos' ? gone.photo : gone.member
    await trx.deleteFrom(table).where('public_id', '=', id).execute()
    const answer = origin.call(name, { as: anna, body: bodyOf(gone) })
    await expect.poll(() => waiting(origin), { timeout: 30_000 }).toBe(1)
    return { answer }
  })
  expect((await answer.answer).status).toBe(404)
})

test('a conflict that doesn’t end is given up after three reruns; an HttpError rolls back unless it says otherwise', async () => {
  let runs = 0
  const conflict = inUnitOfWork(origin.deps, async () => {
    runs += 1
    throw Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' })
  })
  await expect(conflict).rejects.toThrow('deadlock detected')
  expect(runs).toBe(4)

  const member = await origin.aMember()
  const about = async () =>
    (await origin.deps.db.selectFrom('members').select('about').where('id', '=', member.row.id).executeTakeFirst())?.about
  const write = (text: string, refusal: HttpError) =>
    inUnitOfWork(origin.deps, async ({ db: trx }) => {
      await trx.updateTable('members').set({ about: text }).where('id', '=', member.row.id).execute()
      throw refusal
    })
  await expect(write('rolled back', new HttpError('not_found'))).rejects.toThrow('not_found')
  expect(await about()).toBeNull()
  await expect(write('kept', new HttpError('not_found', { commit: true }))).rejects.toThrow('not_found')
  expect(await about()).toBe('kept')
})
