import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSandboxAddress, sandboxSecret } from '../../bin/local-sandbox.ts'
import { readPart } from '../../locales/read.ts'
import { creditsOf } from '../../origin/credits/book.ts'
import { selectDebts } from '../../origin/credits/debts.ts'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { spend } from '../../origin/credits/spend.ts'
import { refundsIdle, sendRefunds } from '../../origin/payments/refund-order.ts'
import { done, HELP, operatorCommands, refused } from '../fixtures/operator-command.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { order, startPayments, type Payments } from '../fixtures/payments.ts'

// `npm run payments` as the process that operators run, with orders that were really paid. What each act does is tested in payment-operators.test.ts.
const origin = sharedOrigin()
let payments: Payments
const dataDir = mkdtempSync(join(tmpdir(), 'tether-payments-'))
beforeAll(async () => {
  payments = await startPayments(origin, { secret: sandboxSecret({ appSecret: origin.deps.secrets.app }) }, ['velvet', 'nordic'])
  writeSandboxAddress({ dataDir }, payments.sandbox.url)
})
afterAll(async () => {
  const { problems } = await proveBooks(origin.deps.db)
  await payments.close()
  rmSync(dataDir, { recursive: true })
  expect(problems).toEqual([])
})

const run = operatorCommands(
  () => origin,
  () => dataDir
)
const pay = run('payments')
const NO_ONE = 'x'.repeat(22)
const DAY = 24 * 3600 * 1000
const day = (later: number) => new Date(origin.now().getTime() + later * DAY).toISOString().slice(0, 10)
/** Today alone, by the clock of the origin. */
const today = () => `--from ${day(0)} --to ${day(1)}`

/** The last line of `reconcile` where there are differences. */
const ASK = 'To apply what a provider says about an order: npm run payments -- ask <reference>'

/** A member of long standing, who gets no automatic discount, with a paid order of 20 credits for 9.95 euros. */
async function aBuyer(tenant = 'velvet'): Promise<{ member: TestMember; reference: string; payment: string }> {
  const member = await origin.aMember({ tenant, signup_date: new Date(origin.now().getTime() - 60 * DAY) })
  const payment = await order(origin, payments, member)
  const { reference } = await origin.deps.db
    .selectFrom('orders')
    .select('reference')
    .where('public_id', '=', payment)
    .executeTakeFirstOrThrow()
  return { member, reference, payment }
}

const atProvider = (payment: string) => payments.sandbox.payments.find(({ reference }) => reference === payment)!
/** The log of acts for a member: who, why and what. */
const logOf = ({ row }: TestMember) =>
  origin.deps.db
    .selectFrom('payment_log')
    .select(['verb', 'author', 'reason', 'amount', 'credits'])
    .where('member_id', '=', row.id)
    .orderBy('id')
    .execute()
/** The same in the books, with what one account got. */
const movementsOf = ({ row }: TestMember, account: 'provider' | 'refunds' | 'member') =>
  origin.deps.db
    .selectFrom('ledger_movements')
    .innerJoin('ledger_legs as own', 'own.movement_id', 'ledger_movements.id')
    .innerJoin('ledger_legs as other', 'other.movement_id', 'ledger_movements.id')
    .select(['ledger_movements.author', 'note', 'other.amount'])
    .where('own.member_id', '=', row.id)
    .where('other.account', '=', account)
    .where('ledger_movements.author', 'is not', null)
    .orderBy('ledger_movements.id')
    .execute()
/** The cells of a table below its heads. */
const cellsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/))

test('list and daily: a time of all brands or of one, as a table and for programs; a brand that does not exist is no empty one', async () => {
  origin.advance(5 * 24 * 3600)
  const anna = await aBuyer()
  const freja = await aBuyer('nordic')
  await payments.sandbox.chargeBack(atProvider(freja.payment).id)
  await payments.sandbox.refundAtDesk(atProvider(anna.payment).id, 100)
  await payments.sandbox.chargeBack(atProvider(anna.payment).id, 295)
  const at = origin.now().toISOString()
  const rows = {
    velvet: [anna.reference, 'velvet', at, 'card', '9.95 EUR', 'completed', '1.00 EUR and 2.95 EUR charged back'],
    nordic: [freja.reference, 'nordic', at, 'card', '9.95 EUR', 'completed', 'charged back']
  }
  const [all, velvet, json, before] = await Promise.all([
    pay(`list ${today()}`),
    pay(`list ${today()} --brand velvet`),
    pay(`list ${today()} --brand nordic --json`),
    pay(`list --from ${day(-1)} --to ${day(0)}`)
  ])
  for (const { status, stderr } of [all, velvet, json]) expect([status, stderr]).toEqual([0, ''])
  expect([cellsOf(all.stdout), cellsOf(velvet.stdout)]).toEqual([[rows.nordic, rows.velvet], [rows.velvet]])
  expect(JSON.parse(json.stdout)).toMatchObject([{ reference: freja.reference, tenant: 'nordic', total: 995, charged_back_at: at }])
  expect(before).toEqual(done('No orders in this period.'))

  const [totals, one] = await Promise.all([pay(`daily ${today()}`), pay(`daily ${today()} --brand velvet --json`)])
  for (const { status, stderr } of [totals, one]) expect([status, stderr]).toEqual([0, ''])
  expect(cellsOf(totals.stdout)).toEqual([
    [day(0), 'Europe/Amsterdam', 'nordic', 'card', '1', '9.95 EUR', '9.95 EUR'],
    [day(0), 'Europe/Amsterdam', 'velvet', 'card', '1', '9.95 EUR', '3.95 EUR']
  ])
  const kept = {
    day: day(0),
    time_zone: 'Europe/Amsterdam',
    tenant: 'velvet',
    method: 'card',
    currency: 'EUR',
    orders: 1,
    paid: 995,
    returned: 395
  }
  expect(JSON.parse(one.stdout)).toEqual([kept])

  const typo = refused('There is no brand "velvett".')
  expect(
    await Promise.all([
      ...['list', 'daily', 'reconcile'].map((name) => pay(`${name} --brand velvett`)),
      pay('list --from yesterday'),
      pay('pay everyone')
    ])
  ).toEqual([typo, typo, typo, refused('"yesterday" is not a day such as 2026-11-01.'), HELP])
})

