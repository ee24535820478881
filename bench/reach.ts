import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../bin/postgres/embedded.ts'
import { readEnvironment } from '../bin/settings.ts'
import { startOrigin } from '../origin/start.ts'
import { recountMembers } from '../origin/search/recount.ts'
import type { Deps } from '../origin/deps.ts'
import { aMember } from './asking.ts'
import { start } from './contest.ts'
import { growCrowd } from './crowd.ts'
import { costOf, EDGE_SECRET, logIn, TENANT } from './member-page.ts'
import { nodeFlags } from './npm-script.ts'

const SIZES = [10_000, 100_000, 1_000_000]
/** Calls per case, after as many for warming up. */
const CALLS = 200

/** The filters of each case; `n` varies the ages a little, as between members. */
const CASES: Record<string, (n: number) => Record<string, string>> = {
  'default search': (n) => ({
    gender: 'woman,couple',
    looking_for: 'man',
    country: 'GB',
    min_age: String(25 + (n % 5)),
    max_age: String(45 + (n % 5))
  }),
  'gender, country, ages': (n) => ({ gender: 'woman', country: 'US', min_age: String(30 + (n % 5)), max_age: String(40 + (n % 5)) }),
  'gender, region, ages': (n) => ({
    gender: 'woman',
    countryregion: 'GB-SCT',
    min_age: String(30 + (n % 5)),
    max_age: String(40 + (n % 5))
  }),
  'anyone, anywhere': () => ({}),
  'a rare gender, seventy and older': (n) => ({ gender: 'other', min_age: String(70 + (n % 5)) })
}

/** Other pages on which a member sees these members. */
const PAGES = { 'swipe deck': '/api/swipe.php', 'match finder': '/api/match-finder.php', home: '/api/home.php' }

/**
 * The member search among 10,000, 100,000 and a million generated members on the embedded PostgreSQL: median and p95 in ms of a page at the origin (goal
 * 25 at a million, and at most three times that of 10,000), of pages one and twenty and of the live count; the same of the swipe game's deck, the match finder and a member's home; how many sequential scans of the members there were (goal none);
 * and what `/members` costs as a whole at a million (goal 3 ms of processor time).
 */
