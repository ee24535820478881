import { describe, expect, test } from 'vitest'
import { grantCredits } from '../../origin/credits/grant-credits.ts'
import { spend } from '../../origin/credits/spend.ts'
import { newPublicId } from '../../origin/db/public-id.ts'
import { dayAfter, dayBegins, dayIn } from '../../shared/rules/day.ts'
import type { TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'

const shop = useShop()

const DAY = 24 * 3600

const aBuyer = () => shop.aBuyer({ language: 'en' })
const use = ({ row }: TestMember, credits: number) =>
  spend(shop.origin.deps.db, { member: row.id, tenant: 'velvet', credits, reason: 'gift', key: newPublicId(), now: shop.origin.now() })

describe('withdrawing from a purchase', () => {
  const list = async (as: TestMember) => (await shop.origin.call('listWithdrawable', { as })).body.orders
  const withdraw = (as: TestMember, id: string) => shop.origin.call('withdraw', { as, body: { payment_id: id } })

  test('gives the share of unused credits back, once, and mails when it was received', async () => {
    const anna = await aBuyer()
    const id = await shop.order(anna)
    const [whole] = await list(anna)
    await use(anna, 5)
    const [part] = await list(anna)
    expect(part).toMatchObject({ payment_id: id, credits: whole!.credits - 5, currency: 'EUR' })
    expect(part!.amount).toBe(Math.ceil((whole!.amount * part!.credits) / whole!.credits))

    const { credits, amount } = part!
    const answers = await Promise.all([withdraw(anna, id), withdraw(anna, id)])
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({ credits, amount, at: shop.origin.now().toISOString() })
    expect(await list(anna)).toEqual([])
    expect(await shop.userOf(anna)).toMatchObject({ credits: 0 })
    const row = await shop.origin.deps.db.selectFrom('orders').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ refunded: amount, refunded_credits: credits })
    const mails = (await shop.origin.mails(anna.row.email)).filter(({ subject }) => subject.includes('withdrawal'))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toMatch(/on \d+ November 2026 at \d\d:00:00 CET/)
  })

  test('ends premium when everything goes back, and not before', async () => {
    const anna = await aBuyer()
    const id = await shop.order(anna)
    expect(await shop.userOf(anna)).toMatchObject({ paid_user: true })
    expect((await withdraw(anna, id)).status).toBe(200)
    expect(await shop.userOf(anna)).toMatchObject({ paid_user: false, credits: 0 })
  })

  test('ends with the last of the days of the brand, which is the date that pages name, and is for one’s own orders', async () => {
    const [anna, other] = [await aBuyer(), await aBuyer()]
    const id = await shop.order(anna)
    expect((await withdraw(other, id)).status).toBe(404)
    // The whole day on which it was paid doesn't count.
    const { time_zone: zone, refund_days: days } = shop.origin.tenant('velvet').settings
    const end = dayBegins(zone, dayIn(zone, new Date(shop.origin.now().getTime() + (days + 1) * DAY * 1000)))
    expect((await list(anna)).map(({ until }) => until)).toEqual([new Date(end.getTime() - 1).toISOString()])
    shop.origin.setNow(new Date(end.getTime() - 1))
    expect(await list(await shop.origin.signIn(anna))).toHaveLength(1)
    shop.origin.setNow(end)
    expect(await list(await shop.origin.signIn(anna))).toEqual([])
    expect((await withdraw(anna, id)).status).toBe(409)
    expect((await shop.userOf(anna)).credits).toBeGreaterThan(0)
  })

  // Paid at this moment: the last day in the brand's zone, on which the fourteenth, or what is left of a weekend, ends.
  test.each([
    ['2026-12-17T12:00:00Z', '2026-12-31', 'a working day at the end of the year'],
    ['2026-12-19T12:00:00Z', '2027-01-04', 'a Saturday: the Monday after it'],
    ['2026-12-20T12:00:00Z', '2027-01-04', 'a Sunday: the Monday after it'],
    ['2026-12-21T12:00:00Z', '2027-01-04', 'a Monday'],
    ['2027-03-14T12:00:00Z', '2027-03-29', 'the Sunday on which clocks go forward'],
    ['2027-10-16T12:00:00Z', '2027-11-01', 'the Saturday before they go back'],
    ['2028-02-15T12:00:00Z', '2028-02-29', 'a leap day'],
    ['2028-02-11T23:30:00Z', '2028-02-28', 'a Friday in UTC, a Saturday where the brand is']
  ])('what was paid at %s can be withdrawn from until %s: %s', async (paid, day) => {
    const { time_zone: zone } = shop.origin.tenant('velvet').settings
    shop.origin.setNow(new Date(paid))
    const anna = await aBuyer()
    const id = await shop.order(anna)
    const end = dayBegins(zone, dayAfter(day))
    expect((await list(anna)).map(({ until }) => until)).toEqual([new Date(end.getTime() - 1).toISOString()])
    shop.origin.setNow(end)
    expect((await withdraw(await shop.origin.signIn(anna), id)).status).toBe(409)
    shop.origin.setNow(new Date(end.getTime() - 1))
    expect((await withdraw(await shop.origin.signIn(anna), id)).status).toBe(200)
  })

  test('keeps the days that the order was sold with, whatever the brand says later', async () => {
    await shop.origin.publish({ id: 'velvet', refund_days: 30 })
    const anna = await aBuyer()
    await shop.order(anna)
    const before = await list(anna)
    await shop.origin.publish({ id: 'velvet', refund_days: 14 })
    expect(before).toHaveLength(1)
    expect(await list(anna)).toEqual(before)
  })

  test('is not for an order that the bank has taken back, whatever credits the member gets later', async () => {
    const anna = await aBuyer()
    const id = await shop.order(anna)
    await use(anna, 5)
    await shop.payments.sandbox.chargeBack(shop.payments.sandbox.payments.find(({ reference }) => reference === id)!.id)
    const { db, now } = shop.origin.deps
    await grantCredits(db, { member: anna.row.id, tenant: 'velvet', credits: 5, movement: newPublicId(), reason: 'goodwill', now: now() })
    expect(await shop.userOf(anna)).toMatchObject({ credits: 5 })
    expect(await list(anna)).toEqual([])
    expect((await withdraw(anna, id)).status).toBe(409)
    expect((await shop.origin.call('getLeaving', { as: anna })).body.unused).toEqual([])
  })

  test('the last day is that of the brand where it was bought, also on a sister brand whose days end at another time', async () => {
    await shop.origin.publish({ id: 'velvet', time_zone: 'America/New_York' })
    const anna = await aBuyer()
    await shop.order(anna)
    const [there] = await list(anna)
    expect(await list(await shop.origin.signIn(anna, 'nordic'))).toEqual([there])
    expect(there!.time_zone).toBe('America/New_York')
    await shop.origin.publish({ id: 'velvet', time_zone: 'Europe/Amsterdam' })
  })
})
