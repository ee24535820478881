import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '../../bin/settings.ts'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { sandboxAccount } from '../../origin/providers/payment/sandbox/account.ts'
import { WEBHOOK_PURPOSE } from '../../origin/providers/payment/sandbox/sandbox.ts'
import { signBody } from '../../shared/auth/body-signature.ts'
import { repeats } from '../fixtures/long.ts'
import { startStack, type Stack, type Victim } from './stack.ts'

// Edge, origin, database and everything together are killed (-9) again and again while members write to each other. What was answered 2xx must exist
// exactly once; anything else is sent again with the same key, like the browser does. `npm run test:kill` kills 200 times.
const ROUNDS = repeats(2, 50)
/** Each is killed twice. */
const CHECKOUTS = repeats(1, 50)
const VICTIMS: Victim[] = ['origin', 'edge', 'database', 'everything']
const WRITERS = 8
/** The highest price a writer agrees to. */
const PRICE_MOST = 1_000

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
    await giveCredits([one, other])
    const acknowledged = new Set<string>()
    const told = { stop: false }
    const writers = Promise.all(
      Array.from({ length: WRITERS }, (_, index) => {
        const [from, to] = index % 2 === 0 ? [one, other] : [other, one]
        return writeUntilTold(from, to.id, `w${index}`, acknowledged, told)
      })
    )
    /** Waits for messages; a wrong answer to one of them ends the test at once. */
    const acknowledgedMore = async (than: number) => await Promise.race([until(() => acknowledged.size >= than + 10), writers])
    for (let round = 0; round < ROUNDS; round++) {
      for (const victim of VICTIMS) {
        const before = acknowledged.size
        await acknowledgedMore(before)
        await stack.kill(victim)
      }
    }
    const last = acknowledged.size
    await acknowledgedMore(last)
    told.stop = true
    await writers

    const client = new pg.Client({ connectionString: stack.databaseUrl() })
    await client.connect()
    const { rows } = await client.query<{ client_id: string; copies: string }>(
      'select client_id, count(*) as copies from messages where client_id = any($1) group by 1',
      [[...acknowledged]]
    )
    const paid = await client.query<{ unpaid: string; twice: string }>(
      `select count(*) filter (where times = 0) as unpaid, count(*) filter (where times > 1) as twice from (
         select messages.id, count(ledger_movements.id) as times
         from messages left join ledger_movements on reason = 'message' and about = messages.id
         where client_id = any($1) group by 1) as each`,
      [[...acknowledged]]
    )
    const gaps = await client.query('select conversation_id from messages group by 1 having count(*) <> max(position) - min(position) + 1')
    await client.end()
    expect(rows.length).toBe(acknowledged.size)
    expect(rows.filter(({ copies }) => copies !== '1')).toEqual([])
    expect(gaps.rows).toEqual([])
    expect(paid.rows[0]!.twice).toBe('0')
    // Only the message that opened the conversation and the first reply are free.
    expect(Number(paid.rows[0]!.unpaid)).toBeLessThanOrEqual(2)
    console.log(`${VICTIMS.length * ROUNDS} kills, ${acknowledged.size} acknowledged messages, 0 lost, 0 doubled`)
  },
  repeats(600_000, 3_600_000)
)

