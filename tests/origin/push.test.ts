import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pushToEdges } from '../../origin/settings/push-to-edges.ts'
import { createTestOrigin, type TestOrigin } from '../fixtures/origin.ts'
import { startNodeEdge } from '../fixtures/edge.ts'
import { EDGE_SECRET } from '../fixtures/fake-origin.ts'

let origin: TestOrigin
beforeEach(async () => {
  origin = await createTestOrigin()
})
afterEach(() => origin.close())

test('settings published here are live on an edge of another process in under a second, though another edge is down', async () => {
  const { tenants } = origin.deps
  const records = tenants.all()
  tenants.onChange(() => records.splice(0, records.length, ...tenants.all()))
  const edge = await startNodeEdge({ tenants: records, snapshot: tenants.all() })
  const title = async () => /<title>(.*?)<\/title>/.exec(await (await edge.fetch('http://velvet.example/')).text())?.[1]
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const headers = { 'x-edge-signature': String(request.headers['x-edge-signature']) }
      const answer = await edge.fetch(`http://127.0.0.1${request.url}`, { method: request.method!, headers, body })
      response.writeHead(answer.status).end(await answer.text())
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const deps = { tenants, secrets: { edge: EDGE_SECRET, app: '', mailEvents: '' }, realNow: Date.now, log: pino({ level: 'silent' }) }
  const stop = pushToEdges(deps, ['http://127.0.0.1:9', `http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  expect(await title()).not.toBe('Nieuwe titel')
  await origin.publish({ id: 'velvet', index_title: { nl: 'Nieuwe titel' } })
  await expect.poll(title, { timeout: 1_000, interval: 10 }).toBe('Nieuwe titel')
  stop()
  server.close()
})