test('a day is one of the brand’s time zone in every report, not of UTC', async () => {
  origin.advance(5 * 24 * 3600)
  await origin.publish({ id: 'nordic', time_zone: 'America/New_York' })
  // In Amsterdam the next day has begun; in New York it hasn't.
  origin.setNow(new Date(`${day(0)}T23:30:00Z`))
  const orders = { velvet: await aBuyer(), nordic: await aBuyer('nordic') }
  const days = { velvet: day(1), nordic: day(0) }
  for (const brand of ['velvet', 'nordic'] as const) {
    const { reference } = orders[brand]
    const within = `--from ${days[brand]} --to ${day(brand === 'velvet' ? 2 : 1)} --brand ${brand}`
    const [daily, list, csv, same] = await Promise.all(
      ['daily --json', 'list --json', 'export', 'reconcile'].map((verb) => pay(`${verb} ${within}`))
    )
    expect(JSON.parse(daily!.stdout)).toMatchObject([{ day: days[brand], tenant: brand, orders: 1 }])
    expect(JSON.parse(list!.stdout)).toMatchObject([{ reference }])
    const [head, line] = csv!.stdout.split('\r\n').map((one) => one.split(','))
    expect([line![0], line![head!.indexOf('paid_on')], line![head!.indexOf('time_zone')]]).toEqual([
      reference,
      days[brand],
      origin.tenant(brand).settings.time_zone
    ])
    expect(same!.stdout).toBe(`${brand}: the same as at sandbox\n`)
  }
  // Without a brand, each has its own days.
  const all = await pay(`daily --json --from ${day(0)} --to ${day(1)}`)
  expect((JSON.parse(all.stdout) as { tenant: string }[]).map(({ tenant }) => tenant)).toEqual(['nordic'])
  await origin.publish({ id: 'nordic', time_zone: 'Europe/Amsterdam' })
  origin.setNow(new Date(`${day(1)}T12:00:00Z`))
})

test('refund and show: money goes back with a reason alone, and the order says who and why; export is CSV', async () => {
  origin.advance(5 * 24 * 3600)
  const { member, reference } = await aBuyer()
  const REFUSALS = {
    [`refund ${reference}`]: 'Say why: --reason "…". It goes into the records.',
    [`refund ${reference} --amount 9.95 --reason Asked`]: '--amount is a whole number above 0, not "9.95".',
    [`refund ${reference} --amount 996 --reason Asked`]: `${reference} has less than that left to refund.`,
    // Not everything, because the amount was written where the other commands have it.
    [`refund ${reference} 500 --reason Asked`]: '"500" is one word too many.',
    'refund XXXX-XXXX --reason Asked': 'There is no order "XXXX-XXXX".',
    'show XXXX-XXXX': 'There is no order "XXXX-XXXX".'
  }
  expect(await Promise.all(Object.keys(REFUSALS).map((words) => pay(words)))).toEqual(Object.values(REFUSALS).map(refused))
  expect([await creditsOf(origin.deps.db, member.row.id), await logOf(member)]).toEqual([20, []])

  expect(await pay(`refund ${reference} --amount 400 --reason "Asked for it" --by mia`)).toEqual(
    done(`${reference}: 4.00 EUR and 8 credits go back`)
  )
  const [shown, csv] = await Promise.all([pay(`show ${reference}`), pay(`export --brand velvet ${today()}`)])
  expect(JSON.parse(shown.stdout)).toMatchObject({
    order: { reference, status: 'completed', total: 995, refunded: 400 },
    agreed: expect.stringContaining(readPart('shop', 'nl')['checkout.early_use']!),
    refunds: [{ amount: 400, credits: 8, author: 'mia', reason: 'Asked for it' }],
    // The sandbox reports each of them twice, and in the wrong order.
    reports: expect.arrayContaining([expect.objectContaining({ fact: expect.objectContaining({ kind: 'completed' }) })]),
    log: [{ verb: 'refund', author: 'mia', reason: 'Asked for it', amount: 400, credits: 8 }]
  })
  const [head, ...lines] = csv.stdout.split('\r\n')
  const row = Object.fromEntries(head!.split(',').map((column, index) => [column, lines[0]!.split(',')[index]]))
  expect(row).toMatchObject({ reference, tenant: 'velvet', status: 'completed', currency: 'EUR', total: '995', refunded: '400' })
  expect([lines.slice(1), csv.status, csv.stderr]).toEqual([[''], 0, ''])
})

