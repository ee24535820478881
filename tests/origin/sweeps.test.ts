import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { createTestOrigin, START, type TestOrigin } from '../fixtures/origin.ts'

let origin: TestOrigin
afterEach(() => origin.close())

const HOUR = 3_600_000
const at = (hours: number) => new Date(START.getTime() + hours * HOUR)

test('everything expired is deleted, however much it is, and nothing else', async () => {
  origin = await createTestOrigin()
  const member = await origin.aMember()
  const { db } = origin.deps
  // More than one batch of each that expires by the end of the week, and one that doesn't.
  for (const [end, from, to] of [
    [at(1), 1, 2500],
    [at(24 * 20), 2501, 2501]
  ] as const) {
    await sql`insert into sessions select int8send(n), ${member.row.id}, 'velvet', ${START}, ${START}, ${end} from generate_series(${from}::bigint, ${to}::bigint) n`.execute(
      db
    )
    // A link says for thirty more days that it has expired.
    await sql`insert into tokens select int8send(n), ${member.row.id}, 'velvet', 'activate', ${START}, ${new Date(end.getTime() - 30 * 24 * HOUR)} from generate_series(${from}::bigint, ${to}::bigint) n`.execute(
      db
    )
    await sql`
      insert into outbox (channel, tenant, recipient, message, created_at, due_at, delivered_at)
      select 'mail', 'velvet', '', '{}', ${end}, ${end}, ${end} from generate_series(${from}::bigint, ${to}::bigint)`.execute(db)
    await sql`insert into events select ${member.row.id}, n, 'everything_changed', '{}', ${end} from generate_series(${from}::bigint, ${to}::bigint) n`.execute(
      db
    )
    await sql`insert into idempotency_keys select n::text, 'signUp', 'key', '', '{}', ${end} from generate_series(${from}::bigint, ${to}::bigint) n`.execute(
      db
    )
    await sql`insert into daily_quotas select n::text, 1, ${end} from generate_series(${from}::bigint, ${to}::bigint) n`.execute(db)
    await sql`insert into login_failures select n::text, 1, ${end} from generate_series(${from}::bigint, ${to}::bigint) n`.execute(db)
  }
  const moved = await origin.send('/__dev/clock', {
    method: 'POST',
    tenant: 'velvet',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 8 * 24 * 3600 })
  })
  expect(moved.status).toBe(200)
  const counts = []
  for (const table of ['sessions', 'tokens', 'outbox', 'events', 'idempotency_keys', 'login_failures', 'daily_quotas'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts.push([table, count])
  }
  expect(Object.fromEntries(counts)).toEqual({
    // The member's own is the second.
    sessions: 2,
    tokens: 1,
    outbox: 1,
    events: 1,
    idempotency_keys: 1,
    login_failures: 1,
    daily_quotas: 1
  })
})

test('a hanging mail server holds up no other sweep', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  origin = await createTestOrigin({ mail: { send: () => taken, close: () => {} } })
  const member = await origin.aMember()
  await origin.call('requestPasswordReset', { body: { email: member.row.email } })
  origin.advance(40 * 24 * 3600)
  const swept = runSweeps(origin.deps)
  try {
    await expect.poll(() => origin.deps.db.selectFrom('sessions').select('tenant').execute()).toEqual([])
  } finally {
    take()
    await swept
  }
})

test('the campaign of a sign-up is deleted after 30 days, even while someone else locks a row', async () => {
  origin = await createTestOrigin({ patience: 1 })
  const tracking = JSON.stringify({ network: 'net' })
  const [held, free] = [await origin.aMember({ tracking }), await origin.aMember({ tracking })]
  origin.advance(31 * 24 * 3600)
  const { db } = origin.deps
  const tracked = async () => {
    const rows = await db
      .selectFrom('members')
      .select('id')
      .where(sql<boolean>`tracking <> '{}'`)
      .execute()
    return rows.map(({ id }) => id)
  }
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('members').select('id').where('id', '=', held.row.id).forUpdate().execute()
    await runSweeps(origin.deps)
    expect(await tracked()).toEqual([held.row.id])
  })
  await runSweeps(origin.deps)
  expect(await tracked()).toEqual([])
  expect(free.row.tracking).not.toEqual({})
})
