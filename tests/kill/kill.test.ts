import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { repeats } from '../fixtures/long.ts'
import { startStack, type Stack, type Victim } from './stack.ts'

// Edge, origin, database and everything together are killed (-9) again and again while members write to each other. What was answered 2xx must exist
// exactly once; anything else is sent again with the same key, like the browser does. `npm run test:kill` kills 200 times.
const ROUNDS = repeats(2, 50)
const VICTIMS: Victim[] = ['origin', 'edge', 'database', 'everything']
const WRITERS = 8

let stack: Stack
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tether-kill-'))
  stack = await startStack(dataDir)
}, 180_000)

afterAll(async () => {
  await stack.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

test(
  `every acknowledged message exists exactly once after ${ROUNDS * VICTIMS.length} kills`,
  async () => {
    const [one, other] = await twoOfOnePool()
    const acknowledged = new Set<string>()
    const told = { stop: false }
    const writers = Array.from({ length: WRITERS }, (_, index) => {
      const [from, to] = index % 2 === 0 ? [one, other] : [other, one]
      return writeUntilTold(from, to.id, `w${index}`, acknowledged, told)
    })
    for (let round = 0; round < ROUNDS; round++) {
      for (const victim of VICTIMS) {
        const before = acknowledged.size
        await until(() => acknowledged.size >= before + 10)
        await stack.kill(victim)
      }
    }
    const last = acknowledged.size
    await until(() => acknowledged.size >= last + 10)
    told.stop = true
    await Promise.all(writers)

    const client = new pg.Client({ connectionString: stack.databaseUrl() })
    await client.connect()
    const { rows } = await client.query<{ client_id: string; copies: string }>(
      'select client_id, count(*) as copies from messages where client_id = any($1) group by 1',
      [[...acknowledged]]
    )
    const gaps = await client.query('select conversation_id from messages group by 1 having count(*) <> max(position) - min(position) + 1')
    await client.end()
    expect(rows.length).toBe(acknowledged.size)
    expect(rows.filter(({ copies }) => copies !== '1')).toEqual([])
    expect(gaps.rows).toEqual([])
    console.log(`${VICTIMS.length * ROUNDS} kills, ${acknowledged.size} acknowledged messages, 0 lost, 0 doubled`)
  },
  repeats(600_000, 3_600_000)
)

interface Writer {
  host: string
  cookie: string
  id: string
}

/** Two members of one pool, each on the brand they signed up on. */
async function twoOfOnePool(): Promise<[Writer, Writer]> {
  const [one, other] = ['Anna', 'Bram'].map((name) => CAST.find((member) => member.name === name)!)
  return [await logIn(one!.email, one!.tenant), await logIn(other!.email, other!.tenant)]
}

async function logIn(login: string, tenant: string): Promise<Writer> {
  const host = `${tenant}.localhost`
  const answer = await ask(host, 'POST', '/api/user.php', { credentials: { login, password: CAST_PASSWORD } })
  expect(answer.status).toBe(200)
  const cookie = answer.cookies.map((value) => value.split(';')[0]).join('; ')
  return { host, cookie, id: (JSON.parse(answer.text) as { user: { id: string } }).user.id }
}

/** Sends message after message; one without a 2xx is sent again under its key until it gets one. */
async function writeUntilTold(
  from: Writer,
  member: string,
  name: string,
  acknowledged: Set<string>,
  told: { stop: boolean }
): Promise<void> {
  for (let number = 0; !told.stop; number++) {
    const key = `${name}-${number}-kill-test`
    for (;;) {
      const answer = await ask(
        from.host,
        'POST',
        '/api/message.php',
        { member, text: key },
        { cookie: from.cookie, 'idempotency-key': key }
      ).catch(() => null)
      if (answer?.status === 200) break
      // A 4xx would be a wrong answer, not a killed process.
      if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${answer.status}: ${answer.text}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    acknowledged.add(key)
  }
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 20))
}

interface Answer {
  status: number
  text: string
  cookies: string[]
}

function ask(host: string, method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = http.request(
      {
        host: '127.0.0.1',
        port: stack.edgePort,
        method,
        path,
        timeout: 15_000,
        headers: { host: `${host}:${stack.edgePort}`, 'content-type': 'application/json', 'x-client-request': '1', ...headers }
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }))
        answer.on('error', reject)
      }
    )
    call.on('timeout', () => call.destroy(new Error('timeout')))
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}
