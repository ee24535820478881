import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import shop from '../../locales/shop/en.json' with { type: 'json' }
import { newPublicId } from '../../origin/db/public-id.ts'
import { memberAnswers, part, renderPage } from '../client/render-page.tsx'
import { createTestOrigin, type TestMember, type TestOrigin } from '../fixtures/origin.ts'
import { order, startPayments, type Payments } from '../fixtures/payments.ts'
import { givePhoto } from '../fixtures/pictures.ts'

let origin: TestOrigin
let payments: Payments
beforeAll(async () => {
  origin = await createTestOrigin()
  payments = await startPayments(origin)
})
afterAll(async () => {
  await payments.close()
  await origin.close()
})

const DAY = 24 * 3600

/** Someone who has been here for long: no discount comes by itself. */
const aBuyer = () => origin.aMember({ signup_date: new Date('2026-01-01T00:00:00Z'), language: 'en' })
const userOf = async (as: TestMember) => (await origin.call('getUser', { as })).body.user

describe('each line of /premium is true [ROLE-16]', () => {
  beforeAll(() => origin.publish({ id: 'velvet', message_credits: 2 }))
  afterAll(() => origin.publish({ id: 'velvet', message_credits: 0 }))

  /** The names of the lines in the texts, as the page has them. */
  async function shown(premium: boolean): Promise<string[]> {
    const { settings } = origin.tenant('velvet')
    const page = part(await renderPage('/premium', { tenant: settings, member: true, answers: memberAnswers({ paid: premium }) }), 'main')
    return [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => {
      const key = Object.entries(shop).find(([, text]) => text === title)?.[0]
      return /^premium\.(\w+)_title$/.exec(key ?? '')?.[1] ?? `unknown: ${title}`
    })
  }

  /** By the line's name in the texts; `as` is the member, who has bought or not. */
  const lines: Record<string, (as: TestMember, premium: boolean) => Promise<void>> = {
    async photos(as, premium) {
      const bob = await origin.aMember()
      for (let count = 0; count < 3; count++) await givePhoto(origin, bob)
      const { more_photos: more, main_image: main } = (await origin.call('getMember', { as, query: { id: bob.id } })).body.member!
      expect([main !== null, more.map(({ locked }) => locked)]).toEqual([true, [!premium, !premium]])
    },
    async conversations(as, premium) {
      const open = async () => {
        const headers = { 'idempotency-key': newPublicId() }
        return (await origin.call('sendMessage', { as, body: { member: (await origin.aMember()).id, text: 'Hello', credits: 2 }, headers }))
          .status
      }
      const before = (await userOf(as)).credits
      const answers: number[] = []
      for (let count = 0; count < 4; count++) answers.push(await open())
      expect(answers).toEqual(premium ? [200, 200, 200, 200] : [200, 200, 403, 403])
      expect(before - (await userOf(as)).credits).toBe(premium ? 4 : 0)
    },
    async uploads(as, premium) {
      expect((await origin.call('listPhotos', { as })).body.limit).toBe(premium ? 25 : 3)
      for (let count = 0; count < 5; count++) await givePhoto(origin, as)
      const seen = (await origin.call('getMember', { as: await aBuyer(), query: { id: as.id } })).body.member!
      expect(seen.photo_count).toBe(premium ? 5 : 3)
    },
    /** Until all orders went back, one by a refund and one by the bank; no photo is deleted by that. */
    async stays(as, premium) {
      if (!premium) return
      origin.advance(400 * DAY)
      const anna = await origin.signIn(as)
      const second = await order(origin, payments, anna)
      const [first] = (await origin.call('listTransactions', { as: anna })).body.transactions.slice(-1)
      const payment = (id: string) => payments.sandbox.payments.find(({ reference }) => reference === id)!.id
      await payments.sandbox.refundAtDesk(payment(first!.payment_id), first!.total)
      expect(await userOf(anna)).toMatchObject({ paid_user: true })
      await payments.sandbox.chargeBack(payment(second))
      expect(await userOf(anna)).toMatchObject({ paid_user: false })
      const own = (await origin.call('listPhotos', { as: anna })).body
      expect([own.limit, own.photos.length]).toEqual([3, 5])
      expect((await origin.call('getMember', { as: await aBuyer(), query: { id: anna.id } })).body.member!.photo_count).toBe(3)
    }
  }

  test.each([false, true])('for a member with Premium: %s', async (premium) => {
    const names = await shown(premium)
    expect(names.toSorted()).toEqual(Object.keys(lines).sort())
    const anna = await aBuyer()
    if (premium) await order(origin, payments, anna)
    // The last one takes Premium away again.
    expect(names.at(-1)).toBe('stays')
    for (const name of names) await lines[name]!(anna, premium)
  })
})
