import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMessages } from '../../locales/read.ts'
import { MAIL_KINDS, MAILED_KINDS, NEWS, PUSH_KINDS } from '../../shared/rules/news.ts'
import { createWorld, type World } from '../fixtures/origin.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Values that the checks of a column allow. */
async function allowed(table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(pg_constraint.oid) as definition from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'c' and conrelid = ${`public.${table}`}::regclass and attname = ${column}`.execute(world.deps.db)
  return rows.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'/g)].map(([, word]) => word!)).sort()
}

test.each([
  ['mail_preferences', 'kind', MAIL_KINDS],
  ['digests', 'kind', MAILED_KINDS],
  ['tokens', 'kind', MAILED_KINDS],
  ['members', 'push_off', PUSH_KINDS]
])('what %s.%s may contain is what the table of news says', async (table, column, kinds) => {
  expect(await allowed(table, column)).toEqual([...kinds].sort())
})

test('settings answer every kind of mail and push, by default as the table says', async () => {
  const { body } = await world.call('getNotifications', { as: await world.aMember() })
  expect(body.preferences).toEqual(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, NEWS[kind].frequency])))
  expect(body.push).toEqual(Object.fromEntries(PUSH_KINDS.map((kind) => [kind, true])))
})

test('every kind has its texts', () => {
  const messages = Object.keys(readMessages('en'))
  for (const kind of MAILED_KINDS) {
    const { at_once: one, mutual, gathered } = NEWS[kind].mails
    for (const template of [one, mutual, gathered]) {
      if (template === null) continue
      for (const part of ['subject', 'text', 'button', 'note']) expect(messages).toContain(`mail.${template}.${part}`)
    }
    if (mutual !== null) expect(messages).toContain(`mail.${gathered}.matches`)
    expect(messages).toContain(`notifications.kind.${kind}`)
  }
  for (const kind of PUSH_KINDS) for (const key of [`push.${kind}`, `notifications.push.${kind}`]) expect(messages).toContain(key)
})
