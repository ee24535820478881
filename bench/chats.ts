import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbedded } from '../bin/postgres/embedded.ts'
import { PreparedClient } from '../origin/db/client.ts'
import { openDatabase } from '../origin/db/database.ts'
import { newPublicId } from '../origin/db/public-id.ts'
import type { Tables } from '../origin/db/tables.ts'
import type { Deps } from '../origin/deps.ts'
import { grantCredits } from '../origin/credits/grant-credits.ts'
import { aMember, type Member } from './asking.ts'
import { growCrowd } from './crowd.ts'
import { TENANT } from './member-page.ts'
import { anOrigin } from './reach.ts'

/** Messages of the long conversation and of the short one; conversations of the member who has many. */
const [LONG, SHORT, MANY] = [100_000, 100, 2_000]
/** Calls per page, after as many for warming up. */
const CALLS = 200
/** Members who send at the same time, each to one other; seconds per turn, and turns. */
const [AT_ONCE, SECONDS, TURNS] = [16, 4, 3]

/**
 * How fast a conversation of 100,000 messages opens, beside one of 100 (goal: ± 20 %), and the list of a member with 2,000 (goal 25 ms), in ms at the
 * origin; and messages per second through the origin, compared with sending its statements by plain `pg` (goal: half as many).
 */
export async function chats() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-chats-'))
  const database = await startEmbedded({ dataDir, log: () => {} })
  const sql = new pg.Pool({ connectionString: database.socketUrl, max: 2 })
  // The server's end ends its idle connections.
  sql.on('error', () => {})
  const origin = await anOrigin(database.socketUrl, dataDir)
  try {
    await growCrowd(sql, { pool: TENANT.pool, home: TENANT.id }, MANY + 2 * AT_ONCE + 10)
    const { rows } = await sql.query<{ id: string }>('select id from members where pool = $1 order by id', [TENANT.pool])
    const [popular, ...others] = rows.map(({ id }) => Number(id)) as [number, ...number[]]
    await talk(sql, popular, others.slice(0, MANY), 1)
    const [long, short] = await talk(sql, others[0]!, others.slice(1, 3), SHORT)
    await lengthen(sql, long!, LONG)
    await sql.query('vacuum analyze')
    const [one, reader] = [await aMember(origin.deps, others[0]!), await aMember(origin.deps, popular)]
    const opening = await inTurn({
      [`conversation of ${SHORT}`]: () => one.ask('GET', `/api/chat.php?conversation=${short}`),
      [`conversation of ${LONG.toLocaleString('en')}`]: () => one.ask('GET', `/api/chat.php?conversation=${long}`),
      [`list of ${MANY.toLocaleString('en')}`]: () => reader.ask('GET', '/api/chats.php')
    })
    return { ...opening, ...(await sending(origin.deps, database.socketUrl, sql, others.slice(-2 * AT_ONCE))) }
  } finally {
    await origin.close()
    await sql.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Creates a member's conversations with others, each with this many messages, the first by the other one; returns their public ids. */
async function talk(sql: pg.Pool, member: number, others: readonly number[], messages: number): Promise<string[]> {
  const ids = others.map(() => newPublicId())
  await sql.query(
    `with opened as (
        insert into conversations (public_id, first_id, second_id, opened_by, answered, created_at, last_message_at, last_position)
        select public_id, least(other, $1), greatest(other, $1), other, true, now(), now(), 0
        from unnest($2::text[], $3::bigint[]) as others (public_id, other) returning id, first_id, second_id
      )
    insert into participants (conversation_id, member_id, other_id, last_message_at)
    select id, first_id, second_id, now() from opened union all select id, second_id, first_id, now() from opened`,
    [member, ids, others]
  )
  for (const id of ids) await lengthen(sql, id, messages)
  return ids
}

/** Adds messages, alternating between the two, until there are `messages`. */
async function lengthen(sql: pg.Pool, conversation: string, messages: number): Promise<void> {
  await sql.query(
    `with those as (select * from conversations where public_id = $1),
      said as (
        insert into messages (public_id, conversation_id, position, sender_id, client_id, text, created_at)
        select left(md5(id || '.' || place), 22), id, place, case place % 2 when 1 then opened_by else first_id + second_id - opened_by end,
          'bench-' || id || '.' || place, 'Number ' || place, now() - ($2 - place) * interval '1 second'
        from those, generate_series(last_position + 1, $2) place
      )
    update conversations set last_position = $2 from those where conversations.id = those.id`,
    [conversation, messages]
  )
}

async function inTurn(cases: Record<string, () => Promise<unknown>>) {
  const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]))
  for (let call = 0; call < 2 * CALLS; call++)
    for (const [name, once] of Object.entries(cases)) {
      const began = performance.now()
      await once()
      if (call >= CALLS) times.get(name)!.push(performance.now() - began)
    }
  return Object.fromEntries(
    [...times].map(([name, took]) => {
      took.sort((a, b) => a - b)
      const at = (share: number) => Number(took[Math.floor(took.length * share)]!.toFixed(1))
      return [name, { median: at(0.5), p95: at(0.95) }]
    })
  )
}

