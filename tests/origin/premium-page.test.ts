import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import texts from '../../locales/shop/en.json' with { type: 'json' }
import { newPublicId } from '../../origin/db/public-id.ts'
import { newContactsPerDay } from '../../shared/rules/new-contacts.ts'
import { memberAnswers, part, renderPage } from '../client/render-page.tsx'
import type { TestMember } from '../fixtures/origin.ts'
import { useShop } from '../fixtures/shop.ts'
import { givePhoto } from '../fixtures/pictures.ts'

const shop = useShop()

const DAY = 24 * 3600

const aBuyer = () => shop.aBuyer({ language: 'en' })

describe('each line of /premium is true [ROLE-16]', () => {
  beforeAll(() => shop.origin.publish({ id: 'velvet', message_credits: 2 }))
  afterAll(() => shop.origin.publish({ id: 'velvet', message_credits: 0 }))

  /** The names of the lines in the texts, as the page has them. */
  async function shown(premium: boolean): Promise<string[]> {
    const { settings } = shop.origin.tenant('velvet')
    const page = part(await renderPage('/premium', { tenant: settings, member: true, answers: memberAnswers({ paid: premium }) }), 'main')
    return [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => {
      const key = Object.entries(texts).find(([, text]) => text === title)?.[0]
      return /^premium\.(\w+)_title$/.exec(key ?? '')?.[1] ?? `unknown: ${title}`
    })
  }

  /** By the line's name in the texts; `as` is the member, who has bought or not. */
  const lines: Record<string, (as: TestMember, premium: boolean) => Promise<void>> = {
    async photos(as, premium) {
      const bob = await shop.origin.aMember()
      for (let count = 0; count < 3; count++) await givePhoto(shop.origin, bob)
      const { more_photos: more, main_image: main } = (await shop.origin.call('getMember', { as, query: { id: bob.id } })).body.member!
      expect([main !== null, more.map(({ locked }) => locked)]).toEqual([true, [!premium, !premium]])
    },
    /** More than two, and not more in a day than any member may begin. */
    async conversations(as, premium) {
      const open = async () => {
        const headers = { 'idempotency-key': newPublicId() }
        const body = { member: (await shop.origin.aMember()).id, text: 'Hello', credits: 2 }
        const answer = await shop.origin.call('sendMessage', { as, body, headers })
        return answer.body.error?.code ?? answer.status
      }
      const { deps } = shop.origin
      const [before, usual] = [(await shop.userOf(as)).credits, deps.limitFactor]
      // So that the credits of one bundle are enough to reach it.
      deps.limitFactor = 0.1
      const allowed = newContactsPerDay({ days: 20, answered: 0, paid: true }) * deps.limitFactor
      const answers = []
      for (let count = 0; count <= allowed; count++) answers.push(await open())
      deps.limitFactor = usual
      const begun = premium ? allowed : 2
      expect(answers).toEqual(answers.map((_, count) => (count < begun ? 200 : premium ? 'contact_limit' : 'premium_only')))
      expect(before - (await shop.userOf(as)).credits).toBe(2 * (begun - 2))
      expect(texts['premium.conversations_text']).toContain('in a day')
    },
    async uploads(as, premium) {
      expect((await shop.origin.call('listPhotos', { as })).body.limit).toBe(premium ? 25 : 3)
      for (let count = 0; count < 5; count++) await givePhoto(shop.origin, as)
      const seen = (await shop.origin.call('getMember', { as: await aBuyer(), query: { id: as.id } })).body.member!
      expect(seen.photo_count).toBe(premium ? 5 : 3)
    },
    /** Until all orders went back, one by a refund and one by the bank; no photo is deleted by that. */
    async stays(as, premium) {
      if (!premium) return
      shop.origin.advance(400 * DAY)
      const anna = await shop.origin.signIn(as)
      const second = await shop.order(anna)
      const [first] = (await shop.origin.call('listTransactions', { as: anna })).body.transactions.slice(-1)
      const payment = (id: string) => shop.payments.sandbox.payments.find(({ reference }) => reference === id)!.id
      await shop.payments.sandbox.refundAtDesk(payment(first!.payment_id), first!.total)
      expect(await shop.userOf(anna)).toMatchObject({ paid_user: true })
      await shop.payments.sandbox.chargeBack(payment(second))
      expect(await shop.userOf(anna)).toMatchObject({ paid_user: false })
      const own = (await shop.origin.call('listPhotos', { as: anna })).body
      expect([own.limit, own.photos.length]).toEqual([3, 5])
      expect((await shop.origin.call('getMember', { as: await aBuyer(), query: { id: anna.id } })).body.member!.photo_count).toBe(3)
    }
  }

  test.each([false, true])('for a member with Premium: %s', async (premium) => {
    const names = await shown(premium)
    expect(names.toSorted()).toEqual(Object.keys(lines).sort())
    const anna = await aBuyer()
    if (premium) await shop.order(anna)
    // The last one takes Premium away again.
    expect(names.at(-1)).toBe('stays')
    for (const name of names) await lines[name]!(anna, premium)
  })
})
