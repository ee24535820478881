import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inThisProcess, type Listening, startEdgeServer } from '../fixtures/edge-server.ts'
import { fakeOrigin } from '../fixtures/fake-origin.ts'
import { BEST, observe } from '../fixtures/observatory.ts'
import { aTenant } from '../fixtures/tenants.ts'

// What only raw bytes on a socket can test: no form of a Host header changes the tenant, a link or a cookie.

const TENANTS = [aTenant({ hsts: 63_072_000 }), aTenant({ id: 'lumi', name: 'Lumi', domain_language: 'fi' })]
let node: Listening
let port: number

beforeAll(async () => {
  node = await startEdgeServer(inThisProcess(fakeOrigin(TENANTS)), {
    country: { header: 'x-country', proxies: ['192.0.2.1'], database: '' }
  })
  port = node.port
})
afterAll(() => node.close())

async function send(
  ...lines: string[]
): Promise<{ status: number; text: string; tenant: string | undefined; location: string | undefined }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString('latin1')
  return {
    status: Number(/^HTTP\/1.1 (\d{3})/.exec(text)?.[1] ?? 0),
    text,
    tenant: /data-tenant="([^"]+)"/.exec(text)?.[1],
    location: /^location: (.*)\r$/im.exec(text)?.[1]
  }
}

const get = (host: string, target = '/login') => send(`GET ${target} HTTP/1.1`, `Host: ${host}`)

describe('what Node answers by itself', () => {
  /** Sends raw bytes and returns the answer. */
  async function raw(bytes: string): Promise<{ status: number; score: ReturnType<typeof observe> }> {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
    await once(socket, 'close')
    const [head = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
    const [status = '', ...lines] = head.split('\r\n')
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
    return { status: Number(status.split(' ')[1]), score: observe('https://velvet.example/', headers) }
  }
  // The brands are loaded with the first request.
  beforeAll(() => get('velvet.example'))
  const NO_BRAND = { ...BEST, 'strict-transport-security': -20 }

  test.each([
    ['headers that are too large', 431, `GET / HTTP/1.1\r\nHost: velvet.example\r\nCookie: ${'a'.repeat(40_000)}\r\n\r\n`, BEST],
    ['a method that is none', 400, 'BREW / HTTP/1.1\r\nHost: velvet.example\r\n\r\n', BEST],
    ['a header that is none', 400, 'GET / HTTP/1.1\r\nHost: velvet.example\r\nbad header\r\n\r\n', BEST],
    ['two lengths', 400, 'POST / HTTP/1.1\r\nHost: velvet.example\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', BEST],
    ['no request at all', 400, '\x16\x03\x01 hello\r\n\r\n', NO_BRAND],
    ['an unknown brand', 400, 'BREW / HTTP/1.1\r\nHost: nobody.example\r\n\r\n', NO_BRAND],
    ['two hosts', 400, 'GET / HTTP/1.1\r\nHost: velvet.example\r\nHost: lumi.example\r\nConnection: close\r\n\r\n', NO_BRAND],
    ['a port that is none', 400, 'GET / HTTP/1.1\r\nHost: velvet.example:99999\r\nConnection: close\r\n\r\n', NO_BRAND],
    ['letters that a host can’t have', 400, 'GET / HTTP/1.1\r\nHost: v\u00e9lvet.example\r\nConnection: close\r\n\r\n', NO_BRAND],
    ['a backslash in a path', 400, 'GET /\\lumi.example HTTP/1.1\r\nHost: velvet.example\r\nConnection: close\r\n\r\n', NO_BRAND],
    ['an expectation', 417, 'GET / HTTP/1.1\r\nHost: velvet.example\r\nExpect: tea\r\nConnection: close\r\n\r\n', NO_BRAND]
  ])('to %s has the headers that all answers have', async (_, status, bytes, best) => {
    expect(await raw(bytes)).toEqual({ status, score: best })
  })

  test('never comes into the middle of another answer', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /login HTTP/1.1\r\nHost: velvet.example\r\n\r\n')
    await once(socket, 'readable')
    socket.write('BREW / HTTP/1.1\r\n\r\n')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text.indexOf('HTTP/1.1 400')).toBeGreaterThan(text.indexOf('</html>'))
    expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(2)
  })
})

