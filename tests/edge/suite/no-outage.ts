import { BATCH_PATH } from '../../../shared/api/batch.ts'
import { describe, expect, test } from 'vitest'
import { CARD, forVisitors } from '../../fixtures/fake-origin.ts'
import type { StartEdge } from '../../fixtures/edge.ts'
import { BASE, interests, times } from './outage.ts'

export function noOutageTests(start: StartEdge): void {
  describe('what is no outage', () => {
    test('error answers below 500 are not an outage', async () => {
      const edge = await start({ origin: ({ path }) => (path === '/api/interests.php' ? Response.json({}, { status: 429 }) : undefined) })
      for (const { status } of await times(30, () => interests(edge))) expect(status).toBe(429)
      await edge.stop()
    })

    test('an overloaded part that sheds load is not an outage: the rest of the origin is called as usual', async () => {
      const shed = { status: 503, headers: { 'x-load-shed': '1', 'retry-after': '1' } }
      const edge = await start({ origin: ({ path }) => (path === '/api/interests.php' ? Response.json({}, shed) : undefined) })
      for (const { status, headers } of await times(40, () => interests(edge)))
        expect([status, headers.get('x-load-shed')]).toEqual([503, null])
      expect((await edge.fetch(`${BASE}/api/members.php`)).status).toBe(200)
      expect(await (await edge.fetch(`${BASE}/members`)).text()).toContain(CARD.name)
      await edge.stop()
    })

    test('a bug with one input is not an outage, nor is a page all of whose queries are refused by an origin that is well', async () => {
      let refused = true
      const shed = { status: 503, headers: { 'x-load-shed': '1' } }
      const edge = await start({
        origin: (call) => {
          if (call.path === '/api/interests.php') return Response.json({}, { status: 500 })
          return refused && forVisitors(call) && call.path !== BATCH_PATH ? Response.json({}, shed) : undefined
        }
      })
      for (const { status } of await times(40, () => interests(edge))) expect(status).toBe(500)
      await times(40, () => edge.fetch(`${BASE}/members`).then(async (page) => new Response(await page.text())))
      refused = false
      expect((await edge.fetch(`${BASE}/api/members.php`)).status).toBe(200)
      await edge.stop()
    })

    test('an upload over the limit is refused, never reaches the origin, and isn’t a failure of the origin', async () => {
      const edge = await start()
      const headers = { 'x-client-request': '1', 'content-type': 'application/json' }
      const before = edge.calls.filter(forVisitors).length
      const refused = await times(30, () => edge.fetch(`${BASE}/api/message.php`, { method: 'POST', headers, body: 'x'.repeat(70_000) }))
      for (const { status } of refused) expect(status).toBe(413)
      expect(edge.calls.filter(forVisitors).length).toBe(before)
      expect((await edge.fetch(`${BASE}/api/members.php`)).status).toBe(200)
      await edge.stop()
    })
  })
}
