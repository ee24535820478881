import { once } from 'node:events'
import { Agent, request as send, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpOrigin, type NodeEdge } from '../../worker/node/node.ts'
import { isLong } from '../fixtures/long.ts'
import { type Listening, startEdgeServer, startOriginServer } from '../fixtures/edge-server.ts'
import { fakeOrigin } from '../fixtures/fake-origin.ts'
import { aTenant } from '../fixtures/tenants.ts'

// Browser, edge and origin on sockets: what only real connections show.

const origin = fakeOrigin([aTenant()])
let answer: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
const asked: IncomingMessage[] = []
const connections = new Set<unknown>()
let originServer: Listening
let node: NodeEdge & Listening

beforeAll(async () => {
  originServer = await startOriginServer(origin, (request, response) => {
    connections.add(request.socket)
    if (request.headers['x-edge-host'] === '') return false
    asked.push(request)
    if (!answer) return false
    answer(request, response)
    return true
  })
  node = await startEdgeServer(createHttpOrigin(`http://127.0.0.1:${originServer.port}`))
})
afterAll(() => {
  node.close()
  originServer.close()
})
beforeEach(() => {
  answer = null
  asked.length = 0
})

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send({ port: node.port, path, method, headers: { host: 'velvet.example', ...headers } }).end()

async function read(path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(open(path, headers), 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, headers: response.headers, text }
}

test('calls to the origin share connections, even after answers that are never read', async () => {
  await read('/')
  connections.clear()
  for (let index = 0; index < 20; index++) await read(index % 2 ? '/api/interests.php' : '/api/chats.php')
  expect(asked.length).toBe(20)
  expect(connections.size).toBe(1)
})

test('the origin is asked for uncompressed bytes, whatever the browser accepts, and an answer has no foreign encoding [trap: fetch unpacks]', async () => {
  const { headers, text } = await read('/api/members.php', { 'accept-encoding': 'br, gzip' })
  expect(asked[0]!.headers['accept-encoding']).toBe('identity')
  expect(headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(text)).toMatchObject({ total: 1 })
})

test('a browser that disconnects before the answer, or in the middle of a stream, aborts the call to the origin', async () => {
  let closed = 0
  answer = (request, response) => {
    request.socket.on('close', () => closed++)
    if (request.url !== '/api/events.php') return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {}\n\n')
  }
  const waiting = open('/api/interests.php').on('error', () => {})
  await expect.poll(() => asked.length).toBe(1)
  waiting.destroy()
  await expect.poll(() => closed).toBe(1)

  const stream = open('/api/events.php').on('error', () => {})
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  await once(response, 'data')
  stream.destroy()
  await expect.poll(() => closed).toBe(2)
  expect(asked.length).toBe(2)
})

test('150 members with an open stream don’t keep anyone else waiting', async () => {
  answer = (request, response) => {
    if (request.url !== '/api/events.php') return void response.end('{}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {}\n\n')
  }
  const streams = Array.from({ length: 150 }, () => open('/api/events.php').on('error', () => {}))
  await Promise.all(streams.map((stream) => once(stream, 'response')))
  expect((await read('/api/interests.php')).status).toBe(200)
  for (const stream of streams) stream.destroy()
})

const UPLOAD = { 'x-client-request': '1', 'content-type': 'image/jpeg', 'idempotency-key': 'an-upload-of-a-test' }

/** An upload that is sent in chunks; it has no length header unless one is given. */
const sendUpload = (length?: number) =>
  send({
    port: node.port,
    path: '/api/photos.php',
    method: 'POST',
    headers: { host: 'velvet.example', ...UPLOAD, ...(length === undefined ? {} : { 'content-length': length }) }
  }).on('error', () => {})

const statusOf = async (upload: ClientRequest) => {
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('a file reaches the origin while it is being sent', async () => {
  let received = 0
  answer = (request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length))
    request.on('end', () => response.end('{}'))
  }
  const upload = sendUpload()
  upload.write(Buffer.alloc(100_000))
  await expect.poll(() => received).toBe(100_000)
  upload.end(Buffer.alloc(50_000))
  expect(await statusOf(upload)).toBe(200)
  expect(received).toBe(150_000)
})

