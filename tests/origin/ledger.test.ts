import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { book, creditsOf, findMovement } from '../../origin/credits/book.ts'
import { bookChargeback, bookChargebackReversal, bookPayment, bookRefund, worthOf } from '../../origin/credits/book-order.ts'
import { selectSettleable, settleDebt, type Settlement } from '../../origin/credits/debts.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { proveBooks, watchBooks } from '../../origin/credits/prove-books.ts'
import { returnCredits } from '../../origin/credits/return-credits.ts'
import { reverseMovement } from '../../origin/credits/reverse-movement.ts'
import { spend } from '../../origin/credits/spend.ts'
import { openDatabase } from '../../origin/db/database.ts'
import { createRandom } from '../../origin/demo/random.ts'
import type { Db } from '../../origin/http/handler.ts'
import { bookings, changed, REFUSAL } from '../fixtures/books.ts'
import { repeats } from '../fixtures/long.ts'
import type { TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { command } from '../fixtures/command.ts'

const origin = sharedOrigin()
const { anOwner, anOrder, pay, sumOf } = bookings(origin)
let db: TestOrigin['deps']['db']
beforeAll(async () => {
  ;({ db } = origin.deps)
})

/** The legs of a movement as `account unit amount`. */
async function legsOf(key: string): Promise<string[]> {
  const movement = await findMovement(db, key)
  return movement!.legs.map(({ account, unit, amount }) => `${account} ${unit} ${amount}`)
}

describe('spending', () => {
  test('takes credits once for each key, and none that are not there', async () => {
    const member = await anOwner(5)
    const first = await pay(member, 3, 'one')
    expect(first.balance).toBe(2)
    expect(await pay(member, 3, 'one')).toEqual(first)
    await expect(pay(member, 3)).rejects.toMatchObject(REFUSAL)
    await expect(pay(await anOwner(), 1)).rejects.toMatchObject(REFUSAL)
    // The same name for something else is a mistake of the caller.
    await expect(pay(member, 2, 'one')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    for (const credits of [0, -1, 0.5]) await expect(pay(member, credits)).rejects.toThrow('spent')
    expect((await pay(member, 2)).balance).toBe(0)
  })

  test('is refused before anything is written: what else the transaction does can still commit', async () => {
    const member = await anOwner(1)
    await db.transaction().execute(async (trx) => {
      await expect(pay(member, 2, 'refused', trx)).rejects.toMatchObject(REFUSAL)
    })
    expect(await findMovement(db, 'refused')).toBeUndefined()
    await grantCredits(db, { member, tenant: 'velvet', credits: 1, movement: randomUUID(), reason: 'goodwill', now: origin.now() })
    expect((await pay(member, 2, 'refused')).balance).toBe(0)
  })

  test('is given back once', async () => {
    const member = await anOwner(5)
    const { movement } = await pay(member, 4)
    const back = await returnCredits(db, { movement, now: origin.now() })
    expect(back.balance).toBe(5)
    expect(await returnCredits(db, { movement, now: origin.now() })).toEqual(back)
    expect(await creditsOf(db, member)).toBe(5)
  })

  test.each([repeats(2, 100)])(
    '200 clients at one balance, %i rounds: each credit is spent once, and nothing fails',
    { timeout: 300_000 },
    async (rounds) => {
      const crowd = openDatabase(origin.databaseUrl, { connections: 40, patience: 10 })
      const random = createRandom(`spends ${rounds}`)
      const member = await anOwner()
      try {
        for (let round = 0; round < rounds; round++) {
          const [cost, given] = [random.between(1, 5), random.between(50, 500)]
          const movement = `round:${member}:${round}`
          await grantCredits(crowd, { member, tenant: 'velvet', credits: given, movement, reason: 'goodwill', now: origin.now() })
          const before = await creditsOf(crowd, member)
          const answers = await Promise.allSettled(
            Array.from({ length: 200 }, (_, client) => {
              const reason = (['message', 'photo', 'gift'] as const)[client % 3]!
              const order = { member, tenant: 'velvet', credits: cost, reason, key: `${movement}:${client}`, now: origin.now() }
              // Every tenth client tries in two tabs.
              const tabs = client % 10 === 0 ? [order, order] : [order]
              return Promise.all(tabs.map((one) => crowd.transaction().execute((trx) => spend(trx, one))))
            })
          )
          const spent = answers.filter(({ status }) => status === 'fulfilled').length
          expect(spent).toBe(Math.min(200, Math.floor(before / cost)))
          expect(await creditsOf(crowd, member)).toBe(before - spent * cost)
          for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(REFUSAL)
        }
        expect((await proveBooks(crowd)).problems).toEqual([])
      } finally {
        await crowd.destroy()
      }
    }
  )
})

describe('orders', () => {
  test('a payment is booked once, with what the provider holds and what the discount cost', async () => {
    const member = await anOwner()
    const order = anOrder(member)
    await Promise.all([bookPayment(db, order, origin.now()), bookPayment(db, order, origin.now())])
    expect(await legsOf(`purchase:${order.id}`)).toEqual([
      'provider EUR 750',
      'discounts EUR 250',
      'revenue EUR -1000',
      'member credits 50',
      'house credits -50'
    ])
    expect(await creditsOf(db, member)).toBe(50)
  })

  test('a refund takes its credits, and is refused when they are spent or when nothing is left to give back', async () => {
    const member = await anOwner()
    const order = anOrder(member)
    await bookPayment(db, order, origin.now())
    await pay(member, 20)
    await expect(bookRefund(db, order, { credits: 31, amount: 465 }, origin.now())).rejects.toMatchObject(REFUSAL)
    const refund = { credits: 30, amount: 450, author: 'mia', note: 'withdrawn' }
    expect((await bookRefund(db, order, refund, origin.now())).balance).toBe(0)
    await bookRefund(db, order, refund, origin.now())
    const after = changed(order, { refunded: 450, refunded_credits: 30 })
    await expect(bookRefund(db, after, { credits: 0, amount: 301 }, origin.now())).rejects.toThrow('less to give back')
    await bookRefund(db, after, { credits: 0, amount: 300 }, origin.now())
    expect(await legsOf(`refund:${order.id}:450:30`)).toEqual(['provider EUR -300', 'refunds EUR 300'])
  })

  test.each([
    { name: 'of unused credits leaves no debt', free: 4, spent: 4, amount: 750, expected: { credits: 50, unused: 50, debt: 0 } },
    {
      name: 'of credits that were used leaves their share as a debt',
      free: 4,
      spent: 24,
      amount: 750,
      expected: { credits: 50, unused: 30, debt: 300 }
    },
    {
      name: 'of credits that are all used leaves everything as a debt',
      free: 0,
      spent: 50,
      amount: 750,
      expected: { credits: 50, unused: 0, debt: 750 }
    },
    { name: 'takes nothing of a newer order', free: 0, spent: 50, newer: 20, amount: 750, expected: { credits: 50, unused: 0, debt: 750 } },
    {
      name: 'counts what was refunded',
      free: 0,
      spent: 10,
      refunded: [20, 300],
      amount: 450,
      expected: { credits: 30, unused: 20, debt: 150 }
    },
    { name: 'of a part takes its share of the credits', free: 0, spent: 10, amount: 300, expected: { credits: 20, unused: 20, debt: 0 } },
    {
      name: 'of a part leaves a debt only beyond what is unused',
      free: 0,
      spent: 40,
      amount: 300,
      expected: { credits: 20, unused: 10, debt: 150 }
    },
    {
      name: 'of money already refunded is owed as well',
      free: 0,
      spent: 0,
      refunded: [50, 750],
      amount: 0,
      twice: 200,
      expected: { credits: 0, unused: 0, debt: 200 }
    }
  ])('a chargeback $name, and its reversal undoes it', async ({ free, spent, newer, refunded, amount, twice = 0, expected }) => {
    const member = await anOwner(free)
    const order = anOrder(member)
    await bookPayment(db, order, origin.now())
    if (newer) await bookPayment(db, anOrder(member, { credits: newer }), origin.now())
    if (spent > 0) await pay(member, spent)
    const [back, given] = refunded ?? [0, 0]
    if (refunded) await bookRefund(db, order, { credits: back!, amount: given! }, origin.now())
    const now = changed(order, { refunded: given!, refunded_credits: back! })
    const before = await creditsOf(db, member)
    const state = async () => ({ credits: await creditsOf(db, member), debt: await sumOf('debts', 'EUR', member) })
    expect(await bookChargeback(db, now, { event: 'taken', amount, twice }, origin.now())).toEqual(expected)
    expect(await state()).toEqual({ credits: before - expected.unused, debt: expected.debt })
    await expect(bookChargeback(db, now, { event: 'more', amount: 751, twice: 0 }, origin.now())).rejects.toThrow(
      'less left for a bank to take'
    )

    const reverse = (event: string) => bookChargebackReversal(db, now, { event }, origin.now())
    expect(await reverse('another')).toBeNull()
    expect(await reverse('taken')).toEqual({ amount: amount + twice, settled: 0 })
    expect(await reverse('taken')).toBeNull()
    expect(await state()).toEqual({ credits: before, debt: 0 })
  })

  /** Owes 7.50 euros: a bank has taken back what their used credits cost. */
  async function aDebtor() {
    const member = await anOwner()
    const order = anOrder(member)
    await bookPayment(db, order, origin.now())
    await pay(member, 50)
    await bookChargeback(db, order, { event: 'taken', amount: 750, twice: 0 }, origin.now())
    const settle = (amount: number, how: Settlement) =>
      settleDebt(db, { member, amount, currency: 'EUR', how, key: randomUUID(), author: 'mia', note: '', now: origin.now() })
    const reverse = () => bookChargebackReversal(db, order, { event: 'taken' }, origin.now())
    return { member, order, settle, reverse }
  }

  test('a reversal leaves a debt that was settled meanwhile, and takes back what is still owed', async () => {
    const { member, settle, reverse } = await aDebtor()
    await settle(500, 'paid')
    // Nothing is given back before the bank has returned the money.
    await expect(settle(1, 'returned')).rejects.toMatchObject(REFUSAL)
    expect(await reverse()).toEqual({ amount: 750, settled: 500 })
    expect([await creditsOf(db, member), await sumOf('debts', 'EUR', member)]).toEqual([0, 0])

    const [money, cost] = [await sumOf('provider', 'EUR'), await sumOf('refunds', 'EUR')]
    await settle(499, 'returned')
    await settle(1, 'returned')
    await expect(settle(1, 'returned')).rejects.toMatchObject(REFUSAL)
    expect([await sumOf('provider', 'EUR'), await sumOf('refunds', 'EUR')]).toEqual([money - 500, cost + 500])
    expect(await sumOf('debts', 'EUR', member)).toBe(0)
  })

  test('of a debt that was paid in part and waived in part, only what was paid can be given back', async () => {
    const { member, order, settle, reverse } = await aDebtor()
    await settle(300, 'waived')
    await settle(450, 'paid')
    await reverse()
    expect(await selectSettleable(db, member, 'EUR', 'returned')).toEqual([{ tenant: order.tenant, amount: 450 }])
  })
})

test.each([
  { unused: 50, remaining: 750, worth: 750 },
  { unused: 7, remaining: 750, worth: 105 },
  { unused: 1, remaining: 750, worth: 15 },
  { total: 995, unused: 1, remaining: 995, worth: 20 },
  { total: 995, unused: 49, remaining: 965, worth: 965 }
])(
  '$unused of 50 credits for $total are worth $worth, rounded in the member’s favour and never more than is left',
  ({ total = 750, unused, remaining, worth }) => {
    expect(worthOf({ credits: 50, total, remaining }, unused)).toBe(worth)
  }
)

describe('the books', () => {
  test('only grow: a movement is corrected by its opposite, once', async () => {
    const member = await anOwner(9)
    const { id } = (await findMovement(db, `given:${member}`))!
    for (const statement of [
      sql`update ledger_movements set note = 'other' where id = ${id}`,
      sql`update ledger_legs set amount = 1 where movement_id = ${id}`,
      sql`delete from ledger_legs where movement_id = ${id}`,
      sql`delete from ledger_movements where id = ${id}`,
      sql`truncate ledger_legs`,
      sql`truncate ledger_movements cascade`
    ])
      await expect(statement.execute(db)).rejects.toThrow('correct a movement by a counter-movement')
    const correction = { movement: id, author: 'mia', note: 'given to the wrong member', now: origin.now() }
    expect((await reverseMovement(db, correction)).balance).toBe(0)
    await reverseMovement(db, correction)
    expect(await findMovement(db, `reversed:${id}`)).toMatchObject({ reason: 'correction', corrects: id, author: 'mia' })
    await expect(
      book(db, { key: randomUUID(), tenant: 'velvet', reason: 'correction', corrects: id, now: origin.now(), legs: [] })
    ).rejects.toThrow('corrects')
  })

  test('refuse at the commit what does not sum to 0 in each unit, also for a movement of before', async () => {
    const member = await anOwner(9)
    const { id } = (await findMovement(db, `given:${member}`))!
    const wrong = [
      { account: 'member', member, unit: 'credits', amount: 2 },
      { account: 'provider', unit: 'EUR', amount: -2 }
    ] as const
    await expect(book(db, { key: 'wrong', tenant: 'velvet', reason: 'goodwill', now: origin.now(), legs: wrong })).rejects.toThrow(
      'do not sum to 0'
    )
    await expect(
      db.insertInto('ledger_legs').values({ movement_id: id, account: 'house', unit: 'credits', amount: 1 }).execute()
    ).rejects.toThrow('do not sum to 0')
    expect(await creditsOf(db, member)).toBe(9)
    await expect(db.updateTable('ledger_accounts').set({ balance: -1 }).where('member_id', '=', member).execute()).rejects.toThrow('check')
  })

  test('refuse a movement without legs at the commit, and legs may come later in its transaction', async () => {
    const movement = { tenant: 'velvet', reason: 'goodwill' as const, created_at: origin.now() }
    const begin = (key: string, on: Db) =>
      on
        .insertInto('ledger_movements')
        .values({ key, ...movement })
        .returning('id')
        .executeTakeFirstOrThrow()
    await expect(begin('empty', db)).rejects.toThrow('has no legs')
    await expect(book(db, { key: 'empty', tenant: 'velvet', reason: 'goodwill', now: origin.now(), legs: [] })).rejects.toThrow(
      'has no legs'
    )
    expect(await findMovement(db, 'empty')).toBeUndefined()
    await db.transaction().execute(async (trx) => {
      const { id } = await begin('later', trx)
      const leg = { movement_id: id, account: 'provider', unit: 'EUR', amount: 5 } as const
      await trx
        .insertInto('ledger_legs')
        .values([leg, { ...leg, account: 'revenue', amount: -5 }])
        .execute()
    })
    expect(await legsOf('later')).toEqual(['provider EUR 5', 'revenue EUR -5'])
  })

  test('npm run books says which movement and which balance are wrong, and so does the job', async () => {
    const member = await anOwner(9)
    const books = () => command('books', [], { DATABASE_URL: origin.databaseUrl })
    expect(await books()).toMatchObject({ stdout: expect.stringContaining('The books balance: ') as string, stderr: '', status: 0 })
    const logged: string[] = []
    const log = { ...origin.deps.log, error: ({ problems }: { problems: string[] }) => logged.push(...problems) }
    const job = () => watchBooks({ ...origin.deps, log })

    await db.updateTable('ledger_accounts').set({ balance: 10 }).where('member_id', '=', member).execute()
    const line = `Account member credits of member ${member}: the balance is 10, and its legs sum to 9.`
    expect(await books()).toEqual({ stdout: '', stderr: `${line}\n`, status: 1 })
    await job()
    expect(logged).toEqual([line])
    await db.updateTable('ledger_accounts').set({ balance: 9 }).where('member_id', '=', member).execute()
    await job()
    expect(logged).toHaveLength(1)

    const { id } = (await findMovement(db, `given:${member}`))!
    const found = await inVain(async (trx) => {
      await trx.insertInto('ledger_legs').values({ movement_id: id, account: 'house', unit: 'credits', amount: 1 }).execute()
      return await proveBooks(trx)
    })
    expect(found.problems).toEqual([`Movement ${id}: its legs in credits sum to 1, not 0.`])
  })

  test('what was booked before accounts and movements existed is in the new books', async () => {
    const migration = await readFile(new URL('../../origin/db/migrations/212_ledger.sql', import.meta.url), 'utf8')
    const member = await origin.aMember()
    const found = await inVain(async (trx) => {
      await sql
        .raw(
          `create schema old; set local search_path = old, public;
          create table balances (member_id bigint primary key, credits integer not null);
          create table ledger_entries (id bigint generated always as identity, movement text, account text, member_id bigint, credits integer,
            reason text, created_at timestamptz);
          insert into balances values (${member.row.id}, 4), (77, 0);
          insert into ledger_entries (movement, account, member_id, credits, reason, created_at) values
            ('signup:1', 'member', ${member.row.id}, 4, 'signup', '2026-01-01'), ('signup:1', 'house', ${member.row.id}, -4, 'signup', '2026-01-01'),
            ('extra', 'member', 78, 2, 'extra', '2026-01-02'), ('extra', 'house', 78, -2, 'extra', '2026-01-02');
          ${migration}`
        )
        .execute(trx)
      return {
        proof: await proveBooks(trx),
        movements: await trx.selectFrom('ledger_movements').select(['key', 'tenant', 'reason', 'note']).orderBy('id').execute(),
        balances: [await creditsOf(trx, member.row.id), await creditsOf(trx, 77), await creditsOf(trx, 78)]
      }
    })
    expect(found).toEqual({
      proof: { movements: 2, accounts: 3, problems: [] },
      movements: [
        { key: 'signup:1', tenant: 'velvet', reason: 'signup', note: null },
        { key: 'extra', tenant: 'unknown', reason: 'goodwill', note: 'extra' }
      ],
      balances: [4, 0, 2]
    })
  })
})

/** Runs in a transaction that is rolled back. */
async function inVain<T>(run: (trx: Db) => Promise<T>): Promise<T> {
  let result: T
  const stop = new Error('rolled back on purpose')
  await db
    .transaction()
    .execute(async (trx) => {
      result = await run(trx)
      throw stop
    })
    .catch((error: unknown) => {
      if (error !== stop) throw error
    })
  return result!
}
