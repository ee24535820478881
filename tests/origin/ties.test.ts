import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runSweeps } from '../../origin/jobs/sweeps.ts'
import { TIES } from '../../origin/members/ties.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { EVENTS } from '../../shared/api/events.ts'
import { eventsOf, TIE_ACTS } from '../fixtures/acts.ts'
import { PASSWORD, type TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

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
    order by c.table_name, c.column_name`.execute(origin.deps.db)
  const found = new Map<string, string[]>()
  for (const { table, column } of rows) found.set(table, [...(found.get(table) ?? []), column])
  return found
}

/** Columns that are about one of the two (which of them acted), or not about a member. */
const ASIDE: Record<string, string[]> = { conversations: ['opened_by'], orders: ['discount_code_id'] }

test('every table with two references to members is in the table of ties, with these columns', async () => {
  const found = [...(await memberColumns())]
    .map(([table, columns]) => [table, columns.filter((column) => !ASIDE[table]?.includes(column))] as const)
    .filter(([, columns]) => columns.length > 1)
  const told = TIES.map(({ table, from, to }) => [table, [from, to].sort()] as const)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told))
  expect(told).toHaveLength(found.length)
})

test('a future table is found, whether its columns are foreign keys or not', async () => {
  await sql`create table greetings (greeter_id bigint not null references members, greeted_id bigint not null, at timestamptz)`.execute(
    origin.deps.db
  )
  try {
    expect((await memberColumns()).get('greetings')).toEqual(['greeted_id', 'greeter_id'])
  } finally {
    await sql`drop table greetings`.execute(origin.deps.db)
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
      where contype = 'c' and conrelid = ${`public.${table}`}::regclass`.execute(origin.deps.db)
    expect(rows.map(({ check }) => check)).toContain(`CHECK ((${from} < ${to}))`)
  }
})

/** Ties by what members do. */
const MADE = TIES.filter(({ table }) => table !== 'members')

test('there is an act for each of them', () => {
  expect(Object.keys(TIE_ACTS).sort()).toEqual(MADE.map(({ table }) => table as string).sort())
})

// Someone who was blocked stays in the list of the blocker, by name.
test.each(MADE.flatMap(({ table, list, shared }) => (list && table !== 'blocks' ? [{ table, list, shared }] : [])))(
  'who has someone in $list by $table is told when they leave or are blocked by them, and the list no longer has them',
  async ({ table, list, shared }) => {
    const read = async (as: TestMember) => {
      const { status, body, text } = await origin.call(list, { as })
      expect(status).toBe(200)
      return { body, text }
    }
    let shown = 0
    for (const act of ['deleteAccount', 'blockMember'] as const) {
      for (const side of [0, 1] as const) {
        const tied = [await origin.aMember(), await origin.aMember()] as const
        const [me, other] = [tied[side], tied[1 - side]!]
        const before = await read(me)
        await TIE_ACTS[table]!(origin, ...tied)
        if (!(await read(me)).text.includes(other.id)) continue
        shown += 1
        await origin.call(act, { as: other, body: act === 'deleteAccount' ? { password: PASSWORD } : { id: me.id } })
        expect((await eventsOf(origin, me)).at(-1)?.type).toBe('contacts_changed')
        const { body, text } = await read(me)
        for (const trace of [other.id, `"${other.row.name}"`]) expect(text).not.toContain(trace)
        // Nor is it counted. A conversation stays, with no one in it.
        if (!shared) expect(body).toEqual(before.body)
      }
    }
    expect(shown).toBeGreaterThan(0)
  }
)

const LISTS = ENDPOINTS.filter(({ name, method, audience }) => method === 'GET' && audience === 'member' && name.startsWith('list'))

/** The lists in which a member sees another one. */
async function listsWith(as: TestMember, other: TestMember): Promise<string[]> {
  const shown: string[] = []
  for (const { name } of LISTS) {
    const { status, text } = await origin.call(name as EndpointName, { as })
    expect(status).toBe(200)
    if (text.includes(other.id)) shown.push(name)
  }
  return shown
}

test('the table names every list in which a tie shows another member, and open pages refetch it when one comes or goes', async () => {
  const shows = new Set<string>()
  for (const { table } of MADE) {
    const tied = [await origin.aMember(), await origin.aMember()] as const
    await TIE_ACTS[table]!(origin, ...tied)
    for (const side of [0, 1] as const) for (const name of await listsWith(tied[side], tied[1 - side]!)) shows.add(name)
  }
  expect(new Set(TIES.flatMap(({ list }) => list ?? []))).toEqual(shows)
  for (const type of ['contacts_changed', 'blocks_changed'] as const)
    expect(EVENTS[type].refetch).toEqual(expect.arrayContaining([...shows]))
})

test.each(MADE)(
  'a member who leaves after $table is missed by the other one if they had them in a list, and otherwise unnoticed',
  async ({ table }) => {
    const [leaves, stays] = [await origin.aMember(), await origin.aMember()]
    await TIE_ACTS[table]!(origin, leaves, stays)
    const listed = await listsWith(stays, leaves)
    const known = (await eventsOf(origin, stays)).length
    await origin.call('deleteAccount', { as: leaves, body: { password: PASSWORD } })
    const events = (await eventsOf(origin, stays)).slice(known).map(({ type }) => type)
    expect(events).toEqual(listed.length > 0 ? ['contacts_changed'] : [])
  }
)

/** After an act, whose hidden profile the other one still opens: that of the member who did it, that of the member it was done to. */
const OPENS: Record<string, readonly [actor: boolean, other: boolean]> = {
  conversations: [true, true],
  participants: [true, true],
  gifts: [true, true],
  likes: [true, false],
  likes_taken_back: [false, false],
  passes: [false, false],
  visits: [false, false],
  blocks: [false, false],
  reports: [false, false]
}

test.each(MADE)(
  'after $table a profile that is not active is open to those whom its member has contacted by it, and to no one else',
  async ({ table }) => {
    const tied = [await origin.aMember(), await origin.aMember()] as const
    await TIE_ACTS[table]!(origin, ...tied)
    const setProfile = ({ row }: TestMember, profile_status: 'active' | 'disabled') =>
      origin.deps.db.updateTable('members').set({ profile_status }).where('id', '=', row.id).execute()
    const opened: boolean[] = []
    for (const side of [0, 1] as const) {
      await setProfile(tied[side], 'disabled')
      const { body } = await origin.call('getMember', { as: tied[1 - side]!, query: { id: tied[side].id } })
      // Of someone whom they have blocked, a member gets the name alone.
      opened.push(!!body.member)
      await setProfile(tied[side], 'active')
    }
    expect(opened).toEqual(OPENS[table])
  }
)

test('no tie keeps a member from being erased', async () => {
  const [leaves, stays] = [await origin.aMember(), await origin.aMember()]
  for (const { table } of MADE) {
    if (table === 'blocks') continue
    await TIE_ACTS[table]!(origin, leaves, stays)
    await TIE_ACTS[table]!(origin, stays, leaves)
  }
  await TIE_ACTS.blocks!(origin, stays, leaves)
  await TIE_ACTS.blocks!(origin, leaves, await origin.aMember())
  expect((await origin.call('deleteAccount', { as: leaves, body: { password: PASSWORD } })).status).toBe(200)
  origin.advance(15 * 24 * 3600)
  await runSweeps(origin.deps)
  const { rows } = await sql`select from members where id = ${leaves.row.id}`.execute(origin.deps.db)
  expect(rows).toEqual([])
})
