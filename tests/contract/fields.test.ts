import { beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { anOrder } from '../fixtures/payments.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { bodyFields, optionsOf } from '../fixtures/schemas.ts'
import { useShop } from '../fixtures/shop.ts'
import { ROWS } from './rows.ts'

const { origin } = useShop()
let caller: TestMember
let target: TestMember
beforeAll(async () => {
  ;[caller, target] = [await origin.aMember(), await origin.aMember()]
})

const FIELDS = ENDPOINTS.flatMap((endpoint) => {
  if (endpoint.takes.kind !== 'json' || endpoint.caller === 'edge') return []
  return bodyFields(endpoint).map(({ path, schema }) => ({ endpoint, path, schema, field: `${endpoint.name} ${path.join('.')}` }))
})

/** Calls the endpoint with a valid body, but for this value in one of its fields; `value` may depend on the valid one. */
async function ask({ endpoint, path }: (typeof FIELDS)[number], value: unknown) {
  const name = endpoint.name as EndpointName
  const [id, token] = [newPublicId(), 't'.repeat(43)]
  const tokens = { activationToken: token, resetToken: token, mailChangeToken: token }
  const { query = {}, body } = ROWS[name].input({ target, caller, conversation: id, photo: id, order: id, ...tokens })
  // Far enough for every field to be used: their brand sells here.
  const valid = name === 'createPayment' ? anOrder(origin) : body
  const other = typeof value === 'function' ? (value as (valid: unknown) => unknown)(valueAt(valid, path)) : value
  return await origin.call(name, { as: caller, query, body: replaced(valid as object, path, other) })
}

const valueAt = (body: unknown, path: readonly string[]) =>
  path.reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], body)

function replaced(body: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const known = (body as Record<string, object | undefined>)[name] ?? {}
  return { ...body, [name]: rest.length === 0 ? value : replaced(known, rest, value) }
}

/** What one part of the system or another doesn't take. */
const UNREADABLE: unknown[] = ['a\0b', 'a\ud800b', 'a\u202eb', { toString: 'a' }]

/** Letters, none of them twice: 2,850 bytes that hardly become less in the database, too many for an index. */
const FOREIGN = String.fromCodePoint(...Array.from({ length: 950 }, (_, index) => 0x4e00 + index * 7))

/** The same in values that otherwise have the format of an address, or of whatever the field takes. */
const FORMATTED = [
  'https://a.example/\0',
  'a\0b@mail.example',
  (valid: unknown) => `${String(valid)}\0`,
  (valid: unknown) => `${String(valid)}${FOREIGN}`,
  (valid: unknown) => `${String(valid).slice(0, -1)}\0${String(valid).slice(-1)}`
]

test('what can’t be stored is refused in every field of every body, or means nothing', async () => {
  const failed: string[] = []
  for (const field of FIELDS) {
    caller = await origin.signIn(caller)
    for (const value of [...UNREADABLE, ...FORMATTED]) {
      const { status, text } = await ask(field, value)
      if (status >= 500) failed.push(`${field.field}: ${JSON.stringify(value) ?? String(value)} is answered ${status} ${text}`)
    }
  }
  expect(failed).toEqual([])
})

/** About as many bytes as a body may have. */
const MOST = 60_000

const LETTERS = 'x'.repeat(MOST)

/** What may cost more than its length where it is compared, normalized or searched, or answered at length. */
const LONG: Record<string, unknown> = {
  'marks in the wrong order': `a${'\u0301'.repeat(MOST / 4)}${'\u0316'.repeat(MOST / 4)}`,
  'at signs': '@'.repeat(MOST),
  'names of hosts': 'a.'.repeat(MOST / 2),
  'digits between spaces': '1 '.repeat(MOST / 2),
  'spaces around a letter': `${' '.repeat(MOST / 2)}x${' '.repeat(MOST / 2)}`,
  'wrong items': Array.from({ length: MOST / 2 }, () => 0),
  'the same item again and again': Array.from({ length: MOST / 8 }, () => 'woman')
}

/** How often what seems to cost too much is repeated: once may be chance. */
const TIMES = 3
/** How much more processor time than letters of the same length, their most costly time and its least. */
const FACTOR = 20

/** Processor time of this process meanwhile, whatever else the machine does. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const repeated = (work: () => Promise<unknown>) =>
  Array.from({ length: TIMES }).reduce<Promise<number[]>>(async (costs) => [...(await costs), await cost(work)], Promise.resolve([]))

test('a value as long as a body may be costs about the same whatever it is, and a short answer', { timeout: 300_000 }, async () => {
  const failed: string[] = []
  for (const [, [field]] of Map.groupBy(FIELDS, ({ schema }) => schema)) {
    caller = await origin.signIn(caller)
    const usual = Math.max(...(await repeated(() => ask(field!, LETTERS))))
    for (const [what, value] of Object.entries(LONG)) {
      const { text } = await ask(field!, value)
      if (text.length > MOST / 2) failed.push(`${field!.field}: ${what} are answered with ${text.length} characters`)
      if ((await cost(() => ask(field!, value))) <= FACTOR * usual) continue
      const least = Math.min(...(await repeated(() => ask(field!, value))))
      if (least > FACTOR * usual) failed.push(`${field!.field}: ${what} cost ${Math.round(least / usual)} times as much as letters`)
    }
  }
  expect(failed).toEqual([])
})

test('a value that is in a list again and again is kept once', async () => {
  caller = await origin.signIn(caller)
  const kept: string[] = []
  for (const field of FIELDS) {
    const [option] = optionsOf(field.schema)
    if (option === undefined) continue
    await ask(field, [option, option])
    if ((await origin.everything()).includes(`"${option}","${option}"`)) kept.push(field.field)
  }
  expect(kept).toEqual([])
})
