import { describe, expect, test } from 'vitest'
import { CARD, forVisitors, type OriginCall } from '../../fixtures/fake-origin.ts'
import { aTenant } from '../../fixtures/tenants.ts'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'
import { never } from '../../fixtures/never.ts'

export const BASE = 'http://velvet.example'

export async function times(count: number, work: () => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = []
  for (let index = 0; index < count; index++) answers.push(await work())
  return answers
}

export const interests = (edge: EdgeUnderTest): Promise<Response> => edge.fetch(`${BASE}/api/interests.php`)

export function outageTests(start: StartEdge): void {
  describe('an outage of the origin', () => {
    test('a burst of 503 opens the breaker: 503 with retry-after at once, and hardly another call; pages open and say so; it recovers within 2 s', async () => {
      let sick = true
      const edge = await start({ origin: (call) => (sick && forVisitors(call) ? Response.json({}, { status: 503 }) : undefined) })
      await edge.fetch(`${BASE}/`)
      await times(40, () => interests(edge))
      const [before, opened] = [edge.calls.filter(forVisitors).length, performance.now()]
      // Until then every one of them was attempted; the edge's own calls count among the twenty.
      expect(before).toBeLessThanOrEqual(40)

      // On a slow machine the first one may be the one per second that is still tried, and the next one isn't.
      const refused = (await times(5, () => interests(edge))).find(({ status }) => status === 503)!
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })

      const page = await edge.fetch(`${BASE}/members`)
      expect(page.status).toBe(200)
      const html = await page.text()
      expect(html).toContain('data-tenant="velvet"')
      expect(html).toContain('data-testid="banner-origin-away"')
      expect(html).not.toContain(CARD.name)
      await times(50, () => interests(edge))
      const seconds = (performance.now() - opened) / 1000
      expect(edge.calls.filter(forVisitors).length - before).toBeLessThanOrEqual(2 + seconds)

      sick = false
      let answer = await interests(edge)
      while (answer.status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        answer = await interests(edge)
      }
      expect(await (await edge.fetch(`${BASE}/members`)).text()).toContain(CARD.name)
      await edge.stop()
    })

    test('a cold start without an origin serves the brands of the build’s copy, but never a demo in production', async () => {
      const away = () => new Response('', { status: 502 })
      const snapshot = [aTenant(), aTenant({ id: 'showcase', demo: true })]
      const edge = await start({ snapshot, origin: away })
      expect((await edge.fetch(`${BASE}/`)).status).toBe(200)
      for (const path of ['/', '/login', '/api/members.php']) expect((await edge.fetch(`http://showcase.example${path}`)).status).toBe(404)
      await edge.stop()
      const local = await start({ snapshot, origin: away, environment: 'local' })
      expect((await local.fetch('http://showcase.example/')).status).toBe(200)
      await local.stop()
    })

    test('a reader who disconnects in the middle of a page aborts its queries, and no one else’s', async () => {
      const asked: OriginCall[] = []
      const edge = await start({
        origin: (call) => {
          if (call.path !== '/api/members.php' || call.query.get('page') !== '1') return undefined
          asked.push(call)
          return asked.length === 1 ? never() : undefined
        }
      })
      const reader = new AbortController()
      const response = await edge.fetch(`${BASE}/members`, { signal: reader.signal })
      const body = response.body!.getReader()
      expect(new TextDecoder().decode((await body.read()).value)).toContain('data-tenant="velvet"')
      reader.abort()
      await body.cancel().catch(() => {})
      // workerd doesn't tell its service that a call was aborted.
      if (edge.edge) await expect.poll(() => asked[0]!.signal.aborted).toBe(true)
      expect(await (await edge.fetch(`${BASE}/members`)).text()).toContain(CARD.name)
      await edge.stop()
    })

    test('a page does not wait for an origin that is slow, and says so', async () => {
      const edge = await start({ pageDeadline: 800, origin: (call) => (forVisitors(call) ? never() : undefined) })
      await edge.fetch(`${BASE}/`)
      // The page's deadline is 0.8 s, that of a call 5 s: a page that waited as long would come after the call before it.
      const call = edge.fetch(`${BASE}/api/members.php`).then(({ status }) => String(status))
      const page = edge.fetch(`${BASE}/members`).then((response) => response.text())
      expect(await Promise.race([call, page])).toContain('"originAway":true')
      expect(await call).toBe('504')
      await edge.stop()
    })
  })
}
