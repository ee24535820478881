import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../shared/api/contract.ts'
import { addressOf } from '../../../shared/api/endpoint.ts'
import { sessionToken } from '../../../shared/auth/session-token.ts'
import { PUBLIC_IP, type EdgeUnderTest, type StartEdge } from '../../fixtures/edge.ts'
import { CARD, EDGE_SECRET, forVisitors, USER } from '../../fixtures/fake-origin.ts'
import { never } from '../../fixtures/never.ts'

const BASE = 'http://velvet.example'
const script = { 'x-client-request': '1', 'content-type': 'application/json' }

export function apiTests(start: StartEdge): void {
  describe('api', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({
        origin: ({ path }) => {
          if (path === '/api/logout.php')
            return new Response('{}', {
              headers: [
                ['content-type', 'application/json'],
                ['set-cookie', 'auth=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'],
                ['set-cookie', 'second=1; Path=/'],
                ['server', 'secret-server/1.0'],
                ['x-powered-by', 'magic'],
                ['x-config-version', 'velvet=7']
              ]
            })
          if (path === '/api/like.php') return Response.json({ liked: true, match: false }, { status: 202 })
          return undefined
        }
      })
    })
    afterAll(() => edge.stop())

    const error = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

    test('the origin learns host, country, language and address only from the edge [DC-6]', async () => {
      await edge.fetch(`${BASE}/api/members.php?gender=woman`, {
        country: 'BE',
        headers: {
          'x-edge-host': 'lumi.example',
          'x-edge-country': 'DE',
          'x-edge-auth': '1.x',
          'x-request-id': 'mine',
          'x-forwarded-for': '1.2.3.4',
          cookie: 'locale=fr; other=1',
          authorization: 'x'
        }
      })
      const call = edge.calls.findLast(({ path }) => path === '/api/members.php')!
      expect(call.facts).toMatchObject({ host: 'velvet.example', country: 'BE', language: 'fr', ip: PUBLIC_IP })
      expect(call.facts!.requestId).not.toBe('mine')
      expect(call.headers.get('cookie')).toBeNull()
      expect(call.headers.get('authorization')).toBeNull()
      expect(call.headers.get('x-forwarded-for')).toBeNull()
      expect(call.query.toString()).toBe('gender=woman')
    })

    test('a call of the page reaches the origin with its method, body, session, host and address, and the answer comes back [DC-6]', async () => {
      const token = await sessionToken(EDGE_SECRET, 'velvet', 'd'.repeat(43), Math.floor(Date.now() / 1000) + 3600)
      const headers = { cookie: `__Host-auth=${token}` }
      const read = await edge.fetch(`${BASE}/api/user.php`, { country: 'BE', headers })
      expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(await read.json()).toMatchObject({ user: USER })
      const asked = edge.calls.findLast(({ path }) => path === '/api/user.php')!
      expect(asked.facts).toMatchObject({ host: 'velvet.example', country: 'BE', ip: PUBLIC_IP })
      expect([asked.method, asked.headers.get('cookie')]).toEqual(['GET', `auth=${token}`])

      const body = JSON.stringify({ id: CARD.id })
      const write = await edge.fetch(`${BASE}/api/like.php`, { method: 'POST', headers: { ...script, ...headers }, body })
      expect([write.status, await write.json()]).toEqual([202, { liked: true, match: false }])
      const written = edge.calls.findLast(({ path }) => path === '/api/like.php')!
      expect([written.method, written.body, written.headers.get('cookie')]).toEqual(['POST', body, `auth=${token}`])
    })

    test('the member a page is for, and whether it is in the background, reach the origin', async () => {
      const told = { 'x-expected-member': 'B'.repeat(22), 'x-in-background': '1' }
      await edge.fetch(`${BASE}/api/user.php`, { headers: told })
      const { headers } = edge.calls.findLast(({ path }) => path === '/api/user.php')!
      expect(Object.keys(told).map((name) => [name, headers.get(name)])).toEqual(Object.entries(told))
    })

    test('only the session of this brand reaches the origin, under its internal name', async () => {
      const token = await sessionToken(EDGE_SECRET, 'velvet', 'd'.repeat(43), Math.floor(Date.now() / 1000) + 3600)
      await edge.fetch(`${BASE}/api/chats.php`, { headers: { cookie: `a=b; __Host-auth=${token}; locale=nl` } })
      expect(edge.calls.findLast(({ path }) => path === '/api/chats.php')!.headers.get('cookie')).toBe(`auth=${token}`)
      await edge.fetch('http://lumi.example/api/chats.php', { headers: { cookie: `__Host-auth=${token}` } })
      expect(edge.calls.findLast(({ path }) => path === '/api/chats.php')!.headers.get('cookie')).toBeNull()
    })

    test('every Set-Cookie comes back, translated, and none of the origin’s own headers', async () => {
      const response = await edge.fetch(`${BASE}/api/logout.php`, { headers: { 'x-client-request': '1' } })
      expect(response.headers.getSetCookie()).toEqual([
        '__Host-auth=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
        'second=1; Path=/; Secure'
      ])
      for (const name of ['server', 'x-powered-by', 'x-config-version']) expect(response.headers.get(name)).toBeNull()
    })

    test.each([
      '/api/nothing.php',
      '/api/settings.php?forced-domain=lumi.example',
      '/api/hosts.php',
      '/api/',
      '/api/..%2fuser.php',
      '/api//user.php',
      '/api/user.php/x',
      '/api/@evil.example/user.php'
    ])('%s is not part of the API and never reaches the origin', async (path) => {
      const before = edge.calls.filter(forVisitors).length
      const response = await edge.fetch(BASE + path)
      expect(response.status).toBe(404)
      expect(await error(response)).toBe('not_found')
      expect(edge.calls.filter(forVisitors).length).toBe(before)
    })

    test('a wrong method is 405 with what is allowed', async () => {
      const response = await edge.fetch(`${BASE}/api/user.php`, { method: 'DELETE', headers: script })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST, PUT')
    })

    test('a body over 64 KiB is 413, with and without a length', async () => {
      const body = JSON.stringify({ text: 'x'.repeat(70_000) })
      const sized = await edge.fetch(`${BASE}/api/message.php`, { method: 'POST', headers: script, body })
      expect(sized.status).toBe(413)
      const stream = new Blob([body]).stream()
      const unsized = await edge.fetch(`${BASE}/api/message.php`, {
        method: 'POST',
        headers: script,
        body: stream,
        duplex: 'half'
      } as RequestInit)
      expect(unsized.status).toBe(413)
    })

    const writes = ENDPOINTS.filter((endpoint) => endpoint.caller !== 'edge' && endpoint.changes)
    test.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))(
      '%s from another site is refused before the origin',
      async (_, endpoint) => {
        const before = edge.calls.filter(forVisitors).length
        const foreign: Record<string, string>[] = [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { origin: 'https://evil.example' },
          { origin: 'null' }
        ]
        for (const headers of foreign) {
          const response = await edge.fetch(`${BASE}${addressOf(endpoint)}`, {
            method: endpoint.method,
            headers: { ...script, ...headers },
            ...(endpoint.method === 'GET' ? {} : { body: '{}' })
          })
          expect(response.status).toBe(403)
          expect(await error(response)).toBe('cross_site')
        }
        expect(edge.calls.filter(forVisitors).length).toBe(before)
      }
    )

    test('a beacon must say that it comes from here', async () => {
      expect((await edge.fetch(`${BASE}/api/page-hidden.php`, { method: 'POST', body: '{}' })).status).toBe(403)
    })

    test('a country or address in a header of the browser is ignored', async () => {
      await edge.fetch(`${BASE}/api/members.php`, {
        country: 'BE',
        headers: {
          'cf-ipcountry': 'DE',
          'x-geo-country': 'DE',
          'x-vercel-ip-country': 'DE',
          'x-real-ip': '1.2.3.4',
          forwarded: 'for=1.2.3.4'
        }
      })
      const call = edge.calls.findLast(({ path }) => path === '/api/members.php')!
      expect(call.facts!.country).toBe('BE')
      expect(call.facts!.ip).not.toBe('1.2.3.4')
      for (const name of ['cf-ipcountry', 'x-geo-country', 'x-vercel-ip-country', 'x-real-ip', 'forwarded'])
        expect(call.headers.get(name)).toBeNull()
    })

    test('the origin’s hop-by-hop headers stay there: connection, encoding, server, and no answer is cacheable by default', async () => {
      const plain = await start({
        origin: ({ path }) =>
          path === '/api/interests.php'
            ? new Response('{}', {
                status: 302,
                headers: {
                  location: 'https://origin.internal/',
                  via: '1.1 inner',
                  'x-internal': 'yes',
                  'access-control-allow-origin': '*',
                  'cf-cache-status': 'HIT',
                  'server-timing': 'db;dur=3'
                }
              })
            : undefined
      })
      const { headers, status } = await plain.fetch(`${BASE}/api/interests.php`)
      expect(status).toBe(302)
      for (const name of ['location', 'via', 'x-internal', 'access-control-allow-origin', 'cf-cache-status'])
        expect(headers.get(name)).toBeNull()
      expect(headers.get('server-timing')).toMatch(/^edge;dur=/)
      expect(headers.get('cache-control')).toBe('private, no-store')
      await plain.stop()
    })

    test('a 304 of the origin reaches the browser with its tag, without a body, and nothing else is requested', async () => {
      const kept = await start({
        origin: ({ path, headers }) =>
          path === '/api/interests.php' && headers.get('if-none-match') === '"7"'
            ? new Response(null, { status: 304, headers: { etag: '"7"', 'cache-control': 'private, no-cache' } })
            : undefined
      })
      const response = await kept.fetch(`${BASE}/api/interests.php`, { headers: { 'if-none-match': '"7"' } })
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe('"7"')
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toBe('')
      await kept.stop()
    })

    test('an unreachable origin is 503 with retry-after, a slow one 504', async () => {
      const down = await start({
        origin: ({ path, facts }) => {
          if (facts?.host === '') return undefined
          if (path === '/api/interests.php') return never()
          throw new Error('connection refused')
        }
      })
      const away = await down.fetch(`${BASE}/api/members.php`)
      // workerd turns an exception of the outbound service into its own 5xx; either way the browser is told to retry.
      expect(away.status).toBeGreaterThanOrEqual(500)
      const slow = await down.fetch(`${BASE}/api/interests.php`)
      expect(slow.status).toBe(504)
      expect(slow.headers.get('retry-after')).toBe('2')
      await down.stop()
    })

    test('server-sent events pass through as they arrive', async () => {
      const live = await start({
        origin: ({ path }) => {
          if (path !== '/api/events.php') return undefined
          const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
          const writer = writable.getWriter()
          void writer.write(new TextEncoder().encode('id: 1\nevent: like\ndata: {}\n\n'))
          const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
          return new Response(readable, { headers })
        }
      })
      const response = await live.fetch(`${BASE}/api/events.php`)
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      // A proxy in front of the edge must not collect them either.
      expect(response.headers.get('x-accel-buffering')).toBe('no')
      const reader = response.body!.getReader()
      const { value } = await reader.read()
      expect(new TextDecoder().decode(value)).toContain('event: like')
      await reader.cancel()
      await live.stop()
    })
  })
}
