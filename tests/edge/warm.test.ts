import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createNodeEdge } from '../../worker/node/node.ts'
import { startNodeEdge } from '../fixtures/edge.ts'
import { edgeOptions, inThisProcess } from '../fixtures/edge-server.ts'
import { fakeOrigin } from '../fixtures/fake-origin.ts'
import { aTenant } from '../fixtures/tenants.ts'

const going = () => new AbortController().signal

test('the index of each live brand is cached before the first request, as most of its visitors see it', async () => {
  const caches: unknown[] = []
  const tenants = [
    aTenant(),
    aTenant({ id: 'nacht', domain_language: 'de', countries: ['DE'] }),
    aTenant({ id: 'later', status: 'draft' }),
    aTenant({ id: 'paused', status: 'paused' })
  ]
  const edge = await startNodeEdge({ tenants, log: ({ cache }) => caches.push(cache) })
  await edge.edge!.warm(going())
  expect(edge.edge!.cachedPages()).toBe(2)
  expect(caches).toEqual([])
  for (const [host, country] of [
    ['velvet', 'NL'],
    ['nacht', 'DE']
  ])
    await edge.fetch(`http://${host}.example/`, { country: country! })
  expect(caches).toEqual(['hit', 'hit'])
})

test('it is bounded, can be aborted, and works with an unavailable origin', async () => {
  const many = Array.from({ length: 120 }, (_, number) => aTenant({ id: `brand-${number}` }))
  const edge = await startNodeEdge({ tenants: many })
  await edge.edge!.warm(going())
  expect(edge.edge!.cachedPages()).toBe(100)

  const given = await startNodeEdge({ tenants: many })
  await given.edge!.warm(AbortSignal.abort())
  expect(given.edge!.cachedPages()).toBe(0)

  const away = await startNodeEdge({
    origin: () => {
      throw new Error('connection refused')
    }
  })
  await away.edge!.warm(going())
  expect(away.edge!.cachedPages()).toBe(5)
})

test('the server starts it when it listens, and answers meanwhile', async () => {
  const origin = fakeOrigin([aTenant(), aTenant({ id: 'lumi' })])
  const node = await createNodeEdge(edgeOptions(inThisProcess(origin)))
  expect(node.edge.cachedPages()).toBe(0)
  node.server.listen(0, '127.0.0.1')
  await once(node.server, 'listening')
  const [answer] = (await once(
    get({ port: (node.server.address() as AddressInfo).port, path: '/__edge/ready', headers: { host: 'any.example' } }),
    'response'
  )) as [{ statusCode: number; resume(): void }]
  answer.resume()
  expect(answer.statusCode).toBe(200)
  await expect.poll(() => node.edge.cachedPages()).toBe(2)
  node.server.closeAllConnections()
  node.server.close()
})