describe('one host, one answer', () => {
  test.each(['velvet.example', 'VELVET.EXAMPLE', 'Velvet.Example:8787', 'velvet.example.', 'velvet.example.:80', 'velvet.example:443'])(
    'Host: %s is velvet',
    async (host) => {
      expect(await get(host)).toMatchObject({ status: 200, tenant: 'velvet' })
    }
  )

  test.each([
    'lumi.example@velvet.example',
    'user:pass@velvet.example',
    'velvet.example@lumi.example',
    'velvet.example/lumi.example',
    'velvet.example\\lumi.example',
    'velvet.example\\@lumi.example',
    'velvet.example?lumi.example',
    'velvet.example#lumi.example',
    'velvet.example lumi.example',
    'velvet.example%00',
    'velvet.example%2elumi.example',
    'velvet.example\tlumi.example'
  ])('Host: %s is refused [trap: two readings of a host]', async (host) => {
    const answer = await get(host)
    expect(answer.status).toBe(400)
    expect(answer.tenant).toBeUndefined()
  })

  test.each([
    'velvet.example:lumi.example',
    'velvet.example:99999',
    'velvet.example,lumi.example',
    'velvet..example',
    '.velvet.example',
    'velvet.example..',
    '[::1]',
    '[velvet.example]',
    '127.0.0.1',
    '0x7f.1',
    'localhost',
    'velvet.localhost',
    'xn--velvet.example',
    'velvet.example.lumi.example',
    'lumi.example.evil.test',
    `${'a'.repeat(300)}.example`,
    'velvet_example',
    'v\u00e9lvet.example'
  ])('Host: %s is unknown', async (host) => {
    const answer = await get(host)
    expect([400, 404]).toContain(answer.status)
    expect(answer.tenant).toBeUndefined()
    expect(answer.text).not.toMatch(/velvet|lumi/i)
  })

  test.each(['[::1]', 'tether_edge:8787', 'velvet.example'])('a control request is answered at Host: %s', async (host) => {
    expect((await get(host, '/__edge/health')).status).toBe(200)
  })

  test('two Host headers are refused, whichever comes first', async () => {
    expect((await send('GET /login HTTP/1.1', 'Host: velvet.example', 'Host: lumi.example')).status).toBe(400)
    expect((await send('GET /login HTTP/1.1', 'Host: velvet.example', 'host: velvet.example')).status).toBe(400)
  })

  test('no Host header is refused', async () => {
    expect((await send('GET /login HTTP/1.1', 'X-Forwarded-Host: velvet.example')).status).toBe(400)
  })

  test.each(['http://lumi.example/login', 'http://velvet.example/login', 'https://evil.test/', 'http://user@lumi.example/'])(
    'an absolute target %s is refused',
    async (target) => {
      expect((await get('velvet.example', target)).status).toBe(400)
    }
  )

  test.each(['//lumi.example/login', '/\\lumi.example/login', '/@lumi.example', '/http://lumi.example/'])(
    'the target %s stays on velvet',
    async (target) => {
      const answer = await get('velvet.example', target)
      expect([400, 404]).toContain(answer.status)
      if (answer.tenant) expect(answer.tenant).toBe('velvet')
    }
  )

  test.each([
    'X-Forwarded-Host: lumi.example',
    'Forwarded: host=lumi.example',
    'X-Original-URL: http://lumi.example/',
    'X-Host: lumi.example',
    'X-Edge-Host: lumi.example'
  ])('%s changes nothing', async (header) => {
    expect(await send('GET /login HTTP/1.1', 'Host: velvet.example', header)).toMatchObject({ status: 200, tenant: 'velvet' })
  })

  test('the country comes from the address; a header counts only from our own proxy', async () => {
    const config = async (...headers: string[]) => {
      const { text } = await send('GET /landers/gallery HTTP/1.1', 'Host: velvet.example', ...headers)
      return /"geoip_country":("[A-Z]{2}"|null)/.exec(text)?.[1]
    }
    expect(await config()).toBe('null')
    expect(await config('X-Country: DE', 'CF-IPCountry: DE', 'X-Forwarded-For: 5.9.0.1')).toBe('null')
  })

  test('an alias redirects to the brand’s own host, whatever port was typed', async () => {
    expect((await get('www.velvet.example:1234', '/login?x=1')).location).toBe('https://velvet.example/login?x=1')
  })
})