test('export: an order belongs to the period of its payment, whenever it was begun, and --moves dates each movement of money', async () => {
  origin.advance(5 * 24 * 3600)
  const csvOf = async (verb: string, from: number) => {
    const { status, stdout, stderr } = await pay(`${verb} --brand velvet --from ${day(from)} --to ${day(from + 1)}`)
    expect([status, stderr]).toEqual([0, ''])
    const [head, ...lines] = stdout.trimEnd().split('\r\n')
    const columns = head!.split(',')
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [columns[index], cell])))
  }
  const member = await origin.aMember({ signup_date: new Date(origin.now().getTime() - 60 * DAY) })
  const payment = await order(origin, payments, member, 'later')
  const [{ reference }] = (await csvOf('export', 0)) as [{ reference: string }]
  expect(await csvOf('export', 0)).toMatchObject([{ reference, status: 'pending', paid_on: '' }])
  origin.advance(5 * 24 * 3600)
  await payments.sandbox.settleLate(atProvider(payment).id, true)
  expect([await csvOf('export', -5), await csvOf('export', 0)]).toMatchObject([[], [{ reference, status: 'completed', paid_on: day(0) }]])
  origin.advance(30 * 24 * 3600)
  await payments.sandbox.refundAtDesk(atProvider(payment).id, 400)
  origin.advance(24 * 3600)
  await payments.sandbox.chargeBack(atProvider(payment).id, 500)
  await payments.sandbox.reverseChargeback(atProvider(payment).id)
  const moved = (at: number, reason: string, amount: number) => ({
    booked_on: day(at),
    time_zone: 'Europe/Amsterdam',
    tenant: 'velvet',
    reference,
    reason,
    amount: String(amount),
    currency: 'EUR'
  })
  expect(await Promise.all([-36, -31, -1, 0].map((at) => csvOf('export --moves', at)))).toMatchObject([
    [],
    [moved(-31, 'purchase', 995)],
    [moved(-1, 'refund', -400)],
    [moved(0, 'chargeback', -500), moved(0, 'chargeback', 500)]
  ])
  expect(await csvOf('export', 0)).toEqual([])
})

test('a time that ends before it begins, and a day that no calendar has, are refused: they would look like a time without orders', async () => {
  const REFUSALS = {
    'reconcile --from 2026-11-02 --to 2026-11-01': '--from is a day before --to.',
    'list --from 2026-11-01 --to 2026-11-01': '--from is a day before --to.',
    'daily --from 2026-02-30': '"2026-02-30" is not a day such as 2026-11-01.',
    'export --to 2026-11-1': '"2026-11-1" is not a day such as 2026-11-01.'
  }
  expect(await Promise.all(Object.keys(REFUSALS).map((words) => pay(words)))).toEqual(Object.values(REFUSALS).map(refused))
})

test('a missing value of an option, and an unknown option, get a sentence of ours', async () => {
  const REFUSALS = {
    'list --brnad velvet': 'There is no option "--brnad". Did you mean "--brand"?',
    'list -x': 'There is no option "-x".',
    'list --brand': '--brand needs a value.',
    'refund X --amount --reason Sorry': '--amount needs a value.',
    'refund X --amount -5 --reason Sorry': '--amount is a whole number above 0, not "-5".',
    'list --json=no': '--json takes no value.'
  }
  expect(await Promise.all(Object.keys(REFUSALS).map((words) => pay(words)))).toEqual(
    Object.values(REFUSALS).map((sentence) => ({ status: 1, stdout: '', stderr: `${sentence}\n` }))
  )
})

test('a command that lacks a word prints the help', async () => {
  const lacking = ['show', 'ask', 'refund', 'grant', 'grant someone', 'settle someone 100']
  expect(await Promise.all(lacking.map((words) => pay(words)))).toEqual(lacking.map(() => HELP))
})

const noMember = (id: string) => `There is no member "${id}". For the id: npm run members -- find <name or email>`

