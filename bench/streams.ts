import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../bin/postgres/embedded.ts'
import { grantCredits } from '../origin/credits/grant-credits.ts'
import { openDatabase } from '../origin/db/database.ts'
import { newPublicId } from '../origin/db/public-id.ts'
import { start, type Server } from './contest.ts'
import { growCrowd } from './crowd.ts'
import { logIn, TENANT } from './member-page.ts'
import { nodeFlags } from './npm-script.ts'
import { processorTime } from './processor.ts'

/** Idle streams, and how long they are watched, in seconds. */
const [IDLE, WATCHED] = [10_000, 30]
/** Streams open while messages are sent to some of them, messages per second, the duration, and the warm-up before it, in seconds. */
const [OPEN, A_SECOND, SENDING, WARMING] = [1_000, 200, 15, 10]
/** Streams opened at the same time. */
const AT_ONCE = 20

interface Member {
  id: number
  publicId: string
  headers: Record<string, string>
}

/**
 * Streams of events through edge and origin in one process: what 10,000 that wait cost (goal: 600 MB, a tenth of a core), and how soon a message
 * reaches its stream while 1,000 are open and 200 are sent a second, in ms (goal: p95 50). The bench itself needs part of the two cores for its end
 * of the streams.
 */
export async function streams() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-streams-'))
  const database = await startEmbedded({ dataDir, log: () => {} })
  const env = { DATABASE_URL: database.socketUrl, DATA_DIR: dataDir, APP_ENV: 'local' }
  const product = await start('product', env, nodeFlags('start'))
  const sql = new pg.Pool({ connectionString: database.socketUrl, max: 4 })
  // The server's end ends its idle connections.
  sql.on('error', () => {})
  try {
    await growCrowd(sql, { pool: TENANT.pool, home: TENANT.id }, IDLE)
    const members = await loggedIn(sql, IDLE)
    return {
      ...(await delivery(product, database.socketUrl, sql, members.slice(0, OPEN))),
      ...(await waiting(product, database.pid, members))
    }
  } finally {
    product.stop()
    await sql.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function loggedIn(sql: pg.Pool, count: number): Promise<Member[]> {
  const members: Member[] = []
  for (let number = 1; number <= count; number++) {
    const { id, headers } = await logIn(sql, `${number}@crowd.example`)
    members.push({ id, publicId: '', headers })
  }
  const { rows } = await sql.query<{ id: string; public_id: string }>('select id, public_id from members where pool = $1', [TENANT.pool])
  const publicIds = new Map(rows.map(({ id, public_id }) => [Number(id), public_id]))
  return members.map((member) => ({ ...member, publicId: publicIds.get(member.id)! }))
}

/** Opens a stream; every piece of it is passed on. Resolves once it has begun. */
function open(server: Server, { headers }: Member, heard: (text: string) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${server.url}/api/events.php`,
      { agent: false, headers: { accept: 'text/event-stream', ...headers } },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`a stream answered ${answer.statusCode}`))
        answer
          .setEncoding('utf8')
          .on('data', heard)
          .on('error', () => {})
        resolve(answer)
      }
    )
    call.on('error', reject).end()
  })
}

async function openAll(
  server: Server,
  members: readonly Member[],
  heard: (member: Member, text: string) => void
): Promise<IncomingMessage[]> {
  const opened: IncomingMessage[] = []
  const queue = [...members]
  const lane = async () => {
    for (let member = queue.shift(); member; member = queue.shift()) {
      const one = member
      // Retries later, as a browser does when the server is busy.
      while (true) {
        const answer = await open(server, one, (text) => heard(one, text)).catch(() => null)
        if (answer) {
          opened.push(answer)
          break
        }
        await sleep(2_000)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return opened
}

async function waiting(server: Server, database: number, members: readonly Member[]) {
  const before = await server.memory()
  const opened = await openAll(server, members, () => {})
  await sleep(10_000)
  const [node, postgres] = [await server.processor(), processorTime(database)]
  await sleep(WATCHED * 1000)
  const cores = (seconds: number) => (seconds / WATCHED).toFixed(2)
  const [ofNode, ofPostgres] = [(await server.processor()) - node, processorTime(database) - postgres]
  const after = await server.memory()
  for (const answer of opened) answer.destroy()
  return {
    [`${IDLE} streams that wait`]: {
      'MB more': Math.round(after - before),
      'MB in all': Math.round(after),
      'cores, Node': cores(ofNode),
      'cores, PostgreSQL': cores(ofPostgres)
    }
  }
}

async function delivery(server: Server, url: string, sql: pg.Pool, members: readonly Member[]) {
  const pairs = members.flatMap((member, index) => (index % 2 === 0 ? [[member, members[index + 1]!] as const] : []))
  await openConversations(sql, pairs)
  await sql.query('vacuum analyze')
  await giveCredits(
    url,
    pairs.map(([from]) => from.id)
  )
  const sent = new Map<string, number>()
  const took: number[] = []
  let measuring = false
  const opened = await openAll(server, members, (_, text) => {
    const now = performance.now()
    // A piece is a whole event: the server writes each at once.
    if (!text.includes('"mine":false')) return
    for (const [, word] of text.matchAll(/"text":"(w-\d+)"/g)) {
      if (measuring) took.push(now - sent.get(word!)!)
    }
  })
  let count = 0
  let failed = 0
  /** Sends until the time is over; returns how many, once they are answered. */
  const sendFor = async (seconds: number): Promise<number> => {
    const [began, before] = [performance.now(), count]
    const answers: Promise<void>[] = []
    while (performance.now() < began + seconds * 1000) {
      const due = before + ((performance.now() - began) / 1000) * A_SECOND
      while (count < due) {
        const [from, to] = pairs[count % pairs.length]!
        const word = `w-${count++}`
        sent.set(word, performance.now())
        answers.push(send(server, from, to, word).then((ok) => void (ok || failed++)))
      }
      await sleep(5)
    }
    await Promise.all(answers)
    return count - before
  }
  await sendFor(WARMING)
  await sleep(1_000)
  // Statements planned while these tables were empty read them whole; autovacuum would see to it within a minute.
  await sql.query('vacuum analyze')
  measuring = true
  const measured = await sendFor(SENDING)
  await sleep(1_000)
  for (const answer of opened) answer.destroy()
  took.sort((one, other) => one - other)
  const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1))
  return {
    [`${A_SECOND} messages a second, ${OPEN} open streams`]: {
      median: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      delivered: `${took.length} of ${measured}`,
      failed
    }
  }
}

/** Each pair has written to each other, so that no limit on new contacts applies. */
async function openConversations(sql: pg.Pool, pairs: readonly (readonly [Member, Member])[]): Promise<void> {
  await sql.query(
    `with pairs as (select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as pairs (public_id, one, other)),
      opened as (
        insert into conversations (public_id, first_id, second_id, opened_by, answered, created_at, last_message_at)
        select public_id, least(one, other), greatest(one, other), other, true, now(), now() from pairs returning id, first_id, second_id
      )
    insert into participants (conversation_id, member_id, other_id, last_message_at)
    select id, first_id, second_id, now() from opened union all select id, second_id, first_id, now() from opened`,
    [pairs.map(() => newPublicId()), pairs.map(([one]) => one.id), pairs.map(([, other]) => other.id)]
  )
}

async function giveCredits(url: string, members: readonly number[]): Promise<void> {
  const db = openDatabase(url, { connections: 2, patience: 10 })
  for (const member of members) {
    const movement = `given:${member}`
    await grantCredits(db, { member, tenant: TENANT.id, credits: 100_000, movement, reason: 'goodwill', now: new Date() })
  }
  await db.destroy()
}

function send(server: Server, from: Member, to: Member, text: string): Promise<boolean> {
  const headers = {
    ...from.headers,
    'content-type': 'application/json',
    'x-client-request': '1',
    'idempotency-key': `bench-${text}-${'k'.repeat(16)}`
  }
  return new Promise((resolve) => {
    const call = request(`${server.url}/api/message.php`, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200))
    })
    call.on('error', () => resolve(false)).end(JSON.stringify({ member: to.publicId, text, credits: 1_000 }))
  })
}
