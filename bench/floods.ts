import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { CAST, CAST_PASSWORD } from '../origin/demo/cast.ts'
import { median } from './contest.ts'
import { startProduct } from './product.ts'

const PORT = 9784
/** Idle connections from one address, and visitors arriving meanwhile. */
const IDLE = 20_000
const VISITORS = 100
/** Log-ins at once, and people who log in meanwhile. */
const FLOOD = 200
const HONEST = 10

const TENANT = CAST[0]!.tenant
const ATTACKER = '127.0.0.1'
/** A different address for each: all of 127.0.0.0/8 is this machine. */
const line = (index: number) => `127.0.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`

/**
 * What one address can do to the others: hold 20,000 idle connections, and send 200 log-ins at once. Goals: all visitors are served, and everyone who
 * logs in gets in.
 */
export async function floods() {
  const product = await startProduct(PORT)
  try {
    return { ...(await idleConnections()), ...(await logIns()) }
  } finally {
    await product.stop()
  }
}

async function idleConnections() {
  const held = new Set<Socket>()
  // As fast as they can be opened; the server closes one that sends nothing after ten seconds, so they are opened again.
  const over = new AbortController()
  const flood = async () => {
    while (!over.signal.aborted) {
      const socket = connect({ port: PORT, host: ATTACKER, localAddress: ATTACKER })
      held.add(socket)
      socket.on('error', () => {}).once('close', () => held.delete(socket))
      while (!over.signal.aborted && held.size >= IDLE) await sleep(50)
      if (held.size % 100 === 0) await sleep(1)
    }
  }
  void flood()
  await sleep(5_000)
  const served: number[] = []
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    const began = performance.now()
    if ((await ask(line(visitor), 'GET', '/login')) === 200) served.push(performance.now() - began)
    await sleep(20)
  }
  over.abort()
  for (const socket of held) socket.destroy()
  await sleep(2_000)
  return {
    [`${IDLE} idle connections of one address`]: { 'others served': `${served.length} of ${VISITORS}`, ms: Math.round(median(served)) }
  }
}

async function logIns() {
  const body = (login: string, password: string) => JSON.stringify({ credentials: { login, password } })
  const attack = Array.from({ length: FLOOD }, (_, index) =>
    ask(ATTACKER, 'POST', '/api/user.php', body(`unknown${index}@mail.example`, 'a wrong password'))
  )
  await sleep(20)
  const began = performance.now()
  const honest = await Promise.all(
    CAST.slice(0, HONEST).map(async ({ email, tenant }, index) => {
      const status = await ask(line(index), 'POST', '/api/user.php', body(email, CAST_PASSWORD), tenant)
      return { status, ms: performance.now() - began }
    })
  )
  await Promise.all(attack)
  const served = honest.filter(({ status }) => status === 200)
  return {
    [`${FLOOD} log-ins at once from one address`]: {
      'others served': `${served.length} of ${HONEST}`,
      ms: Math.round(median(served.map(({ ms }) => ms)))
    }
  }
}

/** The status, or 0 if there is no answer. */
function ask(localAddress: string, method: string, path: string, body = '', tenant = TENANT): Promise<number> {
  const headers = { host: `${tenant}.localhost:${PORT}`, 'x-client-request': '1', 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const call = request(
      { port: PORT, host: '127.0.0.1', localAddress, agent: false, method, path, headers, timeout: 10_000 },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      }
    )
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(0))
    call.end(body)
  })
}