test('grant: whole credits to a member that exists, with a reason; who and why are kept with the books', async () => {
  const anna = await origin.aMember()
  const REFUSALS = {
    [`grant ${anna.id} 5`]: 'Say why: --reason',
    [`grant ${anna.id} 2.5 --reason Sorry`]: 'The number of credits is a whole number above 0, not "2.5".',
    [`grant ${anna.id} -5 --reason Sorry`]: 'The number of credits is a whole number above 0, not "-5".',
    [`grant ${anna.id} 0 --reason " "`]: 'The number of credits is a whole number above 0, not "0".',
    [`grant ${NO_ONE} 5 --reason Sorry`]: noMember(NO_ONE),
    [`grant ${anna.row.email} 5 --reason Sorry`]: noMember(anna.row.email)
  }
  expect(await Promise.all(Object.keys(REFUSALS).map((words) => pay(words)))).toEqual(Object.values(REFUSALS).map(refused))
  expect([await creditsOf(origin.deps.db, anna.row.id), await logOf(anna)]).toEqual([0, []])

  expect(await pay(`grant ${anna.id} 5 --reason " We were away " --by ""`)).toEqual(done(`${anna.id} has 5 credits now`))
  const author = userInfo().username
  expect(await movementsOf(anna, 'member')).toEqual([{ author, note: 'We were away', amount: 5 }])
  expect(await logOf(anna)).toEqual([{ verb: 'grant', author, reason: 'We were away', amount: null, credits: 5 }])
})

