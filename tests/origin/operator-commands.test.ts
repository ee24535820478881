import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditsOf } from '../../origin/credits/book.ts'
import { readKey } from '../../origin/payments/provider-keys.ts'
import { createWorld, type World } from '../fixtures/origin.ts'
import { order, startPayments, type Payments } from '../fixtures/payments.ts'
import { command, type Said } from '../fixtures/tenants-command.ts'

// The operator's commands as the processes they are: arguments, refusals, exit codes, output. What they do is tested where it is done.
let world: World
let payments: Payments
beforeAll(async () => {
  world = await createWorld()
  payments = await startPayments(world)
})
afterAll(async () => {
  await payments.close()
  await world.close()
})

const run = (name: string) => (words: string, input?: string) =>
  command(
    name,
    quoted(words),
    { DATABASE_URL: world.databaseUrl, APP_SECRET: world.deps.secrets.app, DATA_DIR: '/nowhere' },
    undefined,
    input
  )
/** Words as a shell reads them. */
const quoted = (words: string) => [...words.matchAll(/"([^"]*)"|\S+/g)].map(([word, inside]) => inside ?? word)

/** Refused with a sentence, and nothing else said. */
const refused = (sentence: string): Said => ({ status: 1, stdout: '', stderr: expect.stringContaining(sentence) as string })
const done = (line: string): Said => ({ status: 0, stdout: expect.stringContaining(line) as string, stderr: '' })
/** The lines of the help, with the exit code of a mistake. */
const HELP: Said = { status: 1, stdout: expect.stringMatching(/^npm run \w+ -- <command>\n/) as string, stderr: '' }

test('npm run payments: refunds with a reason alone, and exports CSV', async () => {
  const pay = run('payments')
  const anna = await world.aMember({ signup_date: new Date('2026-01-01T00:00:00Z') })
  const id = await order(world, payments, anna)
  const { reference, credits } = await world.deps.db.selectFrom('orders').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow()
  expect(
    await Promise.all([pay('pay everyone'), pay(`refund ${reference}`), pay(`refund ${reference} --amount 9.95 --reason "Asked for it"`)])
  ).toEqual([HELP, refused('Say why: --reason'), refused('--amount is a whole number above 0, not "9.95".')])
  expect(await creditsOf(world.deps.db, anna.row.id)).toBe(credits)

  expect(await pay(`refund ${reference} --amount 400 --reason "Asked for it" --by mia`)).toEqual(
    done(`${reference}: 4.00 EUR and 8 credits`)
  )
  const csv = await pay('export --brand velvet --from 2026-11-01 --to 2026-12-01')
  const [head, ...lines] = csv.stdout.split('\r\n')
  const row = Object.fromEntries(head!.split(',').map((column, index) => [column, lines[0]!.split(',')[index]]))
  expect(row).toMatchObject({ reference, tenant: 'velvet', status: 'completed', currency: 'EUR', total: '995', refunded: '400' })
  expect(lines.slice(1)).toEqual([''])
  expect(csv).toMatchObject({ status: 0, stderr: '' })
})

test('npm run discounts: makes a code with a reason alone, lists it for programs, and ends it', async () => {
  const codes = run('discounts')
  expect(
    await Promise.all([codes('make velvet SPRING-1 --percentage 15'), codes('make nowhere SPRING-1 --percentage 15 --reason Spring')])
  ).toEqual([refused('Say why, for the log: --reason'), refused('There is no brand "nowhere".')])
  expect(await codes('make velvet spring-1 --percentage 12.5 --minimum 1995 --currency EUR --reason "Spring sale" --by mia')).toEqual(
    done('SPRING-1 takes 12.5 % off on velvet')
  )
  const { stdout } = await codes('list velvet --json')
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ code: 'SPRING-1', value_percentage: 12.5, minimum_order_value: 1995, author: 'mia', reason: 'Spring sale' })
  )
  expect(await codes('end velvet SPRING-1 --reason Over')).toEqual(done('SPRING-1 has ended on velvet'))
})

test('npm run keys: takes a key from standard input with a reason alone, and never shows it', async () => {
  const keys = run('keys')
  const key = `live_${'k'.repeat(30)}`
  expect(await Promise.all([keys('set velvet mollie', key), keys('set velvet mollie --reason First', 'a-key-of-something-else')])).toEqual([
    refused('Say why: --reason'),
    refused('That is no key of mollie')
  ])
  expect(await readKey(world.deps, 'velvet', 'mollie')).toBeNull()

  const said = [await keys('set velvet mollie --reason First --by mia', `${key}\n`), await keys('list')]
  expect(said).toEqual([done('velvet has a key at mollie'), done('velvet')])
  expect(JSON.stringify(said)).not.toContain(key)
  expect(await readKey(world.deps, 'velvet', 'mollie')).toBe(key)
})