export async function reach() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-reach-'))
  const database = await startEmbedded({ dataDir, log: () => {} })
  const sql = new pg.Pool({ connectionString: database.socketUrl, max: 2 })
  // The server's end ends its idle connections.
  sql.on('error', () => {})
  const rows: Record<string, Record<string, string | number>> = {}
  try {
    const first = new Map<string, number>()
    for (const size of SIZES) {
      const origin = await anOrigin(database.socketUrl, dataDir)
      try {
        await growCrowd(sql, { pool: TENANT.pool, home: TENANT.id }, size)
        await recountMembers(origin.deps)
        await sql.query('analyze search_counts')
        const { search, look } = await aSearcher(origin.deps)
        const scans = await scansOf(sql)
        const take = async (key: string, call: Parameters<typeof timed>[0]) => {
          const { median, p95, total } = await timed(call)
          const before = first.get(key) ?? p95
          first.set(key, before)
          console.log(`${size.toLocaleString('en')} ${key}: ${median} ms, p95 ${p95} ms`)
          rows[`${size.toLocaleString('en')} ${key}`] = { median, p95, 'p95 : 10,000': (p95 / before).toFixed(1), total }
        }
        for (const [name, filters] of Object.entries(CASES)) {
          for (const [what, call] of Object.entries(search(filters))) await take(`${name}: ${what}`, call)
        }
        for (const [name, path] of Object.entries(PAGES)) await take(name, look(path))
        // A connection reports what it has read when it ends.
        await origin.close()
        rows[`${size.toLocaleString('en')} sequential scans of the members`] = { total: (await scansOf(sql)) - scans }
      } finally {
        await origin.close()
      }
    }
    rows['/members of a million'] = await wholePage(database, sql, dataDir)
    return rows
  } finally {
    await sql.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** An origin in this process with the brands of the project; in production mode, since local mode checks every answer against the contract. */
export async function anOrigin(databaseUrl: string, dataDir: string) {
  const started = await startOrigin({
    ...readEnvironment(),
    edgeSecret: EDGE_SECRET,
    databaseUrl,
    dataDir,
    local: true,
    limitFactor: 100_000,
    linkBase: ({ domain }) => `https://${domain}`,
    log: pino({ level: 'silent' })
  })
  return { deps: { ...started.deps, local: false }, close: started.close }
}

/** Calls of a member from London, by what is measured, for filters that differ by number. */
async function aSearcher(deps: Deps) {
  const viewer = await deps.db
    .selectFrom('members')
    .select('id')
    .where('pool', '=', TENANT.pool)
    .where('region', '=', 'GB-LDN')
    .where('gender', '=', 'man')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const member = await aMember(deps, viewer.id)
  const ask = async <T = { total: number; next: string | null }>(
    path: string,
    query: Record<string, string>,
    body?: object
  ): Promise<T> => {
    const search = new URLSearchParams(query).toString()
    return JSON.parse(await member.ask(body ? 'POST' : 'GET', search === '' ? path : `${path}?${search}`, body)) as T
  }
  // Until they are answered, the match finder only shows its questions.
  const { answers } = await ask<{ answers: object }>(PAGES['match finder'], {})
  await ask(PAGES['match finder'], {}, answers)
  const look = (path: string) => async () => {
    const { cards = [], members = [], people = [] } = await ask<Partial<Record<string, unknown[]>>>(path, {})
    return { total: cards.length + members.length + people.length }
  }
  const search = (filters: (n: number) => Record<string, string>) => {
    const before = new Map<string, Promise<string | null>>()
    return {
      'page 1': async (n: number) => await ask('/api/members.php', filters(n)),
      'page 20': async (n: number) => {
        const query = filters(n)
        const key = JSON.stringify(query)
        if (!before.has(key))
          before.set(
            key,
            ask('/api/members.php', { ...query, page: '19' }).then(({ next }) => next)
          )
        const after = await before.get(key)
        return () => ask('/api/members.php', { ...query, page: '20', ...(after && { after }) })
      },
      'pages 20 by number': async (n: number) => await ask('/api/members.php', { ...filters(n), page: '20' }),
      count: async (n: number) => await ask('/api/members-count.php', filters(n))
    }
  }
  return { search, look }
}

type Answer = { total: number }

/** Calls one after the other. A call may prepare itself and return what is to be timed. */
async function timed(call: (n: number) => Promise<Answer | (() => Promise<Answer>)>) {
  const times: number[] = []
  let total = 0
  for (let n = 0; n < 2 * CALLS; n++) {
    let began = performance.now()
    let answer = await call(n)
    if (typeof answer === 'function') {
      began = performance.now()
      answer = await answer()
    }
    if (n >= CALLS) times.push(performance.now() - began)
    total = answer.total
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => Number(times[Math.floor(times.length * share)]!.toFixed(1))
  return { median: at(0.5), p95: at(0.95), total }
}

async function scansOf(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ seq_scan: string }>(`select seq_scan from pg_stat_user_tables where relname = 'members'`)
  return Number(rows[0]!.seq_scan)
}

/** The page of a member with the default search, edge and origin in one process. */
async function wholePage(database: { socketUrl: string; pid: number }, sql: pg.Pool, dataDir: string) {
  const product = await start('product', { DATABASE_URL: database.socketUrl, DATA_DIR: dataDir, APP_ENV: 'local' }, nodeFlags('start'))
  try {
    const { headers } = await logIn(sql, '1@crowd.example')
    const query = new URLSearchParams(CASES['default search']!(0))
    return await costOf(product, database.pid, { path: `/members?${query}`, headers })
  } finally {
    product.stop()
  }
}