/** The statements of a sender's transaction. */
type Recorded = { text: string; values: unknown[] }[]

interface Lane {
  sender: Member
  receiver: string
  recorded: [Recorded, Recorded]
}

async function sending(deps: Deps, url: string, sql: pg.Pool, members: readonly number[]) {
  const lanes: Lane[] = []
  const recorder = recordingDatabase(url)
  const db = openDatabase(url, { connections: 2, patience: 10 })
  const plain = new pg.Pool({ connectionString: url, max: AT_ONCE })
  plain.on('error', () => {})
  try {
    for (let pair = 0; pair < AT_ONCE; pair++) {
      const [from, to] = [members[2 * pair]!, members[2 * pair + 1]!]
      const movement = `given:${from}`
      await grantCredits(db, { member: from, tenant: TENANT.id, credits: 1_000_000, movement, reason: 'goodwill', now: new Date() })
      await talk(sql, from, [to], 1)
      const { rows } = await sql.query<{ public_id: string }>('select public_id from members where id = $1', [to])
      const receiver = rows[0]!.public_id
      const watched = await aMember({ ...deps, db: recorder.db }, from)
      // The first call differs: it stores that the member is here.
      await send(watched, receiver)
      const recorded = [await recorder.of(() => send(watched, receiver)), await recorder.of(() => send(watched, receiver))] as const
      if (textsOf(recorded[0]) !== textsOf(recorded[1])) throw new Error('Two messages took different statements')
      lanes.push({ sender: await aMember(deps, from), receiver, recorded: [...recorded] })
    }
    const turns: Record<string, Record<string, number>> = {}
    for (let turn = 1; turn <= TURNS; turn++) {
      const ours = await rate(lanes, ({ sender, receiver }) => send(sender, receiver))
      const theirs = await rate(lanes, ({ recorded }) => replay(plain, recorded))
      turns[`sending, turn ${turn}`] = {
        'a second': Math.round(ours),
        'plain pg': Math.round(theirs),
        ratio: Number((ours / theirs).toFixed(2)),
        statements: lanes[0]!.recorded[0].length
      }
    }
    return turns
  } finally {
    await plain.end()
    await db.destroy()
    await recorder.db.destroy()
  }
}

const textsOf = (recorded: Recorded) => recorded.map(({ text }) => text).join()

const send = (from: Member, to: string) =>
  from.ask('POST', '/api/message.php', { member: to, text: 'How was your day by the sea?', credits: 1_000 }, `bench-${randomUUID()}`)

/** How often all lanes can do this in a second, after a second of warming up. */
async function rate(lanes: readonly Lane[], once: (lane: Lane) => Promise<unknown>): Promise<number> {
  const run = async (seconds: number) => {
    const began = performance.now()
    let count = 0
    const go = async (lane: Lane) => {
      while (performance.now() < began + seconds * 1000) {
        await once(lane)
        count += 1
      }
    }
    await Promise.all(lanes.map(go))
    return count / ((performance.now() - began) / 1000)
  }
  await run(1)
  return await run(SECONDS)
}

/** A database that remembers the statements it was sent. */
function recordingDatabase(url: string) {
  // As in `openDatabase`: bigint as number.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  let heard: Recorded = []
  class Recording extends PreparedClient {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const run = this.query as (text: string, values: unknown[]) => unknown
      this.query = ((text: string, values: unknown[]) => {
        const batch = values[0] as { queries?: { sql: string; parameters: readonly unknown[] }[] } | undefined
        if (batch?.queries) for (const { sql, parameters } of batch.queries) heard.push({ text: sql, values: [...parameters] })
        else heard.push({ text, values })
        return run(text, values)
      }) as pg.Client['query']
    }
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ Client: Recording, connectionString: url, max: 1 }) })
  })
  return {
    db,
    async of(what: () => Promise<unknown>): Promise<Recorded> {
      heard = []
      await what()
      return heard
    }
  }
}

/** Sends the statements of a message once more, with new values where those of two messages differ. */
async function replay(plain: pg.Pool, [one, other]: [Recorded, Recorded]): Promise<void> {
  const fresh = new Map<string, string>()
  const client = await plain.connect()
  try {
    for (const [index, { text, values }] of one.entries()) {
      const made = values.map((value, place) => differing(value, other[index]!.values[place], fresh))
      await client.query(values.length > 0 ? { name: String(index), text, values: made } : text)
    }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const UNIQUE = /bench-[\da-f-]{36}|[\w-]{22}/g

function differing(value: unknown, other: unknown, fresh: Map<string, string>): unknown {
  if (value instanceof Date) return value.getTime() === (other as Date).getTime() ? value : new Date()
  if (Buffer.isBuffer(value)) return value.equals(other as Buffer) ? value : randomBytes(value.length)
  if (Array.isArray(value)) return value.map((part, place) => differing(part, (other as unknown[])[place], fresh))
  if (typeof value !== 'string' || value === other) return value
  return value.replace(UNIQUE, (found) => {
    if (String(other).includes(found)) return found
    const made = fresh.get(found) ?? (found.startsWith('bench-') ? `bench-${randomUUID()}` : newPublicId())
    fresh.set(found, made)
    return made
  })
}
