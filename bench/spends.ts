import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection
} from 'kysely'
import pg from 'pg'
import { startEmbedded } from '../bin/postgres/embedded.ts'
import { grantCredits } from '../origin/credits/grant-credits.ts'
import { spend, type Spend } from '../origin/credits/spend.ts'
import { openDatabase } from '../origin/db/database.ts'
import { migrate } from '../origin/db/migrate.ts'
import type { Tables } from '../origin/db/tables.ts'

/** Members who spend, connections, seconds per turn, and turns. */
const [MEMBERS, AT_ONCE, SECONDS, TURNS] = [200, 16, 4, 3]

/**
 * Spends per second by `spend`, and by the same SQL sent by plain `pg` with a prepared statement; both on the embedded PostgreSQL, taking turns
 * (goal: at least half as many).
 */
export async function spends() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-spends-'))
  const database = await startEmbedded({ dataDir, log: () => {} })
  const db = openDatabase(database.socketUrl, { connections: AT_ONCE, patience: 10 })
  const plain = new pg.Pool({ connectionString: database.socketUrl, max: AT_ONCE })
  // The server's end ends its idle connections.
  plain.on('error', () => {})
  try {
    await migrate(database.socketUrl)
    for (let member = 1; member <= MEMBERS; member++)
      await grantCredits(db, {
        member,
        tenant: 'bench',
        credits: 1_000_000,
        movement: `given:${member}`,
        reason: 'goodwill',
        now: new Date()
      })
    const text = (await sent(aSpend())).sql
    const byPg = async () => {
      const { rows } = await plain.query<{ movement: number | null }>({
        name: 'spend',
        text,
        values: [...(await sent(aSpend())).parameters]
      })
      if (rows[0]!.movement === null) throw new Error('the plain statement has booked nothing')
    }
    const turns = []
    for (let turn = 0; turn < TURNS; turn++) {
      const [ours, theirs] = [await rate(async () => void (await spend(db, aSpend()))), await rate(byPg)]
      turns.push({
        'spend, a second': Math.round(ours),
        'plain pg, a second': Math.round(theirs),
        ratio: Number((ours / theirs).toFixed(2))
      })
    }
    return turns
  } finally {
    await plain.end()
    await db.destroy()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const aSpend = (): Spend => ({
  member: randomInt(1, MEMBERS + 1),
  tenant: 'bench',
  credits: 1,
  reason: 'message',
  key: randomUUID(),
  now: new Date()
})

/** How often this can be done in a second, after a second of warming up. */
async function rate(once: () => Promise<void>): Promise<number> {
  const run = async (seconds: number) => {
    const began = performance.now()
    let count = 0
    const lane = async () => {
      while (performance.now() < began + seconds * 1000) {
        await once()
        count += 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    return count / ((performance.now() - began) / 1000)
  }
  await run(1)
  return await run(SECONDS)
}

/** The statement that `spend` sends, with its parameters. */
async function sent(order: Spend): Promise<CompiledQuery> {
  let found: CompiledQuery | undefined
  class Listening extends DummyDriver {
    override acquireConnection = async (): Promise<DatabaseConnection> => ({
      executeQuery: async <R>(query: CompiledQuery) => {
        found = query
        return { rows: [{ movement: 1, balance: 1 }] as R[] }
      },
      streamQuery: () => {
        throw new Error('not asked for')
      }
    })
  }
  const listening = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Listening(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler()
    }
  })
  await spend(listening, order)
  return found!
}
