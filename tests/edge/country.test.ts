import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createLocator } from '../../worker/node/country.ts'
import { readProxies } from '../../worker/node/proxies.ts'

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

describe('where a request comes from, on Node', () => {
  test('the address determines the country; an unknown one has none [LOC-3]', async () => {
    const locate = await createLocator({ header: '', database: '' }, readProxies([]))
    expect(locate(from('5.9.0.1'))).toEqual({ ip: '5.9.0.1', country: 'DE' })
    expect(locate(from('::ffff:145.97.0.1'))).toEqual({ ip: '145.97.0.1', country: 'NL' })
    expect(locate(from('127.0.0.1')).country).toBeNull()
    expect(locate(from('')).country).toBeNull()
  })

  test('our own proxy speaks for its client; anyone else’s headers are ignored', async () => {
    const locate = await createLocator({ header: 'cf-ipcountry', database: '' }, readProxies(['192.0.2.1']))
    const headers = { 'cf-ipcountry': 'FI', 'x-forwarded-for': '10.0.0.1, 198.51.100.4' }
    expect(locate(from('192.0.2.1', headers))).toEqual({ ip: '198.51.100.4', country: 'FI' })
    expect(locate(from('192.0.2.1', { 'x-forwarded-for': '10.0.0.1, 5.9.0.1, 192.0.2.1' }))).toEqual({ ip: '5.9.0.1', country: 'DE' })
    expect(locate(from('5.9.0.1', headers))).toEqual({ ip: '5.9.0.1', country: 'DE' })
  })

  test('a caller has the same name however a proxy writes it, and the port is ignored', async () => {
    const locate = await createLocator({ header: '', database: '' }, readProxies(['192.0.2.0/24', '2001:db8:f::/48']))
    const calledBy = (forwarded: string, proxy = '192.0.2.1') => locate(from(proxy, { 'x-forwarded-for': forwarded })).ip
    for (const written of ['5.9.0.1', '5.9.0.1:4711', '::ffff:5.9.0.1', '[::ffff:5.9.0.1]:4711', '::ffff:509:1'])
      expect([written, calledBy(written)]).toEqual([written, '5.9.0.1'])
    for (const written of ['2A01:4F8::1', '[2a01:4f8::1]', '[2a01:04f8:0::1]:443'])
      expect([written, calledBy(written)]).toEqual([written, '2a01:4f8:0:0:0:0:0:1'])
    // Our own proxies along the way, in any notation and from any of our networks.
    expect(calledBy('5.9.0.1, [2001:db8:f:1::9]:80, ::ffff:192.0.2.77', '::ffff:192.0.2.3')).toBe('5.9.0.1')
    // An invalid address doesn't let the caller hide behind one that they have written.
    expect(calledBy('5.9.0.1, unknown')).toBe('192.0.2.1')
    expect(calledBy('')).toBe('192.0.2.1')
  })

  test('an unlisted proxy is reported once, and so is an invalid address', async () => {
    let told = 0
    const locate = await createLocator({ header: '', database: '' }, readProxies(['192.0.2.1']), () => (told += 1))
    for (let index = 0; index < 5; index++) locate(from('198.51.100.9', { 'x-forwarded-for': `5.9.0.${index}` }))
    locate(from('192.0.2.1', { 'x-forwarded-for': '5.9.0.1' }))
    locate(from('198.51.100.9'))
    expect(told).toBe(1)
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0', ''])
      expect(() => readProxies(['192.0.2.1', wrong])).toThrow(`"${wrong}"`)
  })

  test('a database that cannot be read leaves the country unknown', async () => {
    const locate = await createLocator({ header: '', database: '/nowhere.mmdb' }, readProxies([]))
    expect(locate(from('5.9.0.1')).country).toBeNull()
  })
})
