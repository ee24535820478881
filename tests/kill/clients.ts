import http from 'node:http'
import pg from 'pg'
import { expect } from 'vitest'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { proveBooks } from '../../origin/credits/prove-books.ts'

// Members that use the product through its edge while its processes are killed or replaced: a request without a 2xx answer is sent again under the
// same key, and a stream that ends is reopened after the last event, as browsers do.

/** The running product. */
export interface Site {
  edgePort: number
  databaseUrl(): string
}

/** A member with a session on the brand they signed up on. */
export interface Client {
  name: string
  host: string
  cookie: string
  id: string
  /** Row number. */
  row: number
}

export interface Answer {
  status: number
  text: string
  cookies: string[]
}

/** What a client has sent and got a 2xx for. */
export interface Acknowledged {
  key: string
  from: Client
  to: Client
  kind: 'message' | 'gift'
}

/** Credits that each client begins with. */
export const BUDGET = 10_000_000
/** The highest price a client agrees to for a message. */
const PRICE_MOST = 1_000
/** The price of a gift on the demo brands. */
const GIFT_PRICE = 5
/** Pause before something is tried again, in ms. */
const AGAIN = 50

export const pause = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms))

export async function until(done: () => boolean): Promise<void> {
  while (!done()) await pause(20)
}