test('browsers that disconnect in the middle of a file abort the call to the origin, which doesn’t count as its failure', async () => {
  let broken = 0
  answer = (request) => {
    request.on('close', () => (broken += request.complete ? 0 : 1))
    request.resume()
  }
  for (let count = 1; count <= 6; count++) {
    const upload = sendUpload()
    upload.write(Buffer.alloc(10_000))
    await expect.poll(() => asked.length).toBe(count)
    upload.destroy()
    await expect.poll(() => broken).toBe(count)
  }
  answer = (_, response) => response.end('{}')
  expect((await read('/api/interests.php')).status).toBe(200)
})

test.runIf(isLong)('a file that gets too long is refused while it is still being sent, and so is one that the origin refuses', async () => {
  answer = (request, response) => {
    request.resume()
    request.on('end', () => response.end('{}'))
  }
  const endless = sendUpload()
  const pour = (upload: ClientRequest, left = 400) => {
    if (left > 0 && !upload.destroyed) upload.write(Buffer.alloc(64 * 1024), () => pour(upload, left - 1))
  }
  pour(endless)
  expect(await statusOf(endless)).toBe(413)
  endless.destroy()
  const large = sendUpload(11 * 1024 * 1024)
  large.write(Buffer.alloc(1))
  expect(await statusOf(large)).toBe(413)
  large.destroy()
  answer = (_, response) => response.writeHead(403).end('{}')
  const unwanted = sendUpload()
  pour(unwanted)
  expect(await statusOf(unwanted)).toBe(403)
  unwanted.destroy()
})

test.each([
  ['a file that the origin refuses', '/api/photos.php', 64, 403],
  ['a file that is too large', '/api/photos.php', 1024, 413],
  ['a file at a path that takes none', '/api/interests.php', 64, 405]
])('a slow sender of %s gets the answer, and the next one on the same connection', async (_, path, kilobytes, status) => {
  answer = (_request, response) => response.writeHead(403).end('{}')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { host: 'velvet.example', ...UPLOAD, 'content-length': 12 * kilobytes * 1024 }
  const upload = send({ port: node.port, agent, path, method: 'POST', headers })
  const answered = statusOf(upload)
  // Longer than the half second that the adapter allows.
  for (let chunk = 0; chunk < 12; chunk++) {
    upload.write(Buffer.alloc(kilobytes * 1024))
    await sleep(100)
  }
  upload.end()
  expect(await answered).toBe(status)
  const { socket } = upload
  const next = send({ port: node.port, agent, path: '/login', headers: { host: 'velvet.example' } }).end()
  expect(await statusOf(next)).toBe(200)
  expect(next.socket).toBe(socket)
  agent.destroy()
})

test.runIf(isLong)('an answer that begins and then stalls does not hold a page open', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"members":')
  }
  // A page that waited for the rest would never end.
  const { text } = await read('/members')
  expect(text).toContain('"originAway":true')
})

test('an origin that is killed and started again: 503 while it is gone, pages open, and it is used again', async () => {
  await read('/')
  const { server, port } = originServer
  server.close()
  server.closeAllConnections()
  for (let index = 0; index < 6; index++) expect((await read('/api/interests.php')).status).toBe(503)
  expect((await read('/login')).status).toBe(200)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  while ((await read('/api/members.php')).status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect((await read('/api/members.php')).status).toBe(200)
})

test('a read on a broken connection is retried once, a write is not', async () => {
  answer = (request) => request.socket.destroy()
  expect((await read('/api/interests.php')).status).toBe(503)
  expect(asked.length).toBe(2)
  const write = open('/api/like.php', { 'x-client-request': '1', 'content-type': 'application/json' }, 'POST')
  const [response] = (await once(write, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(503)
  expect(asked.length).toBe(3)
})