test('settle: what is owed after a chargeback is paid or waived, and what was paid given back after its reversal; never more, with who and why', async () => {
  const { member, payment, reference } = await aBuyer()
  await spend(origin.deps.db, { member: member.row.id, tenant: 'velvet', credits: 5, reason: 'gift', key: payment, now: origin.now() })
  await payments.sandbox.chargeBack(atProvider(payment).id)
  const amount = (await selectDebts(origin.deps.db, member.row.id))[0]!.amount
  const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`
  const REFUSALS = {
    [`settle ${member.id} 100 EUR`]: 'Say why: --reason',
    [`settle ${member.id} 1.00 EUR --reason Bank`]: 'The amount is a whole number above 0, not "1.00".',
    [`settle ${member.id} ${amount + 1} EUR --reason Bank`]: `${member.id} owes less than ${euros(amount + 1)}.`,
    [`settle ${member.id} 100 GBP --reason Bank`]: `${member.id} owes nothing in GBP.`,
    [`settle ${member.id} 100 EUR --waive --back --reason Bank`]: 'Use either --waive or --back.',
    [`settle ${member.id} 100 eur --reason Bank`]: '"eur" is not a currency such as EUR.',
    [`settle ${NO_ONE} 100 EUR --reason Bank`]: noMember(NO_ONE),
    'settle XXXX-XXXX 100 EUR --reason Bank': 'There is no order "XXXX-XXXX".'
  }
  expect(await Promise.all(Object.keys(REFUSALS).map((words) => pay(words)))).toEqual(Object.values(REFUSALS).map(refused))
  expect([await selectDebts(origin.deps.db, member.row.id), await logOf(member)]).toEqual([[{ amount, currency: 'EUR' }], []])

  expect(await pay(`settle ${member.id} 100 EUR --reason "Paid by bank" --by mia`)).toEqual(
    done(`${member.id} owes ${euros(amount - 100)} now`)
  )
  expect(await pay(`settle ${reference} 50 EUR --reason "Paid by bank" --by mia`)).toEqual(
    done(`The member of ${reference} owes ${euros(amount - 150)} now`)
  )
  const shown = async () => JSON.parse((await pay(`show ${reference}`)).stdout) as { member: unknown }
  expect((await shown()).member).toEqual({ id: member.id, owes: [{ currency: 'EUR', amount: amount - 150 }] })
  // As erasing does: the debt stays in the books, and its order is all that leads to it.
  await origin.deps.db.deleteFrom('members').where('id', '=', member.row.id).execute()
  expect((await shown()).member).toEqual({ id: null, owes: [{ currency: 'EUR', amount: amount - 150 }] })
  expect(await pay(`settle ${reference} ${amount - 150} EUR --waive --reason "Left" --by noor`)).toEqual(
    done(`The member of ${reference} owes nothing now`)
  )
  expect(await pay(`settle ${reference} 100 EUR --reason "Paid twice"`)).toEqual(refused(`The member of ${reference} owes nothing in EUR.`))
  const back = (cents: number) => pay(`settle ${reference} ${cents} EUR --back --reason "The bank returned it" --by noor`)
  const they = `The member of ${reference} has`
  expect(await back(100)).toEqual(refused(`${they} paid nothing in EUR for debts whose chargebacks were reversed.`))
  await payments.sandbox.reverseChargeback(atProvider(payment).id)
  expect(await back(151)).toEqual(refused(`${they} paid less than 1.51 EUR for debts whose chargebacks were reversed.`))
  expect(await back(150)).toEqual(done(`${they} 1.50 EUR back`))
  expect(await back(1)).toEqual(refused(`${they} paid nothing in EUR for debts whose chargebacks were reversed.`))
  // Money that came is the provider's account's; what is waived or given back is a loss.
  expect(await movementsOf(member, 'provider')).toEqual([
    { author: 'mia', note: 'Paid by bank', amount: 100 },
    { author: 'mia', note: 'Paid by bank', amount: 50 },
    { author: 'noor', note: 'The bank returned it', amount: -150 }
  ])
  expect(await movementsOf(member, 'refunds')).toEqual([
    { author: 'noor', note: 'Left', amount: amount - 150 },
    { author: 'noor', note: 'The bank returned it', amount: 150 }
  ])
  expect(await logOf(member)).toEqual([
    { verb: 'debt_paid', author: 'mia', reason: 'Paid by bank', amount: 100, credits: null },
    { verb: 'debt_paid', author: 'mia', reason: 'Paid by bank', amount: 50, credits: null },
    { verb: 'debt_waived', author: 'noor', reason: 'Left', amount: amount - 150, credits: null },
    { verb: 'debt_returned', author: 'noor', reason: 'The bank returned it', amount: 150, credits: null }
  ])
})

const movementIn = ({ stdout }: { stdout: string }) => /\(movement (\d+)\)/.exec(stdout)?.[1]

test('reverse: takes too many granted credits back once, with who and why, and only while the member has them', async () => {
  const { db } = origin.deps
  const { member: anna, reference } = await aBuyer()
  const order = await db.selectFrom('orders').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()
  const purchase = await db.selectFrom('ledger_movements').select('id').where('order_id', '=', order.id).executeTakeFirstOrThrow()
  const movement = movementIn(await pay(`grant ${anna.id} 2000 --reason Sorry`))
  const key = `reverse-test:${movement}`
  await spend(db, { member: anna.row.id, tenant: 'velvet', credits: 21, reason: 'gift', key, now: origin.now() })
  const REFUSALS = {
    [`reverse ${movement}`]: 'Say why: --reason',
    'reverse 999999999999 --reason Typo': 'There is no movement 999999999999.',
    'reverse first --reason Typo': 'The number of a movement is a whole number above 0, not "first".',
    [`reverse ${purchase.id} --reason Typo`]: `Movement ${purchase.id} is neither granted credits nor a settled debt.`,
    [`reverse ${movement} --reason Typo`]: `Movement ${movement} gave 2000 credits, and its member has only 1999 left.`
  }
  expect(await Promise.all(Object.keys(REFUSALS).map((words) => pay(words)))).toEqual(Object.values(REFUSALS).map(refused))
  expect([await creditsOf(db, anna.row.id), (await logOf(anna)).map(({ verb }) => verb)]).toEqual([1999, ['grant']])

  await pay(`grant ${anna.id} 1 --reason Sorry`)
  expect(await pay(`reverse ${movement} --reason "200 was meant" --by mia`)).toEqual(
    done(`Movement ${movement} is reversed: its member has 0 credits now`)
  )
  expect(await pay(`reverse ${movement} --reason "200 was meant" --by mia`)).toEqual(
    refused(`Movement ${movement} has already been reversed.`)
  )
  const heard = await db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('member_id', '=', anna.row.id)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  expect(heard).toEqual({ type: 'credits_changed', data: { credits: 0 } })
  expect((await movementsOf(anna, 'member')).at(-1)).toEqual({ author: 'mia', note: '200 was meant', amount: -2000 })
  expect((await logOf(anna)).slice(2)).toEqual([
    { verb: 'grant_reversed', author: 'mia', reason: '200 was meant', amount: null, credits: 2000 }
  ])
})

test('reverse: takes a settlement back, so that it is owed again and can’t be given back, unless its chargeback was reversed', async () => {
  const { db } = origin.deps
  const { member, payment } = await aBuyer()
  await spend(db, { member: member.row.id, tenant: 'velvet', credits: 10, reason: 'gift', key: payment, now: origin.now() })
  await payments.sandbox.chargeBack(atProvider(payment).id)
  const owed = (await selectDebts(db, member.row.id))[0]!.amount
  const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`
  const settle = async (words: string) => movementIn(await pay(`settle ${member.id} ${words} --reason Bank`))
  const reverse = (movement: string | undefined) => pay(`reverse ${movement} --reason Typo --by mia`)

  const wrong = await settle('400 EUR')
  expect(await reverse(wrong)).toEqual(done(`Movement ${wrong} is reversed: its member owes ${euros(owed)} now`))
  const right = await settle('30 EUR')
  await settle('10 EUR --waive')
  await payments.sandbox.reverseChargeback(atProvider(payment).id)
  // Only what was really paid can be given back, and that is noted in two movements: both are taken back.
  expect(await pay(`settle ${member.id} 31 EUR --back --reason Bank`)).toEqual(refused('less than 0.31 EUR'))
  expect(await reverse(right)).toEqual(refused(`Movement ${right} settled a debt that isn't owed any more`))
  const back = await settle('30 EUR --back')
  expect(await reverse(back)).toEqual(done(`Movement ${back} is reversed: its member owes nothing now`))
  expect(await reverse(back)).toEqual(refused(`Movement ${back} has already been reversed.`))
  await settle('30 EUR --back')
  expect((await movementsOf(member, 'provider')).map(({ amount }) => amount)).toEqual([400, -400, 30, -30, 30, -30])
  expect((await logOf(member)).filter(({ verb }) => verb === 'settlement_reversed')).toEqual([
    { verb: 'settlement_reversed', author: 'mia', reason: 'Typo', amount: 400, credits: null },
    { verb: 'settlement_reversed', author: 'mia', reason: 'Typo', amount: 30, credits: null }
  ])
})

