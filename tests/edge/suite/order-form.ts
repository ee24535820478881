import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody, type ErrorParams } from '../../../shared/api/errors.ts'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import { CREDITS } from '../../client/a-credits.ts'
import { PAYMENT } from '../../client/a-payment.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { EDGE_SECRET, USER } from '../../fixtures/fake-origin.ts'
import { sentence } from '../../fixtures/sentence.ts'

const PAGE = 'http://velvet.example/credits/50/card?lang=en&code=SUMMER'
const CARD = 'c'.repeat(22)

export function orderFormTests(start: StartEdge): void {
  describe('an order without a script', () => {
    let edge: EdgeUnderTest
    let cookie: string
    /** Why the origin refuses to take an order; null if it takes it. */
    let refusal: { code: 'price_changed' | 'mandate_needed' | 'payment_unavailable'; params: ErrorParams; status: number } | null = null
    beforeAll(async () => {
      cookie = `__Host-auth=${await sessionToken(EDGE_SECRET, 'velvet', 'c'.repeat(43), Math.floor(Date.now() / 1000) + 3600)}`
      edge = await start({
        origin: ({ path, method }) => {
          if (path === '/api/credits.php') {
            const bundles = CREDITS.bundles.map((one) => (one.id === '50' ? { ...one, discounted: 1346, code: 'SUMMER' } : one))
            const methods = [{ id: 'card' }, { id: 'paypal' }, { id: 'directdebit' }]
            return Response.json({ ...CREDITS, methods, bundles, stored_card: { id: CARD, label: 'Visa •••• 4242' } })
          }
          if (path !== '/api/payment.php' || method !== 'POST') return undefined
          if (refusal) return Response.json(errorBody(refusal.code, refusal.params), { status: refusal.status })
          const { payment_id, status, credits, payment_method, currency, total } = PAYMENT
          return Response.json({ payment_id, status, credits, payment_method, currency, total, next: 'https://pay.example/1' })
        }
      })
    })
    afterAll(() => edge.stop())

    const open = async (url = PAGE) => await (await edge.fetch(url, { headers: { cookie } })).text()
    const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

    /** The fields of the form that orders, as a browser without a script sends them. */
    function fieldsOf(html: string): Record<string, string> {
      const form = html.split('<form method="post"').find((one) => one.includes('value="createPayment"'))!
      const inputs = [...form.split('</form>')[0]!.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
      const sent = inputs.filter((tag) => tag.includes('type="hidden"') || tag.includes('checked=""'))
      return Object.fromEntries(sent.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]))
    }

    const post = (fields: Record<string, string>) =>
      edge.fetch(PAGE, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', cookie }
      })

    test('is sent as it was shown, for the member it was shown to, and leads to its own page [RT-30] [ENT-24]', async () => {
      refusal = null
      const answer = await post({ ...fieldsOf(await open()), method: 'paypal', save_card: 'true' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/transactions/${PAYMENT.payment_id}`])
      const call = edge.calls.findLast(({ path, method }) => path === '/api/payment.php' && method === 'POST')!
      const order = { bundle: '50', credits: 50, country: 'GB', currency: 'GBP', total: 1346, code: 'SUMMER' }
      expect(JSON.parse(call.body)).toEqual({ ...order, method: 'paypal', save_card: true })
      expect(call.headers.get('x-expected-member')).toBe(USER.id)
      await post({ ...fieldsOf(await open()), method: 'stored' })
      expect(JSON.parse(edge.calls.findLast(({ path, method }) => path === '/api/payment.php' && method === 'POST')!.body)).toEqual({
        ...order,
        method: 'card',
        stored_card: CARD,
        save_card: false
      })
    })

    test('of a page that was loaded before orders said their credits is sent without them', async () => {
      refusal = null
      const { credits: _, ...fields } = fieldsOf(await open())
      await post({ ...fields, method: 'paypal' })
      const call = edge.calls.findLast(({ path, method }) => path === '/api/payment.php' && method === 'POST')!
      expect(JSON.parse(call.body)).not.toHaveProperty('credits')
    })

    test('whose price differs comes back with the price that is asked, which is ordered then', async () => {
      refusal = { code: 'price_changed', params: { total: 1795, currency: 'GBP' }, status: 409 }
      const answer = await post({ ...fieldsOf(await open()), method: 'paypal' })
      const html = await answer.text()
      expect(answer.status).toBe(422)
      expect(html).toContain(sentence('error.price_changed'))
      expect(html).toContain(`${sentence('checkout.submit')}<!-- --> · <!-- -->£17.95`)
      expect(fieldsOf(html)).toMatchObject({ method: 'paypal', total: '1795' })
    })

    test('that the provider can’t take now says so, with what was chosen', async () => {
      refusal = { code: 'payment_unavailable', params: {}, status: 503 }
      const answer = await post({ ...fieldsOf(await open()), save_card: 'true' })
      const html = await answer.text()
      expect(answer.status).toBe(503)
      expect(html).toContain(sentence('error.payment_unavailable'))
      expect(fieldsOf(html)).toMatchObject({ method: 'card', save_card: 'true', total: '1346' })
    })

    test('can be paid another way where a mandate is to be signed first', async () => {
      refusal = { code: 'mandate_needed', params: {}, status: 409 }
      const answer = await post({ ...fieldsOf(await open()), method: 'directdebit' })
      const html = await answer.text()
      expect(html).toContain(sentence('error.mandate_needed'))
      expect(html).toContain('href="/directdebit?bundle=50&amp;code=SUMMER"')
      expect(html).toMatch(/<noscript><button[^>]*type="submit"/)
    })

    test('leaves the choice of the payment country as it was', async () => {
      const answer = await post({ country: 'BE' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/credits/50/card?code=SUMMER'])
      expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^country=BE;/))
    })
  })
}
