import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { creditsOf } from '../../origin/credits/book.ts'
import { bookChargeback, bookChargebackReversal, bookPayment, bookRefund, type BookedOrder } from '../../origin/credits/book-order.ts'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { proveBooks } from '../../origin/credits/prove-books.ts'
import { returnCredits } from '../../origin/credits/return-credits.ts'
import { createRandom } from '../../origin/demo/random.ts'
import { HttpError } from '../../origin/http/http-error.ts'
import { bookings, changed, REFUSAL } from '../fixtures/books.ts'
import { isLong, repeats } from '../fixtures/long.ts'
import type { TestOrigin } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'
import { recordTested } from '../fixtures/tested.ts'

const origin = sharedOrigin()
const { anOwner, anOrder, pay, sumOf } = bookings(origin)
let db: TestOrigin['deps']['db']
beforeAll(async () => {
  ;({ db } = origin.deps)
})

/** `npm run test:model` sets it. */
const OPERATIONS = Number(process.env.TEST_OPERATIONS ?? repeats(800, 100_000))
const SEED = process.env.TEST_SEED ?? (isLong ? randomUUID() : 'books')
const LANES = 6
/** Operations of one member: a refund reads all of them, so a longer life would make a million take hours. */
const LIFE = 2_000

test(`${OPERATIONS} random operations of the model: the books say what the model says`, { timeout: 3_600_000 }, async () => {
  if (isLong) console.log(`TEST_SEED=${SEED}`)
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      for (let left = Math.ceil(OPERATIONS / LANES); left > 0; left -= LIFE) await runModel(`${SEED} ${lane} ${left}`, Math.min(left, LIFE))
    })
  )
  expect((await proveBooks(db)).problems).toEqual([])
  if (OPERATIONS >= 1_000_000) await recordTested('books', { operations: OPERATIONS })
})

interface Taken {
  event: string
  amount: number
  credits: number
  unused: number
  debt: number
}

/** One member's books and a model of them in memory: every operation succeeds or is refused in both. */
async function runModel(seed: string, operations: number): Promise<void> {
  const random = createRandom(seed)
  const member = await anOwner()
  const now = origin.now()
  let [balance, debts] = [0, 0]
  const spends: { movement: number; credits: number; back: boolean; key: string }[] = []
  /** In the order they were bought, each with its credits that weren't given back or taken. */
  const orders: { order: BookedOrder; taken: Taken[]; net: number }[] = []

  /** Free credits count as used first, then the oldest that were paid for. */
  function unusedOf(wanted: BookedOrder): number {
    let left = balance
    for (const { order, net } of orders.toReversed()) {
      const unused = Math.min(left, Math.max(0, net))
      if (order === wanted) return unused
      left -= unused
    }
    return 0
  }

  /** False if there was nothing to do: that doesn't count. */
  const acts: Record<string, () => Promise<void | false>> = {
    async grant() {
      const credits = random.between(0, 30)
      await grantCredits(db, { member, tenant: 'velvet', credits, movement: randomUUID(), reason: 'goodwill', now })
      balance += credits
    },
    async spend() {
      const [credits, key] = [random.between(1, 12), randomUUID()]
      if (credits > balance) return await refused(pay(member, credits, key))
      const { movement, balance: left } = await pay(member, credits, key)
      balance -= credits
      expect(left).toBe(balance)
      spends.push({ movement, credits, back: false, key })
    },
    async repeat() {
      const one = spends.length > 0 && random.pick(spends)
      if (!one) return false
      expect((await pay(member, one.credits, one.key)).movement).toBe(one.movement)
    },
    async giveBack() {
      const one = spends.length > 0 && random.pick(spends)
      if (!one) return false
      await returnCredits(db, { movement: one.movement, now })
      if (!one.back) balance += one.credits
      one.back = true
    },
    async buy() {
      const [credits, price] = [random.between(1, 60), random.between(100, 9_999)]
      const discount = random.between(0, 1) * Math.floor(price / 4)
      const order = anOrder(member, { credits, price, discount, total: price - discount })
      await bookPayment(db, order, now)
      balance += credits
      orders.push({ order, taken: [], net: credits })
    },
    async refund() {
      const one = orders.length > 0 && random.pick(orders)
      if (!one) return false
      const credits = random.between(0, one.order.remaining_credits)
      const amount = random.between(0, one.order.remaining)
      if (credits + amount === 0) return false
      if (credits > balance) return await refused(bookRefund(db, one.order, { credits, amount }, now))
      await bookRefund(db, one.order, { credits, amount }, now)
      balance -= credits
      const { refunded, refunded_credits: back } = one.order
      one.order = changed(one.order, { refunded: refunded + amount, refunded_credits: back + credits })
      one.net -= credits
    },
    async chargeBack() {
      const one = orders.length > 0 && random.pick(orders)
      if (!one || one.order.remaining === 0) return false
      const { remaining, remaining_credits: left, charged_back: before, charged_back_credits: gone } = one.order
      const amount = random.between(0, 1) === 0 ? remaining : random.between(1, remaining)
      const credits = amount === remaining ? left : Math.floor((left * amount) / remaining)
      const unused = Math.min(credits, unusedOf(one.order))
      const debt = credits === 0 ? 0 : amount - Math.ceil((amount * unused) / credits)
      const event = randomUUID()
      expect(await bookChargeback(db, one.order, { event, amount, twice: 0 }, now)).toEqual({ credits, unused, debt })
      balance -= unused
      debts += debt
      one.net -= unused
      one.order = changed(one.order, { charged_back: before + amount, charged_back_credits: gone + credits })
      one.taken.push({ event, amount, credits, unused, debt })
    },
    async reverse() {
      const one = orders.length > 0 && random.pick(orders)
      if (!one || one.taken.length === 0) return false
      const { event, amount, credits, unused, debt } = one.taken.pop()!
      expect(await bookChargebackReversal(db, one.order, { event }, now)).toEqual({ amount, settled: 0 })
      balance += unused
      debts -= debt
      one.net += unused
      const { charged_back: before, charged_back_credits: gone } = one.order
      one.order = changed(one.order, { charged_back: before - amount, charged_back_credits: gone - credits })
    }
  }
  const usual = ['spend', 'spend', 'spend', 'grant', 'repeat', 'giveBack', 'buy', 'refund', 'chargeBack', 'reverse']
  for (let count = 0; count < operations;) {
    if ((await acts[random.pick(usual)]!()) === false) continue
    count++
    if (count % 50 > 0 && count < operations) continue
    expect({ seed, count, balance: await creditsOf(db, member), debts: await sumOf('debts', 'EUR', member) }).toEqual({
      seed,
      count,
      balance,
      debts
    })
  }
}

async function refused(act: Promise<unknown>): Promise<void> {
  const error = await act.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason
  )
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject(REFUSAL)
}
