import { describe, expect, test } from 'vitest'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'

const TOKEN = 'a token for those who measure'

export function controlTests(start: StartEdge): void {
  describe('health, readiness and counters', () => {
    const measure = (edge: EdgeUnderTest, token = TOKEN) =>
      edge.fetch('http://any.example/__edge/metrics', { headers: { authorization: `Bearer ${token}` } })

    test('ready says whether the hosts are known', async () => {
      const edge = await start()
      expect((await edge.fetch('http://127.0.0.1/__edge/ready')).status).toBe(200)
      await edge.stop()
      const blind = await start({ snapshot: [], origin: () => new Response('', { status: 502 }) })
      expect((await blind.fetch('http://any.example/__edge/health')).status).toBe(200)
      const response = await blind.fetch('http://any.example/__edge/ready')
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      await blind.stop()
    })

    test('without its token the counters are a 404', async () => {
      const edge = await start({ metricsToken: TOKEN })
      for (const token of ['', 'wrong', TOKEN.slice(1), `${TOKEN} `.repeat(2)]) expect((await measure(edge, token)).status).toBe(404)
      expect((await edge.fetch('http://velvet.example/__edge/metrics')).status).toBe(404)
      await edge.stop()
      const closed = await start()
      for (const token of ['', 'undefined']) expect((await measure(closed, token)).status).toBe(404)
      await closed.stop()
    })

    test('counters show requests by kind and class, cached pages, refreshes and the breaker, and no brand or address', async () => {
      const edge = await start({
        metricsToken: TOKEN,
        origin: ({ path }) => (path === '/api/interests.php' ? Response.json({}, { status: 503 }) : undefined)
      })
      for (let visit = 0; visit < 3; visit++) await (await edge.fetch('http://velvet.example/')).text()
      await edge.fetch('http://velvet.example/api/nothing.php')
      await edge.fetch('http://velvet.example/nowhere')
      const before = await (await measure(edge)).text()
      for (const line of [
        'tether_edge_requests_total{kind="page",status="2xx"} 3',
        'tether_edge_requests_total{kind="page",status="4xx"} 1',
        'tether_edge_requests_total{kind="api",status="4xx"} 1',
        'tether_edge_html_total{cache="miss"} 2',
        'tether_edge_html_total{cache="hit"} 2',
        'tether_edge_settings_refreshes_total{what="hosts",found="origin"} 1',
        'tether_edge_settings_refreshes_total{what="settings",found="origin"} 1',
        'tether_edge_breaker_open 0',
        'tether_edge_cached_pages 2'
      ])
        expect(before.split('\n')).toContain(line)
      for (let index = 0; index < 40; index++) await edge.fetch('http://velvet.example/api/interests.php')
      const response = await measure(edge)
      const after = await response.text()
      expect(after).toMatch(/^tether_edge_breaker_open (1|0\.5)$/m)
      expect(after).not.toMatch(/velvet|203\.0/)
      expect(response.headers.get('content-type')).toContain('version=0.0.4')
      // Prometheus' text format: a comment, or a name with labels and a number.
      for (const line of after.trimEnd().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="\w+",?)+\})? [\d.]+)$/)
      await edge.stop()
    })
  })
}
