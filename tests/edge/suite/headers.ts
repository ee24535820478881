import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EdgeUnderTest, StartEdge } from '../../fixtures/edge.ts'

const CASES: [string, string, RequestInit?][] = [
  ['a page', 'http://velvet.example/'],
  ['the 404 page', 'http://velvet.example/nope'],
  ['a redirect to the log-in', 'http://velvet.example/chats'],
  ['an alias', 'http://www.velvet.example/'],
  ['an unknown host', 'http://unknown.example/'],
  ['the API', 'http://velvet.example/api/members.php'],
  ['an API error', 'http://velvet.example/api/nothing.php'],
  ['a refused write', 'http://velvet.example/api/like.php', { method: 'POST', headers: { origin: 'https://evil.example' } }],
  ['a missing asset', 'http://velvet.example/assets/nothing.js'],
  ['the icon', 'http://velvet.example/icon.svg'],
  ['health', 'http://velvet.example/__edge/health'],
  ['a wrong method', 'http://velvet.example/', { method: 'DELETE' }],
  ['a foreign form', 'http://velvet.example/login', { method: 'POST', body: 'a=b' }]
]

export function headerTests(start: StartEdge): void {
  describe('headers', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start()
    })
    afterAll(() => edge.stop())

    test.each(CASES)(
      '%s has the security headers, and forbids shared caching [trap: shared cache] [trap: silent staleness]',
      async (_, url, init) => {
        const { headers, status } = await edge.fetch(url, init)
        expect(status).toBeLessThan(500)
        const policy = headers.get('content-security-policy')!
        for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(rule)
        expect(policy).not.toMatch(/unsafe|nonce|\*/)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('x-frame-options')).toBe('DENY')
        expect(headers.get('referrer-policy')).toBeTruthy()
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
        expect(headers.get('server-timing')).toMatch(/^edge;dur=\d/)
        const kept = headers.get('cache-control')
        // Some caches keep an answer without directives for hours; other directives allow stale answers without anyone noticing.
        expect(kept).toMatch(/^(no-store|private, no-store|private, no-cache|public, max-age=3600)$/)
        expect(kept).not.toMatch(/s-maxage|must-revalidate|stale/)
      }
    )

    test('a missing asset is never HTML and never cached', async () => {
      const response = await edge.fetch('http://velvet.example/assets/nothing.js')
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(response.headers.get('cache-control')).toBe('no-store')
    })

    test('every answer of a brand requires https for a day', async () => {
      for (const path of ['/', '/api/members.php', '/chats']) {
        expect((await edge.fetch(`http://velvet.example${path}`)).headers.get('strict-transport-security')).toBe(
          'max-age=86400; includeSubDomains'
        )
      }
    })

    test('the one inline style is allowed by its hash, and the script only from here', async () => {
      const response = await edge.fetch('http://velvet.example/')
      const policy = response.headers.get('content-security-policy')!
      const css = /<style>(.*?)<\/style>/s.exec(await response.text())![1]!
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)))
      expect(policy).toContain(`'sha256-${btoa(String.fromCharCode(...digest))}'`)
      expect(policy).toContain("script-src 'self';")
    })
  })
}