// A checkout is begun while the origin is killed, between the order's row, the provider's call and its answer; then it is paid while the origin is killed,
// between a report's receipt and its effect. The same press and the repeated report complete it.
test(
  `an order is paid once and credited once, with ${CHECKOUTS * 2} kills on the way`,
  async () => {
    const buyer = await logIn(CAST.find((member) => member.name === 'Bram')!.email, 'fluwijn')
    const client = new pg.Client({ connectionString: stack.databaseUrl() })
    await client.connect()
    const creditsNow = async () =>
      Number(
        (
          await client.query<{ balance: string }>(
            `select balance from ledger_accounts join members on members.id = member_id where public_id = $1 and account = 'member' and unit = 'credits'`,
            [buyer.id]
          )
        ).rows[0]?.balance ?? 0
      )
    const before = await creditsNow()
    const ids: string[] = []
    for (let round = 0; round < CHECKOUTS; round++) {
      const pressed = orderUntilTold(buyer, `checkout-${round}`)
      await soon(round)
      await stack.kill('origin')
      const id = await pressed
      ids.push(id)
      const [payment, ...more] = await sandboxPayments(id)
      expect(more).toEqual([])
      const paid = fetch(payment!.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'pay' }) }).catch(
        () => null
      )
      await soon(round)
      await stack.kill('origin')
      await paid
      await fetch(payment!.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'pay' }) })
      for (const fact of (await sandboxPayments(id))[0]!.facts) await reportUntilTaken(buyer, fact)
    }
    const { rows } = await client.query<{ public_id: string; status: string; booked: string }>(
      `select orders.public_id, orders.status, (select count(*) from ledger_movements where order_id = orders.id) as booked
       from orders join members on members.id = member_id where members.public_id = $1`,
      [buyer.id]
    )
    expect(rows).toHaveLength(CHECKOUTS)
    expect(rows.map((row) => row.public_id).sort()).toEqual(ids.sort())
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['completed']))
    expect(new Set(rows.map(({ booked }) => booked))).toEqual(new Set(['1']))
    expect(await creditsNow()).toBe(before + 20 * CHECKOUTS)
    await client.end()
  },
  repeats(120_000, 3_600_000)
)

/** A moment of a call: another one each round. */
const soon = async (round: number) => await new Promise((resolve) => setTimeout(resolve, (round * 17) % 90))

/** Presses the button of the smallest bundle under one key until it is answered; returns the order's id. */
async function orderUntilTold({ host, cookie }: Writer, key: string): Promise<string> {
  for (let total = 995; ;) {
    const body = { bundle: '20', method: 'card', country: 'NL', currency: 'EUR', total }
    const answer = await ask(host, 'POST', '/api/payment.php', body, { cookie, 'idempotency-key': `${key}-kill-test-${total}` }).catch(
      () => null
    )
    const said =
      answer && (JSON.parse(answer.text || '{}') as { payment_id?: string; error?: { code: string; params?: { total: number } } })
    if (answer?.status === 200) return said!.payment_id!
    if (said?.error?.code === 'price_changed') total = said.error.params!.total
    else if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${answer.status}: ${answer.text}`)
    else await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const ACCOUNT = sandboxAccount(`sandbox\n${readEnvironment({}).appSecret}`, 'fluwijn')

/** What the sandbox knows of an order. */
async function sandboxPayments(reference: string): Promise<{ url: string; facts: object[] }[]> {
  const url = await readFile(join(dataDir, 'sandbox.url'), 'utf8')
  const answer = await fetch(`${url}/v1/payments?reference=${reference}`, { headers: { authorization: `Bearer ${ACCOUNT.apiKey}` } })
  return ((await answer.json()) as { payments: { url: string; facts: object[] }[] }).payments
}

/** Repeats a report as the provider does, until it is taken. */
async function reportUntilTaken({ host }: Writer, fact: object): Promise<void> {
  for (;;) {
    const signature = await signBody(ACCOUNT.webhookSecret, WEBHOOK_PURPOSE, JSON.stringify(fact), Date.now())
    const path = '/api/payment-webhook.php?provider=sandbox'
    const answer = await ask(host, 'POST', path, fact, { 'x-payment-signature': signature }).catch(() => null)
    if (answer?.status === 200) return
    if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${answer.status}: ${answer.text}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

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

/** Gives the writers more credits than they can spend here. */
async function giveCredits(writers: Writer[]): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl() })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from members where public_id = any($1)', [writers.map(({ id }) => id)])
  await client.end()
  const db = openDatabase(stack.databaseUrl())
  for (const { id } of rows) {
    await grantCredits(db, {
      member: Number(id),
      tenant: 'afterdusk',
      credits: 10_000_000,
      movement: `kill-test:${id}`,
      reason: 'goodwill',
      now: new Date()
    })
  }
  await db.destroy()
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
        { member, text: key, credits: PRICE_MOST },
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
