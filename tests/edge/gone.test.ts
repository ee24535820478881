import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHttpOrigin, type NodeEdge } from '../../worker/node/node.ts'
import { brandPicturePath } from '../../shared/tenants/brand-pictures.ts'
import { type Listening, startEdgeServer, startOriginServer } from '../fixtures/edge-server.ts'
import { fakeOrigin } from '../fixtures/fake-origin.ts'
import { aTenant } from '../fixtures/tenants.ts'

// Callers who disconnect in the middle of any request: that is not a failure of ours.

const TENANT = aTenant()
const origin = fakeOrigin([TENANT])
const METRICS = 'who may read the counters'
let answer: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
let asked = 0
const lines: Record<string, unknown>[] = []
let originServer: Listening
let node: NodeEdge & Listening

beforeAll(async () => {
  originServer = await startOriginServer(origin, (request, response) => {
    if (request.headers['x-edge-host'] === '' || !answer) return false
    asked += 1
    answer(request, response)
    return true
  })
  node = await startEdgeServer(createHttpOrigin(`http://127.0.0.1:${originServer.port}`), {
    metricsToken: METRICS,
    log: (line) => lines.push(line)
  })
})
afterAll(() => {
  node.close()
  originServer.close()
})
beforeEach(async () => {
  answer = null
  asked = 0
  failures = await countFailures()
  lines.length = 0
})
afterEach(() => vi.restoreAllMocks())

const SCRIPT = ['x-client-request: 1', 'idempotency-key: one-of-a-test-that-goes', 'sec-fetch-site: same-origin']
const READS = {
  'a question': 'GET /api/interests.php',
  'the stream of events': 'GET /api/events.php',
  'a member’s picture': 'GET /media/AAAAAAAAAAAAAAAAAAAAAA/full.webp',
  'a brand’s picture': `GET ${brandPicturePath(TENANT.settings, 'icon-192')}`,
  'a page with members': 'GET /members'
}
const WRITES = {
  'a write of the script': ['POST /api/like.php', 'content-type: application/json', '{"id":"AAAAAAAAAAAAAAAAAAAAAA"}'],
  'a form': ['POST /login', 'content-type: application/x-www-form-urlencoded', 'login=someone&password=something'],
  'a file': ['POST /api/photos.php', 'content-type: image/jpeg', 'x'.repeat(5000)]
} as const

async function send(head: readonly string[], body = ''): Promise<Socket> {
  const socket = connect(node.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${[`${head[0]} HTTP/1.1`, 'host: velvet.example', ...SCRIPT, ...head.slice(1)].join('\r\n')}\r\n\r\n${body}`)
  return socket
}

const sendWrite = ([line, type, body]: readonly [string, string, string], part = 1) =>
  send([line, type, `content-length: ${body.length}`], body.slice(0, Math.ceil(body.length * part)))

let failures = ''

async function countFailures(): Promise<string> {
  const metrics = await fetch(`http://127.0.0.1:${node.port}/__edge/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
  return [...(await metrics.text()).matchAll(/^.*status="5xx".*$/gm)].join('\n')
}

/** Checks once the request is finished. */
async function noFailure(): Promise<void> {
  await expect.poll(() => lines.some(({ method }) => method)).toBe(true)
  // By the time another request is answered, everything about the first one has been logged.
  expect(await countFailures()).toBe(failures)
  expect(lines.filter(({ level, status }) => level === 'error' || Number(status) >= 500)).toEqual([])
}

describe('a caller who disconnects', () => {
  test.each(Object.entries(WRITES))('while %s is being sent is neither an error in the log nor counted as one', async (_, write) => {
    const said = vi.spyOn(console, 'error')
    answer = (request) => request.resume()
    const socket = await sendWrite(write, 0.5)
    if (write[0].includes('photos')) await expect.poll(() => asked).toBe(1)
    else await new Promise((resolve) => setImmediate(resolve))
    socket.destroy()
    await noFailure()
    expect(said).not.toHaveBeenCalled()
  })

  const all = [
    ...Object.entries(READS).map(([name, line]) => [name, () => send([line])] as const),
    ...Object.entries(WRITES).map(([name, write]) => [name, () => sendWrite(write)] as const)
  ]

  test.each(all)('while the origin works on %s isn’t a failure either', async (_, begin) => {
    const said = vi.spyOn(console, 'error')
    const thinking: ServerResponse[] = []
    answer = (request, response) => {
      request.resume()
      thinking.push(response)
    }
    const socket = await begin()
    await expect.poll(() => thinking.length).toBeGreaterThan(0)
    socket.destroy()
    await once(socket, 'close')
    // By the time another request is answered, the edge knows that this caller is gone.
    await countFailures()
    for (const response of thinking) response.end('{}')
    await noFailure()
    expect(said).not.toHaveBeenCalled()
  })

  test.each(all)('while the answer to %s is sent is not a failure either', async (_, begin) => {
    const said = vi.spyOn(console, 'error')
    let begun = 0
    answer = (request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n', () => (begun += 1)))
    }
    const socket = await begin()
    await expect.poll(() => begun).toBeGreaterThan(0)
    // By the time another request is answered, the edge has read what was sent before.
    await countFailures()
    socket.destroy()
    await noFailure()
    expect(said).not.toHaveBeenCalled()
  })
})