test('reconcile: succeeds where both sides say the same, fails on each difference and where the provider cannot be asked', async () => {
  origin.advance(5 * 24 * 3600)
  const { reference, payment } = await aBuyer()
  const nordic = await aBuyer('nordic')
  const found = async (words = '') => {
    const { status, stdout, stderr } = await pay(`reconcile ${today()} ${words}`)
    return { status, stderr, lines: stdout.trimEnd().split('\n') }
  }
  const SAME = ['isle: the same as at sandbox', 'nordic: the same as at sandbox', 'velvet: the same as at sandbox']
  expect(await found()).toEqual({ status: 0, stderr: '', lines: SAME })

  atProvider(payment).amount = 996
  await origin.deps.db.updateTable('orders').set({ refunded: 100 }).where('public_id', '=', nordic.payment).execute()
  const [all, one, json] = await Promise.all([found(), found('--brand velvet'), pay(`reconcile ${today()} --brand nordic --json`)])
  const [there, here] = [`${reference} 996 EUR there, 995 EUR here`, '0 given back there, 100 here']
  expect(all).toEqual({ status: 1, stderr: '', lines: [SAME[0], `nordic: ${nordic.reference} ${here}`, `velvet: ${there}`, ASK] })
  expect(one).toEqual({ status: 1, stderr: '', lines: [`velvet: ${there}`, ASK] })
  expect([json.status, JSON.parse(json.stdout)]).toEqual([
    1,
    [{ tenant: 'nordic', provider: 'sandbox', differences: [{ name: nordic.reference, what: here }] }]
  ])
  atProvider(payment).amount = 995
  await origin.deps.db.updateTable('orders').set({ refunded: 0 }).where('public_id', '=', nordic.payment).execute()

  const elsewhere = operatorCommands(() => origin)('payments')
  expect(await elsewhere(`reconcile ${today()} --brand velvet`)).toEqual({
    status: 1,
    stdout: `velvet: ${reference} can't be compared: sandbox is not set up\n${ASK}\n`,
    stderr: ''
  })
  expect(await elsewhere(`reconcile --from ${day(1)} --to ${day(2)} --brand velvet`)).toEqual({
    status: 1,
    stdout: 'velvet: sandbox is not set up\n',
    stderr: ''
  })
})

test('reconcile: a refund that its provider has not accepted yet is under way and not a difference for a day; nor is one that it has just accepted', async () => {
  origin.advance(5 * 24 * 3600)
  const { reference, payment } = await aBuyer()
  await pay(`refund ${reference} --amount 400 --reason "Asked for it"`)
  const reconciled = async () => {
    const { status, stdout, stderr } = await pay(`reconcile ${today()} --brand velvet`)
    return { status, stderr, lines: stdout.trimEnd().split('\n') }
  }
  const SAME = 'velvet: the same as at sandbox'
  const differs = `velvet: ${reference} 0 given back there, 400 here`
  const underWay = { status: 0, stderr: '', lines: [SAME, `${differs}: 400 under way`] }
  expect(await reconciled()).toEqual(underWay)
  const waits = async (ago: number) =>
    await origin.deps.db
      .updateTable('refunds')
      .set({ created_at: new Date(Date.now() - ago), due_at: origin.now() })
      .where('order_id', '=', (eb) => eb.selectFrom('orders').select('id').where('reference', '=', reference))
      .execute()
  await waits(DAY + 60_000)
  expect(await reconciled()).toEqual({ status: 1, stderr: '', lines: [differs, ASK] })
  await waits(0)
  // A waiting refund explains no other difference.
  atProvider(payment).amount = 996
  expect(await reconciled()).toEqual({ status: 1, stderr: '', lines: [`velvet: ${reference} 996 EUR there, 995 EUR here`, ASK] })
  atProvider(payment).amount = 995
  atProvider(payment).facts.push({ ...atProvider(payment).facts[0]!, event: 'taken', kind: 'refunded', amount: 400 })
  expect(await reconciled()).toEqual({ status: 0, stderr: '', lines: [SAME] })
  atProvider(payment).facts.pop()
  await sendRefunds(origin.deps)
  expect(await reconciled()).toEqual({ status: 0, stderr: '', lines: [SAME] })
})

