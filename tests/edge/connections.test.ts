import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inThisProcess, type Listening, startEdgeServer } from '../fixtures/edge-server.ts'
import { fakeOrigin } from '../fixtures/fake-origin.ts'
import { aTenant } from '../fixtures/tenants.ts'

// Idle connections on real sockets; each address of 127.0.0.0/8 is a different caller.

const LIMITS = { most: 60, each: 20 }
const [ATTACKER, VISITOR, PROXY] = ['127.0.0.1', '127.0.0.2', '127.0.1.3']
const lines: Record<string, unknown>[] = []
const sockets: Socket[] = []
let node: Listening
let port: number

beforeEach(async () => {
  lines.length = 0
  node = await startEdgeServer(inThisProcess(fakeOrigin([aTenant()])), {
    country: { header: '', proxies: ['127.0.1.0/24'], database: '' },
    connections: LIMITS,
    log: (line) => lines.push(line)
  })
  port = node.port
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  node.close()
})

/** Opens connections and sends nothing; resolves with how many stay open, once the server has accepted or refused each. */
async function hold(count: number, localAddress: string): Promise<number> {
  const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {}))
  sockets.push(...opened)
  await Promise.all(opened.map((socket) => once(socket, 'connect')))
  for (const socket of opened) socket.resume()
  // In order: when the second of these is answered or refused, everything before has been, and we know about it.
  for (let time = 0; time < 2; time++) await ask(VISITOR).catch(() => 0)
  return opened.filter((socket) => !socket.destroyed && !socket.readableEnded).length
}

/** How long the edge keeps an idle connection, as it says itself. */
async function kept(port: number): Promise<unknown> {
  const headers = { host: 'velvet.example', connection: 'keep-alive' }
  const [answer] = (await once(request({ port, host: '127.0.0.1', path: '/login', headers }).end(), 'response')) as [IncomingMessage]
  answer.destroy()
  return answer.headers['keep-alive']
}

async function ask(localAddress: string): Promise<number> {
  const call = request({ port, host: '127.0.0.1', localAddress, agent: false, path: '/login', headers: { host: 'velvet.example' } }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

const refusals = () => lines.filter(({ level, message }) => level === 'warn' && message === 'connections refused')

test('one address can hold a limited number of connections, and others are served meanwhile', async () => {
  expect(await hold(50, ATTACKER)).toBe(LIMITS.each)
  expect(await ask(VISITOR)).toBe(200)
  await expect(ask(ATTACKER)).rejects.toMatchObject({ code: 'ECONNRESET' })
  // It is logged once a minute, not each time.
  expect(refusals()).toHaveLength(1)
})

test('a caller who closes some may open others', async () => {
  await hold(50, ATTACKER)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => await ask(ATTACKER).catch(() => 0)).toBe(200)
})

test('our own proxy may bring everyone’s, up to the total limit', async () => {
  expect(await hold(40, PROXY)).toBe(40)
  expect(await ask(PROXY)).toBe(200)
  expect(await hold(40, PROXY)).toBe(LIMITS.most - 40)
  await expect(ask(VISITOR)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('connections of a proxy outlive its own patience with them; those of browsers end after seconds', async () => {
  const direct = await startEdgeServer(inThisProcess(fakeOrigin([aTenant()])), { country: { header: '', proxies: [], database: '' } })
  try {
    expect([await kept(port), await kept(direct.port)]).toEqual(['timeout=75', 'timeout=5'])
  } finally {
    direct.close()
  }
})
