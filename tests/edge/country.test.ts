import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createLocator } from '../../worker/node/country.ts'

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

describe('where a request comes from, on Node', () => {
  test('the address names the country; an unknown one is nobody’s [LOC-3]', async () => {
    const locate = await createLocator({ header: '', proxies: [], database: '' })
    expect(locate(from('5.9.0.1'))).toEqual({ ip: '5.9.0.1', country: 'DE' })
    expect(locate(from('::ffff:145.97.0.1'))).toEqual({ ip: '145.97.0.1', country: 'NL' })
    expect(locate(from('127.0.0.1')).country).toBeNull()
    expect(locate(from('')).country).toBeNull()
  })

  test('a proxy of ours speaks for its client; anybody else’s headers count for nothing', async () => {
    const locate = await createLocator({ header: 'cf-ipcountry', proxies: ['192.0.2.1'], database: '' })
    const headers = { 'cf-ipcountry': 'FI', 'x-forwarded-for': '10.0.0.1, 198.51.100.4' }
    expect(locate(from('192.0.2.1', headers))).toEqual({ ip: '198.51.100.4', country: 'FI' })
    expect(locate(from('192.0.2.1', { 'x-forwarded-for': '10.0.0.1, 5.9.0.1, 192.0.2.1' }))).toEqual({ ip: '5.9.0.1', country: 'DE' })
    expect(locate(from('5.9.0.1', headers))).toEqual({ ip: '5.9.0.1', country: 'DE' })
  })

  test('a database that cannot be read leaves the country unknown', async () => {
    const locate = await createLocator({ header: '', proxies: [], database: '/nowhere.mmdb' })
    expect(locate(from('5.9.0.1')).country).toBeNull()
  })
})