describe('what no report has said', () => {
  /** A buyer whose payment is reported to no one from now on. */
  async function unheard(begun: Promise<{ reference: string; payment: string }>) {
    const { reference, payment } = await begun
    atProvider(payment).webhook_url = 'https://nordic.example/api/elsewhere'
    return { reference, payment, ask: () => pay(`ask ${reference}`) }
  }

  test('is taken from the provider by ask, and reconcile says so', async () => {
    origin.advance(5 * 24 * 3600)
    const { reference, payment, ask } = await unheard(aBuyer())
    await payments.sandbox.refundAtDesk(atProvider(payment).id, 300)
    expect(await pay(`reconcile ${today()} --brand velvet`)).toEqual({
      status: 1,
      stdout: `velvet: ${reference} 300 given back there, 0 here\n${ASK}\n`,
      stderr: ''
    })
    expect(await ask()).toEqual({ status: 0, stdout: `${reference}: refunded, 3.00 EUR\n${reference} is completed now\n`, stderr: '' })
    expect((await pay(`reconcile ${today()} --brand velvet`)).stdout).toBe('velvet: the same as at sandbox\n')
    expect(await ask()).toEqual({ status: 0, stdout: `${reference}: nothing new at sandbox\n${reference} is completed now\n`, stderr: '' })
  })

  test('is taken also if it came too late, changes nothing, or is that a refund was not made; each says what follows', async () => {
    const cancelled = await unheard(aBuyer())
    const row = origin.deps.db.updateTable('orders').where('public_id', '=', cancelled.payment)
    await row.set({ status: 'cancelled', paid_at: null }).execute()
    atProvider(cancelled.payment).facts.push({ ...atProvider(cancelled.payment).facts.at(-1)!, event: 'again', amount: 5 })
    expect((await cancelled.ask()).stdout).toBe(
      `${cancelled.reference}: completed, 0.05 EUR, which changes nothing: 5 EUR is not what was ordered: 995 EUR\n` +
        `${cancelled.reference} is cancelled now\n`
    )
    const failed = await unheard(aBuyer())
    await pay(`refund ${failed.reference} --reason "Asked for it"`)
    await sendRefunds(origin.deps)
    await payments.sandbox.failRefund(atProvider(failed.payment).id)
    const { stdout } = await failed.ask()
    expect(stdout).toContain(`${failed.reference}: refund failed, 9.95 EUR\n`)
    expect(stdout).toContain(`The provider has refused to give back 9.95 EUR of ${failed.reference}`)
    expect(stdout).toContain(`npm run payments -- resend ${failed.reference}`)
    await pay(`resend ${failed.reference} --elsewhere --reason "End of the test"`)
  })

  test('can’t be asked for without an order, or while the provider is away or isn’t set up', async () => {
    const { reference, ask } = await unheard(aBuyer())
    expect(await pay('ask XXXX-XXXX')).toEqual(refused('There is no order "XXXX-XXXX".'))
    expect(await operatorCommands(() => origin)('payments')(`ask ${reference}`)).toEqual(
      refused('The provider of this order is not set up.')
    )
    payments.sandbox.faults.push(503)
    expect(await ask()).toEqual(refused('the sandbox answered 503'))
  })
})

