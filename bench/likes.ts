import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../bin/postgres/embedded.ts'
import type { Deps } from '../origin/deps.ts'
import { aMember, type Member } from './asking.ts'
import { growCrowd } from './crowd.ts'
import { TENANT } from './member-page.ts'
import { processorTime } from './processor.ts'
import { anOrigin } from './reach.ts'

/** Likes of each kind that the popular member has, and the other one. */
const [MANY, FEW] = [50_000, 50]
/** Calls per page, after as many for warming up. */
const CALLS = 100
/** Members who like at the same time, the connections that they use, and for how long, in seconds. */
const WRITERS = 400
const AT_ONCE = 24
const [WARMING, WRITING] = [4, 12]
/** One read per this many likes. */
const LIKES_PER_READ = 4

/**
 * Pages of likes of a member who has 50,000 received, given and matches, beside one who has 50, in ms at the origin (goal: p95 25 ms); and likes a second
 * beside reads (goal: 1,000 on two cores): by the clock of this machine, whose other work slows it down, and by processor time of this process, which
 * makes the requests too, and of PostgreSQL, which runs beside it.
 */
export async function likes() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-likes-'))
  const database = await startEmbedded({ dataDir, log: () => {} })
  const sql = new pg.Pool({ connectionString: database.socketUrl, max: 2 })
  // The server's end ends its idle connections.
  sql.on('error', () => {})
  const origin = await anOrigin(database.socketUrl, dataDir)
  try {
    await growCrowd(sql, { pool: TENANT.pool, home: TENANT.id }, MANY + 1 + WRITERS)
    // Members who are online aren't mailed at once.
    await sql.query('update presence set last_seen_at = now()')
    const { rows } = await sql.query<{ id: string }>('select id from members where pool = $1 order by id', [TENANT.pool])
    const ids = rows.map(({ id }) => Number(id))
    const [popular, other, ...writers] = ids.slice(0, 2 + WRITERS) as [number, number, ...number[]]
    await giveLikes(sql, popular, ids, MANY)
    await giveLikes(sql, other, ids, FEW)
    await sql.query('vacuum analyze')
    return { ...(await pages(origin.deps, sql, popular, other)), ...(await writing(origin.deps, database.pid, writers, ids)) }
  } finally {
    await origin.close()
    await sql.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Creates likes between a member and these others, both ways; half of those received are new. */
async function giveLikes(sql: pg.Pool, member: number, ids: readonly number[], count: number): Promise<void> {
  await sql.query(
    `insert into likes (liker_id, liked_id, created_at, matched_at, is_new)
    select case way when 1 then $1 else id end, case way when 1 then id else $1 end,
      now() - place * interval '1 minute', now() - place * interval '1 minute', way = 2 and place % 2 = 0
    from unnest($2::bigint[]) with ordinality as others (id, place), generate_series(1, 2) way
    on conflict do nothing`,
    [member, ids.filter((id) => id !== member).slice(0, count)]
  )
}

async function pages(deps: Deps, sql: pg.Pool, popular: number, other: number) {
  const behind = async (member: number, type: 'received' | 'given') => {
    const [own, others] = type === 'given' ? ['liker_id', 'liked_id'] : ['liked_id', 'liker_id']
    const { rows } = await sql.query<{ cursor: string }>(
      `select (extract(epoch from likes.created_at) * 1000000)::bigint || '.' || members.public_id as cursor
      from likes join members on members.id = likes.${others} where likes.${own} = $1 and not likes.is_new
      order by likes.created_at limit 1 offset $2`,
      [member, FEW / 2 - 1]
    )
    return `/api/likes.php?type=${type}&after=${type === 'received' ? 'o' : ''}${rows[0]!.cursor}`
  }
  const rows: Record<string, Record<string, string | number>> = {}
  const [popularOne, otherOne] = [await aMember(deps, popular), await aMember(deps, other)]
  const cases: Record<string, (member: number) => Promise<string>> = {
    'received and given': async () => '/api/likes.php',
    'received, the last page': (member) => behind(member, 'received'),
    'given, the last page': (member) => behind(member, 'given'),
    matches: async () => '/api/likes.php?type=matches',
    'the counters': async () => '/api/user.php'
  }
  for (const [name, pathOf] of Object.entries(cases)) {
    const [few, many] = [await timed(otherOne, await pathOf(other)), await timed(popularOne, await pathOf(popular))]
    rows[name] = { [`${FEW}: median`]: few.median, [`${FEW}: p95`]: few.p95, [`${MANY}: median`]: many.median, [`${MANY}: p95`]: many.p95 }
  }
  return rows
}

async function timed({ ask }: Member, path: string) {
  const times: number[] = []
  for (let call = 0; call < 2 * CALLS; call++) {
    const began = performance.now()
    await ask('GET', path)
    if (call >= CALLS) times.push(performance.now() - began)
  }
  times.sort((one, two) => one - two)
  const at = (share: number) => Number(times[Math.floor(times.length * share)]!.toFixed(1))
  return { median: at(0.5), p95: at(0.95) }
}

async function writing(deps: Deps, database: number, writers: readonly number[], ids: readonly number[]) {
  const members: Member[] = []
  for (const id of writers) members.push(await aMember(deps, id))
  const liked = await deps.db.selectFrom('members').select('public_id').where('id', 'in', ids.slice(-5000)).execute()
  let count = 0
  let over = performance.now() + WARMING * 1000
  const writer = async () => {
    while (performance.now() < over) {
      const { ask } = members[randomInt(members.length)]!
      const { public_id: id } = liked[randomInt(liked.length)]!
      await ask('POST', '/api/like.php', { id })
      count += 1
      if (count % LIKES_PER_READ === 0) await ask('GET', '/api/user.php')
    }
  }
  const all = () => Promise.all(Array.from({ length: AT_ONCE }, writer))
  await all()
  const [before, node, postgres, began] = [count, process.cpuUsage(), processorTime(database), performance.now()]
  over = began + WRITING * 1000
  await all()
  const [likes, { user, system }] = [count - before, process.cpuUsage(node)]
  const perLike = { node: (user + system) / 1000 / likes, postgres: ((processorTime(database) - postgres) * 1000) / likes }
  return {
    'likes beside reads': {
      'a second': Math.round((likes * 1000) / (performance.now() - began)),
      'Node, ms': perLike.node.toFixed(2),
      'PostgreSQL, ms': perLike.postgres.toFixed(2),
      'a second on two cores': Math.round(2000 / (perLike.node + perLike.postgres))
    }
  }
}
