import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TIES } from '../../origin/members/ties.ts'
import { createWorld, type World } from '../fixtures/origin.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * Columns that contain the row number of a member, by table: those that refer to `members`, and bigint columns named like a reference that refer to
 * nothing (where an index for it would have cost too much).
 */
async function memberColumns(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    left join lateral (
      select target.relname as target from pg_constraint
      join pg_class target on target.oid = confrelid
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and attname = c.column_name
      limit 1
    ) reference on true
    where c.table_schema = 'public' and c.data_type = 'bigint' and (
      reference.target = 'members' or (c.table_name = 'members' and c.column_name = 'id')
      or (reference.target is null and c.column_name ~ '_(id|by)$')
    )
    order by c.table_name, c.column_name`.execute(world.deps.db)
  const found = new Map<string, string[]>()
  for (const { table, column } of rows) found.set(table, [...(found.get(table) ?? []), column])
  return found
}

/** A third column about one of the two: which of them acted. */
const ASIDE: Record<string, string[]> = { conversations: ['opened_by'] }

test('every table with two references to members is in the table of ties, with these columns', async () => {
  const found = [...(await memberColumns())]
    .map(([table, columns]) => [table, columns.filter((column) => !ASIDE[table]?.includes(column))] as const)
    .filter(([, columns]) => columns.length > 1)
  const told = TIES.map(({ table, from, to }) => [table, [from, to].sort()] as const)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told))
  expect(told).toHaveLength(found.length)
})

test('a future table is found, whether its columns are foreign keys or not', async () => {
  await sql`create table waves (waver_id bigint not null references members, waved_id bigint not null, at timestamptz)`.execute(
    world.deps.db
  )
  try {
    expect((await memberColumns()).get('waves')).toEqual(['waved_id', 'waver_id'])
  } finally {
    await sql`drop table waves`.execute(world.deps.db)
  }
})

test('columns that are excluded exist', async () => {
  const columns = await memberColumns()
  for (const [table, some] of Object.entries(ASIDE)) expect(columns.get(table)).toEqual(expect.arrayContaining(some))
})

test('what has a list notifies contacts, and a shared row has the smaller number first', async () => {
  for (const { table, list, contact, shared, from, to } of TIES) {
    if (contact) expect(list, table).not.toBeNull()
    if (!shared) continue
    const { rows } = await sql<{ check: string }>`
      select pg_get_constraintdef(oid) as check from pg_constraint
      where contype = 'c' and conrelid = ${`public.${table}`}::regclass`.execute(world.deps.db)
    expect(rows.map(({ check }) => check)).toContain(`CHECK ((${from} < ${to}))`)
  }
})
