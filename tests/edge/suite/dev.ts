import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_IP, type EdgeUnderTest, type StartEdge } from '../../fixtures/edge.ts'

/** Names of the machine itself, as a browser on it types them. */
const LOCAL_NAMES = ['velvet.localhost', 'localhost', '127.0.0.1', '[::1]']
const NEARBY = ['127.0.0.1', '::1', '10.0.0.3', '172.17.0.1', '192.168.1.20', 'fd00::7']
const OTHER_NAMES = ['velvet.example', 'www.velvet.example', '192.168.1.5', 'localhost.example', 'velvet.localhost.example', 'notlocalhost']

const AIDS: [method: string, path: string][] = [
  ['GET', '/__dev/mail'],
  ['POST', '/__dev/mail'],
  ['GET', '/__dev/photos'],
  ['POST', '/__dev/photos'],
  ['GET', '/__dev/age'],
  ['POST', '/__dev/clock']
]

export function devTests(start: StartEdge): void {
  describe('the tools of local mode', () => {
    let edge: EdgeUnderTest
    beforeAll(async () => {
      edge = await start({
        environment: 'local',
        origin: ({ path }) => (path.startsWith('/__dev/') ? Response.json({ aid: true }) : undefined)
      })
    })
    afterAll(() => edge.stop())

    /** The tools that are available under this name from this address. */
    async function aidsAt(host: string, ip: string): Promise<string[]> {
      const found: string[] = []
      for (const [method, path] of AIDS) {
        const answer = await edge.fetch(`http://${host}:8787${path}`, { method, ip, ...(method === 'POST' ? { body: '{}' } : {}) })
        if ((await answer.text()).includes('"aid"')) found.push(`${method} ${path}`)
      }
      for (const path of ['/', '/__dev']) {
        const html = await (await edge.fetch(`http://${host}:8787${path}`, { ip })).text()
        if (html.includes('<title>Tenants</title>')) found.push(`gallery at ${path}`)
      }
      return found
    }

    /** The country that a visitor gets when they choose another. */
    async function countryAt(host: string, ip: string): Promise<(string | undefined)[]> {
      const asked: { url: string; headers: Record<string, string> }[] = [
        { url: '/login?__country=DE', headers: {} },
        { url: '/login', headers: { 'x-dev-country': 'DE' } },
        { url: '/login', headers: { cookie: 'dev_country=DE' } }
      ]
      const found = asked.map(async ({ url, headers }) => {
        const html = await (await edge.fetch(`http://${host}${url}`, { ip, country: 'FR', headers })).text()
        return /"geoip_country":"(\w+)"/.exec(html)?.[1]
      })
      return await Promise.all(found)
    }

    test.each(LOCAL_NAMES)('are available under the name %s from this machine and its networks', async (host) => {
      const gallery = host === 'velvet.localhost' ? ['gallery at /__dev'] : ['gallery at /', 'gallery at /__dev']
      for (const ip of NEARBY) expect([ip, await aidsAt(host, ip)]).toEqual([ip, [...AIDS.map((aid) => aid.join(' ')), ...gallery]])
    })

    test.each(OTHER_NAMES)('are unavailable under the name %s, from anywhere', async (host) => {
      for (const ip of ['127.0.0.1', PUBLIC_IP]) expect([ip, await aidsAt(host, ip)]).toEqual([ip, []])
    })

    test.each([PUBLIC_IP, '172.32.0.1', '2001:db8::1', '1270.0.0.1'])('are unavailable to the address %s, under any name', async (ip) => {
      for (const host of LOCAL_NAMES) expect([host, await aidsAt(host, ip)]).toEqual([host, []])
    })

    test('a visitor can choose their country only under a local name', async () => {
      expect(await countryAt('velvet.localhost', '127.0.0.1')).toEqual(['DE', 'DE', 'DE'])
      expect(await countryAt('velvet.localhost', PUBLIC_IP)).toEqual(['FR', 'FR', 'FR'])
      expect(await countryAt('velvet.example', '127.0.0.1')).toEqual(['FR', 'FR', 'FR'])
    })

    test('the origin is told by signature which requests may use them', async () => {
      for (const [host, ip] of [
        ['velvet.localhost', '127.0.0.1'],
        ['velvet.localhost', PUBLIC_IP],
        ['velvet.example', '127.0.0.1']
      ] as const)
        await edge.fetch(`http://${host}/api/interests.php`, { ip })
      const told = edge.calls.filter(({ path }) => path === '/api/interests.php').map(({ facts }) => facts?.local)
      expect(told).toEqual(['1', '', ''])
    })

    test('none of them exists in production', async () => {
      const production = await start({ origin: ({ path }) => (path.startsWith('/__dev/') ? Response.json({ aid: true }) : undefined) })
      for (const host of ['velvet.example', ...LOCAL_NAMES])
        for (const [method, path] of [...AIDS, ['GET', '/__dev/ui'] as const])
          expect((await production.fetch(`http://${host}${path}`, { method, ip: '127.0.0.1' })).status).toBeGreaterThanOrEqual(400)
      expect(production.calls.filter(({ path }) => path.startsWith('/__dev/'))).toEqual([])
      await production.stop()
    })
  })
}
