import { beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../origin/db/public-id.ts'
import { ENDPOINTS, type EndpointName } from '../../shared/api/contract.ts'
import { anOrder } from '../fixtures/payments.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { bodyFields } from '../fixtures/schemas.ts'
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

/** Calls the endpoint with a valid body, but for this value in one of its fields. */
async function ask({ endpoint, path }: (typeof FIELDS)[number], value: unknown) {
  const name = endpoint.name as EndpointName
  const [id, token] = [newPublicId(), 't'.repeat(43)]
  const tokens = { activationToken: token, resetToken: token, mailChangeToken: token }
  const { query = {}, body } = ROWS[name].input({ target, caller, conversation: id, photo: id, order: id, ...tokens })
  // Far enough for every field to be used: their brand sells here.
  const valid = name === 'createPayment' ? anOrder(origin) : body
  return await origin.call(name, { as: caller, query, body: replaced(valid as object, path, value) })
}

function replaced(body: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const known = (body as Record<string, unknown>)[name]
  return { ...body, [name]: rest.length === 0 ? value : replaced((known ?? {}) as object, rest, value) }
}

/** What one part of the system or another doesn't take. */
const UNREADABLE = ['a\0b', 'a\ud800b', 'a\u202eb', { toString: 'a' }]

test('what can’t be stored is refused in every field of every body, or means nothing', async () => {
  const failed: string[] = []
  for (const field of FIELDS) {
    caller = await origin.signIn(caller)
    for (const value of UNREADABLE) {
      const { status, text } = await ask(field, value)
      if (status >= 500) failed.push(`${field.field}: ${JSON.stringify(value)} is answered ${status} ${text}`)
    }
  }
  expect(failed).toEqual([])
})