/** One request through the edge; rejects if there was no answer. */
export function ask(
  site: Site,
  host: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {}
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = http.request(
      {
        host: '127.0.0.1',
        port: site.edgePort,
        method,
        path,
        timeout: 15_000,
        headers: { host: `${host}:${site.edgePort}`, 'content-type': 'application/json', 'x-client-request': '1', ...headers }
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
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Repeats a request until it is answered 2xx; `failed` counts the attempts without. A 4xx is a wrong answer, not a process that is gone. */
export async function askUntilTold(ask: () => Promise<Answer>, failed: () => void = () => {}): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer?.status === 200) return answer
    if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${answer.status}: ${answer.text}`)
    failed()
    await pause(AGAIN)
  }
}

export async function withDatabase<T>(site: Site, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: site.databaseUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Logs in a member of the cast, on their own brand unless another one is named. */
export async function logIn(site: Site, name: string, tenant?: string): Promise<Client> {
  const member = CAST.find((one) => one.name === name)!
  const host = `${tenant ?? member.tenant}.localhost`
  const answer = await ask(site, host, 'POST', '/api/user.php', { credentials: { login: member.email, password: CAST_PASSWORD } })
  expect(answer.status).toBe(200)
  const cookie = answer.cookies.map((value) => value.split(';')[0]).join('; ')
  const { id } = (JSON.parse(answer.text) as { user: { id: string } }).user
  const row = await withDatabase(site, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from members where public_id = $1', [id])
    return Number(rows[0]!.id)
  })
  return { name, host, cookie, id, row }
}

/** Lets clients write to anyone of their pool: confirmed, with Premium, and with more credits than they can spend here. */
export async function provide(site: Site, clients: readonly Client[]): Promise<void> {
  await withDatabase(site, (client) =>
    client.query(`update members set status = 'confirmed', paid_user = true where id = any($1)`, [clients.map(({ row }) => row)])
  )
  const db = openDatabase(site.databaseUrl())
  for (const { row, host } of clients) {
    await grantCredits(db, {
      member: row,
      tenant: host.split('.')[0]!,
      credits: BUDGET,
      movement: `kill-test:${row}`,
      reason: 'goodwill',
      now: new Date()
    })
  }
  await db.destroy()
}

/** Sends a message, or a gift with a note, until it is acknowledged. */
export async function send(site: Site, what: Acknowledged, failed?: () => void): Promise<void> {
  const { key, from, to, kind } = what
  const [path, body] =
    kind === 'message'
      ? ['/api/message.php', { member: to.id, text: key, credits: PRICE_MOST }]
      : ['/api/gift.php', { member: to.id, gift: 'rose', note: key, credits: GIFT_PRICE, to_fictional: false }]
  await askUntilTold(() => ask(site, from.host, 'POST', path, body, { cookie: from.cookie, 'idempotency-key': key }), failed)
}

export interface ReadEvent {
  number: number
  type: string
  data: { conversation_id?: string; message?: { id: string; position: number; mine: boolean } }
}

/** Reads a member's events from now on over as many streams as it takes; resolves once the first one is open. */
export async function readAlong(site: Site, { host, cookie }: Client) {
  const events: ReadEvent[] = []
  let last = ''
  let streams = 0
  let first: number | null = null
  const told = { stop: false }
  let current: http.ClientRequest | null = null
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()

  function take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const))
    const [id, type, data] = ['id', 'event', 'data'].map((name) => fields.get(name))
    if (id) last = id
    if (!type) return
    if (type !== 'ping') {
      // A passing one has no number.
      if (id) events.push({ number: Number(id), type, data: JSON.parse(data!) as ReadEvent['data'] })
      return
    }
    first ??= Number(last)
    open()
  }

  /** One stream, to its end however it ends. */
  const stream = () =>
    new Promise<void>((resolve) => {
      const headers = { host: `${host}:${site.edgePort}`, cookie, 'x-client-request': '1', ...(last && { 'last-event-id': last }) }
      current = http.get({ host: '127.0.0.1', port: site.edgePort, path: '/api/events.php', headers, agent: false }, (answer) => {
        if (answer.statusCode === 200) streams++
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
          const blocks = text.split('\n\n')
          text = blocks.pop()!
          if (answer.statusCode === 200) for (const block of blocks) take(block)
        })
        answer.on('close', resolve)
        answer.on('error', () => {})
      })
      current.on('error', () => resolve())
    })

  const reading = (async () => {
    while (!told.stop) {
      await stream()
      await pause(AGAIN)
    }
  })()
  await opened
  return {
    events,
    /** How many streams have been open, one after another. */
    streams: () => streams,
    /** Cuts the connection: the reader opens another one. */
    cut: () => void current?.destroy(),
    /** Ends the reading once the member's newest event has been read. Every event since the first stream must have come once and in order. */
    async finish(row: number): Promise<ReadEvent[]> {
      const newest = await withDatabase(site, async (client) => {
        const { rows } = await client.query<{ number: string }>('select number from event_counters where member_id = $1', [row])
        return Number(rows[0]!.number)
      })
      await expect.poll(() => Number(last), { timeout: 60_000 }).toBeGreaterThanOrEqual(newest)
      told.stop = true
      current?.destroy()
      await reading
      expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => first! + 1 + index))
      expect(events.filter(({ type }) => type === 'everything_changed')).toEqual([])
      return events
    }
  }
}

/**
 * Everything acknowledged exists exactly once, was announced once to each side, and was paid once; nothing has a gap; the books balance and each
 * member has what they haven't spent; what counts as unread is what came after the last message read.
 */
export async function expectKept(site: Site, acknowledged: readonly Acknowledged[], clients: readonly Client[]): Promise<void> {
  const keys = acknowledged.map(({ key }) => key)
  const rows = clients.map(({ row }) => row)
  await withDatabase(site, async (client) => {
    const count = async (query: string, values: unknown[]) => (await client.query(query, values)).rows as Record<string, string>[]
    const found = await count('select client_id from messages where client_id = any($1)', [keys])
    expect(found.length).toBe(keys.length)
    expect(new Set(found.map((row) => row.client_id))).toEqual(new Set(keys))

    expect(await count('select conversation_id from messages group by 1 having count(*) <> max(position) - min(position) + 1', [])).toEqual(
      []
    )

    const paid = `select messages.id, content ->> 'type' as kind, conversation_id, count(ledger_movements.id) as times
      from messages left join ledger_movements on about = messages.id and reason = coalesce(content ->> 'type', 'message')
      where client_id = any($1) group by 1`
    expect(await count(`select * from (${paid}) each where times > 1 or (kind = 'gift' and times <> 1)`, [keys])).toEqual([])
    // Only the message that opened a conversation and the first reply are free.
    expect(await count(`select conversation_id from (${paid}) each where times = 0 group by 1 having count(*) > 2`, [keys])).toEqual([])

    const told = `select events.member_id, data #>> '{message,id}' as id, count(*) as times from events
      where member_id = any($2) and data ? 'message' group by 1, 2`
    expect(
      await count(
        `select messages.id, side.member_id, coalesce(times, 0) as times
         from messages join participants side using (conversation_id)
         left join (${told}) told on told.member_id = side.member_id and told.id = messages.public_id
         where client_id = any($1) and side.member_id = any($2) and times is distinct from 1`,
        [keys, rows]
      )
    ).toEqual([])
    expect(
      await count(
        `select events.member_id from events join event_counters using (member_id) where events.member_id = any($1)
         group by 1, event_counters.number having count(*) <> max(events.number) - min(events.number) + 1 or max(events.number) <> event_counters.number`,
        [rows]
      )
    ).toEqual([])

    expect(
      await count(
        `select participants.member_id, unread from participants where member_id = any($1) and unread <> (
           select count(*) from messages where messages.conversation_id = participants.conversation_id
             and sender_id <> participants.member_id and position > greatest(read_position, deleted_position))`,
        [rows]
      )
    ).toEqual([])
    const spent = await count(
      `select member_id, sum(-amount) as spent from ledger_legs join ledger_movements on ledger_movements.id = movement_id
       where member_id = any($1) and account = 'member' and amount < 0 and reason in ('message', 'gift') group by 1`,
      [rows]
    )
    const prices = await count(
      `select sender_id as member_id, sum(case when reason = 'gift' then ${GIFT_PRICE} else 2 end) as spent
       from messages join ledger_movements on about = messages.id and reason in ('message', 'gift') where sender_id = any($1) group by 1`,
      [rows]
    )
    const byMember = (sums: Record<string, string>[]) => sums.map(({ member_id: id, spent }) => `${id}: ${Number(spent)}`).sort()
    expect(byMember(spent)).toEqual(byMember(prices))
  })
  const db = openDatabase(site.databaseUrl())
  const { problems, movements } = await proveBooks(db)
  await db.destroy()
  expect(problems).toEqual([])
  expect(movements).toBeGreaterThan(0)
  // The numbers that the pages show are those of the table.
  for (const { host, cookie, row } of clients) {
    const { text } = await askUntilTold(() => ask(site, host, 'GET', '/api/user.php', undefined, { cookie }))
    const unread = await withDatabase(site, async (client) => {
      const { rows: sums } = await client.query<{ unread: string }>(
        'select coalesce(sum(unread), 0) as unread from participants where member_id = $1 and not hidden',
        [row]
      )
      return Number(sums[0]!.unread)
    })
    expect((JSON.parse(text) as { user: { num_unread_messages: number } }).user.num_unread_messages).toBe(unread)
  }
}