describe('a refund that its provider refuses for good', () => {
  const reconciled = async () => (await pay(`reconcile ${today()} --brand velvet`)).stdout.trimEnd()
  const back = (payment: string) => atProvider(payment).facts.filter(({ kind }) => kind === 'refunded')
  const refusal = (reference: string) =>
    `The provider has refused to give back 9.95 EUR of ${reference} (422): npm run payments -- resend ${reference}`

  /** An order that was refunded in full here, and not at the provider. */
  async function aRefusal() {
    origin.advance(5 * 24 * 3600)
    const buyer = await aBuyer()
    const logged: unknown[] = []
    const { log } = origin.deps
    origin.deps.log = Object.assign(Object.create(log) as typeof log, { error: (...entry: unknown[]) => void logged.push(entry) })
    payments.sandbox.faults.push(422)
    await pay(`refund ${buyer.reference} --reason Asked`)
    await sendRefunds(origin.deps)
    origin.deps.log = log
    return { ...buyer, logged }
  }

  test('is an error in the log that says what to do, and stands in list, daily and the answer of refund until it is dealt with', async () => {
    const { reference, payment, logged } = await aRefusal()
    const about = expect.objectContaining({ order: reference, answer: '422' }) as object
    expect(logged).toEqual([[about, `the provider refused a refund for good: npm run payments -- resend ${reference}`]])
    const NO_ORDER = `--from ${day(2)} --to ${day(3)}`
    for (const words of [`list ${today()}`, `list ${NO_ORDER}`, `daily ${today()}`, `daily ${NO_ORDER} --brand velvet`])
      expect([words, (await pay(words)).stdout.trimEnd().split('\n').at(-1)]).toEqual([words, refusal(reference)])
    expect((await pay(`list ${today()} --brand nordic`)).stdout).not.toContain(reference)
    expect((JSON.parse((await pay(`list ${today()} --json`)).stdout) as object[]).length).toBeGreaterThan(0)
    expect(await pay(`refund ${reference} --reason Again`)).toEqual(refused(refusal(reference)))
    expect([back(payment), await sendRefunds(origin.deps)]).toEqual([[], 0])
    expect(await reconciled()).toBe(`velvet: ${reference} 0 given back there, 995 here\n${ASK}`)
    await pay(`resend ${reference} --elsewhere --reason "End of the test"`)
  })

  test('is sent once more by resend, with who and why, and changes nothing in the books', async () => {
    const { member, reference, payment } = await aRefusal()
    expect(await pay(`resend ${reference}`)).toEqual(refused('Say why: --reason'))
    expect(await pay(`resend ${reference} --reason "Mollie has money now" --by mia`)).toEqual(
      done(`${reference}: 9.95 EUR that the provider refused to give back will be sent again`)
    )
    expect(await sendRefunds(origin.deps)).toBe(1)
    await payments.sandbox.delivered()
    await refundsIdle(origin.deps)
    expect(back(payment)).toMatchObject([{ amount: 995 }])
    expect([await reconciled(), (await pay(`list ${today()}`)).stdout]).toEqual([
      'velvet: the same as at sandbox',
      expect.not.stringContaining('resend')
    ])
    expect((await logOf(member)).map(({ verb, author, amount }) => [verb, author, amount])).toEqual([
      ['refund', userInfo().username, 995],
      ['refund_again', 'mia', 995]
    ])
    expect(await movementsOf(member, 'provider')).toHaveLength(1)
    const nothing = refused(`The provider has refused no refund of ${reference}.`)
    expect(await pay(`resend ${reference} --reason Twice`)).toEqual(nothing)
    expect(await pay(`refund ${reference} --reason Twice`)).toEqual(refused('was refunded in full'))
    expect(await pay('resend XXXX-XXXX --reason Typo')).toEqual(refused('There is no order "XXXX-XXXX".'))
  })

  test('is settled by resend --elsewhere if its member has the money another way: never sent again, and no difference', async () => {
    const { member, reference, payment } = await aRefusal()
    expect(await pay(`resend ${reference} --elsewhere --reason "By bank transfer" --by mia`)).toEqual(
      done(`${reference}: 9.95 EUR that the provider refused to give back count as given back another way`)
    )
    origin.advance(3600)
    expect([await sendRefunds(origin.deps), back(payment)]).toEqual([0, []])
    expect([await reconciled(), (await pay(`daily ${today()}`)).stdout]).toEqual([
      'velvet: the same as at sandbox',
      expect.not.stringContaining('resend')
    ])
    expect((await logOf(member)).at(-1)).toMatchObject({ verb: 'refund_elsewhere', author: 'mia', reason: 'By bank transfer', amount: 995 })
    expect(await movementsOf(member, 'provider')).toHaveLength(1)
    const { stdout } = await pay(`show ${reference}`)
    expect(JSON.parse(stdout)).toMatchObject({ refunds: [{ status: 'done', provider_refund_id: null, answer: '422' }] })
  })

  test('is no difference either when it was of money that came too late, and was given back another way', async () => {
    origin.advance(5 * 24 * 3600)
    const { reference, payment } = await aBuyer()
    const { db } = origin.deps
    const { id } = await db.selectFrom('orders').select('id').where('public_id', '=', payment).executeTakeFirstOrThrow()
    const ended = { status: 'cancelled', paid_at: null } as const
    await db.updateTable('orders').set(ended).where('id', '=', id).execute()
    const stray = { kind: 'stray', credits: 0, amount: 995, author: 'tether', reason: 'paid too late', status: 'refused' } as const
    const at = { created_at: origin.now(), due_at: origin.now() }
    await db
      .insertInto('refunds')
      .values({ ...stray, ...at, order_id: id, public_id: `${id}`.padStart(22, 'r') })
      .execute()
    expect(await reconciled()).toBe(`velvet: ${reference} paid there, cancelled here\n${ASK}`)
    await pay(`resend ${reference} --elsewhere --reason "By bank transfer"`)
    expect(await reconciled()).toBe('velvet: the same as at sandbox')
  })
})

test('reconcile: asks the provider that a brand had when it was paid, and says which payments it can no longer ask about', async () => {
  origin.advance(5 * 24 * 3600)
  const { reference, payment } = await aBuyer()
  const said = async (run: typeof pay, words = today()) => {
    const { status, stdout, stderr } = await run(`reconcile ${words} --brand velvet`)
    return [status, stdout, stderr]
  }
  const elsewhere = operatorCommands(() => origin)('payments')
  await origin.publish({ id: 'velvet', payment_provider: 'none' })
  expect(await said(pay)).toEqual([0, 'velvet: the same as at sandbox\n', ''])
  atProvider(payment).amount = 996
  expect(await said(pay)).toEqual([1, `velvet: ${reference} 996 EUR there, 995 EUR here\n${ASK}\n`, ''])
  expect(await said(elsewhere)).toEqual([1, `velvet: ${reference} can't be compared: sandbox is not set up\n${ASK}\n`, ''])
  expect(await said(elsewhere, `--from ${day(1)} --to ${day(2)}`)).toEqual([0, '', ''])
  await origin.publish({ id: 'velvet', payment_provider: 'mollie' })
  const two = ['velvet: mollie is not set up', `velvet: ${reference} 996 EUR there, 995 EUR here`, ASK, '']
  expect(await said(pay)).toEqual([1, two.join('\n'), ''])
  atProvider(payment).amount = 995
  await origin.publish({ id: 'velvet', payment_provider: 'sandbox' })
})
