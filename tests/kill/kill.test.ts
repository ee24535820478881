import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '../../bin/settings.ts'
import { sandboxAccount } from '../../origin/providers/payment/sandbox/account.ts'
import { WEBHOOK_PURPOSE } from '../../origin/providers/payment/sandbox/sandbox.ts'
import { signBody } from '../../shared/auth/body-signature.ts'
import { repeats } from '../fixtures/long.ts'
import { recordTested } from '../fixtures/tested.ts'
import {
  ask,
  askUntilTold,
  expectKept,
  logIn,
  provide,
  readAlong,
  send,
  until,
  type Acknowledged,
  type Client,
  type ReadEvent
} from './clients.ts'
import { startStack, type Stack, type Victim } from './stack.ts'

// Edge, origin, database and everything together are killed (-9) again and again, in turn and at random, while twenty clients of nine members write,
// give, read and listen. Every write answered 2xx must exist exactly once; any other is sent again with the same key, as the browser does.
// `npm run test:kill` kills 200 times (TEST_KILLS says otherwise), with 150 acknowledged writes between two kills.
const KILLS = Number(process.env.TEST_KILLS ?? repeats(2, 200))
const MEANWHILE = repeats(10, 150)
/** Each is killed twice. */
const CHECKOUTS = repeats(1, 50)
/** `npm test` kills the first two. */
const VICTIMS: Victim[] = ['origin', 'everything', 'edge', 'database']
const POOLS = [
  ['Anna', 'Bram', 'David', 'Eline', 'Felix'],
  ['Grace', 'Hugo', 'Kaisa', 'Luca']
]
const CLIENTS = 20

let stack: Stack
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tether-kill-'))
  stack = await startStack(dataDir)
}, 180_000)

afterAll(async () => {
  await stack?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

test(
  `every acknowledged write exists exactly once after ${KILLS} kills`,
  async () => {
    const pools: Client[][] = []
    for (const names of POOLS) pools.push(await Promise.all(names.map((name) => logIn(stack, name))))
    const members = pools.flat()
    await provide(stack, members)
    const readers = new Map<Client, Awaited<ReturnType<typeof readAlong>>>()
    for (const member of members) readers.set(member, await readAlong(stack, member))
    const acknowledged: Acknowledged[] = []
    const told = { stop: false }
    let repeated = 0
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const from = members[client % members.length]!
        const others = pools.find((pool) => pool.includes(from))!.filter((member) => member !== from)
        for (let number = 0; !told.stop; number++) {
          const to = pick(others)
          const what: Acknowledged = {
            key: `c${client}-${number}-kill-test`,
            from,
            to,
            kind: (client + number) % 10 === 9 ? 'gift' : 'message'
          }
          await send(stack, what, () => repeated++)
          acknowledged.push(what)
          if ((client + number) % 8 === 7) await readNewest(from, readers.get(from)!.events)
        }
      })
    )
    /** Waits for writes; a wrong answer to one of them ends the test at once. */
    const acknowledgedMore = async () => {
      const before = acknowledged.length
      await Promise.race([until(() => acknowledged.length >= before + MEANWHILE), clients])
    }
    for (let kill = 0; kill < KILLS; kill++) {
      await acknowledgedMore()
      // In turn, and at random.
      await stack.kill(kill % (2 * VICTIMS.length) < VICTIMS.length ? VICTIMS[kill % VICTIMS.length]! : pick(VICTIMS))
    }
    await acknowledgedMore()
    told.stop = true
    await clients
    for (const [member, reader] of readers) {
      const events = await reader.finish(member.row)
      const written = acknowledged.filter(({ from, to }) => from === member || to === member)
      expect(events.filter(({ type }) => type === 'message')).toHaveLength(written.length)
    }
    await expectKept(stack, acknowledged, members)
    const gifts = acknowledged.filter(({ kind }) => kind === 'gift').length
    if (KILLS >= 200) await recordTested('kills', { kills: KILLS, writes: acknowledged.length })
    console.log(`${KILLS} kills, ${acknowledged.length} acknowledged writes (${gifts} gifts), ${repeated} sent again, 0 lost, 0 doubled`)
  },
  repeats(600_000, 7_200_000)
)

const pick = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)]!

/** Reads the conversation of the newest message up to it, as an open page does. */
async function readNewest({ host, cookie }: Client, events: readonly ReadEvent[]): Promise<void> {
  const newest = events.findLast(({ data }) => data.message && !data.message.mine)
  if (!newest) return
  const body = { conversation: newest.data.conversation_id, position: newest.data.message!.position }
  await askUntilTold(() => ask(stack, host, 'POST', '/api/read.php', body, { cookie }))
}

// A checkout is begun while the origin is killed, between the order's row, the provider's call and its answer; then it is paid while the origin is killed,
// between a report's receipt and its effect. The same press and the repeated report complete it.
test(
  `an order is paid once and credited once, with ${CHECKOUTS * 2} kills on the way`,
  async () => {
    const buyer = await logIn(stack, 'Bram')
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
async function orderUntilTold({ host, cookie }: Client, key: string): Promise<string> {
  for (let total = 995; ;) {
    const body = { bundle: '20', method: 'card', country: 'NL', currency: 'EUR', total }
    const answer = await ask(stack, host, 'POST', '/api/payment.php', body, {
      cookie,
      'idempotency-key': `${key}-kill-test-${total}`
    }).catch(() => null)
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
async function reportUntilTaken({ host }: Client, fact: object): Promise<void> {
  for (;;) {
    const signature = await signBody(ACCOUNT.webhookSecret, WEBHOOK_PURPOSE, JSON.stringify(fact), Date.now())
    const path = '/api/payment-webhook.php?provider=sandbox'
    const answer = await ask(stack, host, 'POST', path, fact, { 'x-payment-signature': signature }).catch(() => null)
    if (answer?.status === 200) return
    if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${answer.status}: ${answer.text}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
