import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readMessages } from '../../locales/read.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { COUNTERS, MAIL_KINDS, MAILED_KINDS, NEWS, PUSH_KINDS, recordOf } from '../../shared/rules/news.ts'
import { block, NEWS_ACTS } from '../fixtures/acts.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

/** Values that the checks of a column allow. */
async function allowed(table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(pg_constraint.oid) as definition from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'c' and conrelid = ${`public.${table}`}::regclass and attname = ${column}`.execute(origin.deps.db)
  return rows.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'/g)].map(([, word]) => word!)).sort()
}

test.each([
  ['mail_preferences', 'kind', MAIL_KINDS],
  ['digests', 'kind', MAILED_KINDS],
  ['tokens', 'kind', [...MAILED_KINDS, 'statement']],
  ['members', 'push_off', PUSH_KINDS]
])('what %s.%s may contain is what the table of news says', async (table, column, kinds) => {
  expect(await allowed(table, column)).toEqual([...kinds].sort())
})

test('settings answer every kind of mail and push, by default as the table says', async () => {
  const { body } = await origin.call('getNotifications', { as: await origin.aMember() })
  expect(body.preferences).toEqual(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, NEWS[kind].frequency])))
  expect(body.push).toEqual(Object.fromEntries(MAIL_KINDS.flatMap((kind) => NEWS[kind].pushes.map((push) => [push, NEWS[kind].pushed]))))
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

test('no two kinds share a template, a push or a counter', () => {
  const templates = MAILED_KINDS.flatMap((kind) => Object.values(NEWS[kind].mails).filter((template) => template !== null))
  for (const names of [templates, PUSH_KINDS, COUNTERS]) expect(new Set(names).size).toBe(names.length)
})

test.each(LOCALES)('no kind shares another’s text: %s', (language) => {
  const messages = readMessages(language)
  const templates = MAILED_KINDS.flatMap((kind) => Object.values(NEWS[kind].mails).filter((template) => template !== null))
  const families = [
    templates.map((template) => `mail.${template}.text`),
    MAILED_KINDS.map((kind) => `notifications.kind.${kind}`),
    PUSH_KINDS.map((kind) => `push.${kind}`),
    PUSH_KINDS.map((kind) => `notifications.push.${kind}`)
  ]
  for (const keys of families) expect(new Set(keys.map((key) => messages[key])).size, String(keys)).toBe(keys.length)
})

test.each(MAILED_KINDS)('news of %s is counted by its own counter and no other, until its author is blocked', async (kind) => {
  const [reader, other] = [await origin.aMember(), await origin.aMember()]
  const counters = async () => {
    const { user } = (await origin.call('getUser', { as: reader })).body
    return recordOf(COUNTERS, (counter) => user[counter])
  }
  const none = recordOf(COUNTERS, () => 0)
  expect(await counters()).toEqual(none)
  await NEWS_ACTS[kind](origin, other, reader)
  expect(await counters()).toEqual({ ...none, [NEWS[kind].counter]: 1 })
  await block(origin, reader, other)
  expect(await counters()).toEqual(none)
})

test.each(MAILED_KINDS)('%s from a profile made by the company are not news', async (kind) => {
  const scheduled = async (fictional: boolean) => {
    const reader = await origin.aMember()
    await origin.call('updateNotifications', { as: reader, body: { preferences: { [kind]: 'daily' } } })
    const act = NEWS_ACTS[kind](origin, await origin.aMember({ fictional }), reader)
    // Such a profile may not begin with a like or a message.
    await (fictional ? act.catch(() => {}) : act)
    const rows = await origin.deps.db.selectFrom('digests').select('kind').where('member_id', '=', reader.row.id).execute()
    return rows.map((row) => row.kind)
  }
  await origin.publish({ id: 'velvet', fictional_profiles: true })
  expect([await scheduled(false), await scheduled(true)]).toEqual([[kind], []])
})
