import { expect, test } from 'vitest'
import { signEdgeRequest } from '../../shared/auth/edge-signature.ts'
import { ENDPOINTS } from '../../shared/api/contract.ts'
import { VELVET_FACTS } from '../fixtures/origin.ts'
import { sharedOrigin } from '../fixtures/shared-origin.ts'

const origin = sharedOrigin()

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  origin.fetch(new Request(`http://origin.internal${path}`, { method, headers }))
const sign = (method: string, path: string, { secret = origin.deps.secrets.edge, at = origin.deps.realNow() } = {}) =>
  signEdgeRequest(secret, method, path, VELVET_FACTS, at)

test('without a signature every path gets the same answer, known or not [DC-6]', async () => {
  const paths = [
    ...ENDPOINTS.map((endpoint) => endpoint.path as string),
    '/',
    '/api/nothing.php',
    '/media/x/full.webp',
    '/__dev/mail',
    '/__edge/health'
  ]
  const bodies = new Set<string>()
  for (const path of paths) {
    const answer = await ask(path, { 'x-edge-host': 'velvet.example' })
    expect([path, answer.status]).toEqual([path, 401])
    bodies.add(await answer.text())
  }
  expect([...bodies]).toEqual(['{"error":{"code":"edge_only","message_key":"error.edge_only","params":{}}}'])
})

test('a signature is valid for its method, its path with query, its facts and one minute', async () => {
  const path = '/api/regions.php?country=NL'
  const good = await sign('GET', path)
  expect((await ask(path, good)).status).toBe(200)
  const statuses = [
    await ask('/api/regions.php?country=BE', good),
    await ask('/api/regions.php', good),
    await ask('/api/interests.php', good),
    await ask(path, good, 'DELETE'),
    await ask(path, { ...good, 'x-edge-host': 'isle.example' }),
    await ask(path, { ...good, 'x-edge-country': 'DE' }),
    await ask(path, { ...good, 'x-edge-ip': '198.51.100.1' }),
    await ask(path, { ...good, 'x-edge-visit': 'network=x' }),
    await ask(path, { ...good, 'x-edge-local': '1' }),
    await ask(path, {
      ...(await signEdgeRequest(origin.deps.secrets.edge, 'GET', path, { ...VELVET_FACTS, local: '1' }, Date.now())),
      'x-edge-local': ''
    }),
    await ask(path, { ...good, 'x-edge-auth': '' }),
    await ask(path, { ...good, 'x-edge-auth': `${good['x-edge-auth']}x` }),
    await ask(path, await sign('GET', path, { secret: 'another secret' })),
    await ask(path, await sign('GET', path, { at: origin.deps.realNow() - 61_000 })),
    await ask(path, await sign('GET', path, { at: origin.deps.realNow() + 61_000 }))
  ].map(({ status }) => status)
  expect(statuses).toEqual(statuses.map(() => 401))
})

test('signatures follow the real clock, not the one that can be moved', async () => {
  origin.advance(90 * 24 * 3600)
  expect((await ask('/api/interests.php', await sign('GET', '/api/interests.php'))).status).toBe(200)
})

test('a signed request for an unknown host, or without one, finds nothing', async () => {
  const unknown = await origin.call('listInterests', { facts: { host: 'evil.example' } })
  const none = await origin.call('listInterests', { facts: { host: '' } })
  expect([unknown.status, none.status, none.text]).toEqual([404, 404, unknown.text])
})

test("the edge's own questions are not answered on behalf of a visitor, and look like any unknown path then [API-10]", async () => {
  const query = { 'forced-domain': 'isle.example' }
  const visitor = await origin.call('getSettings', { tenant: 'velvet', query })
  const unknown = await origin.send('/api/nothing.php', { tenant: 'velvet' })
  expect([visitor.status, visitor.text]).toEqual([404, await unknown.text()])
  expect((await origin.call('getHosts', { tenant: 'velvet' })).status).toBe(404)
  expect((await origin.call('getSettings', { query })).body.settings?.id).toBe('isle')
})

test('forged headers of a client are ignored: the site is the signed one', async () => {
  const answer = await origin.call('getCompanyInfo', {
    tenant: 'velvet',
    headers: {
      host: 'isle.example',
      forwarded: 'host=isle.example',
      'x-forwarded-host': 'isle.example',
      'cf-ipcountry': 'US',
      'forced-domain': 'isle.example'
    }
  })
  expect(answer.headers.get('x-config-version')).toBe('velvet=1')
})
