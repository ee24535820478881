import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '../../bin/settings.ts'
import { CAST, CAST_PASSWORD } from '../../origin/demo/cast.ts'
import { isLong, repeats } from '../fixtures/long.ts'
import { freePort } from '../../bin/free-port.ts'

// A stop (SIGTERM) cuts no one off: requests sent before it are answered, and later callers are refused, never cut off.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STOPS = repeats(4, 20)
const CLIENTS = 30

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

interface Running {
  port: number
  /**
   * Stops it; resolves when it has ended. It has to say that it cut off no connection, or how many: one that waited until its grace was over has cut
   * some off.
   */
  stop(cut?: number): Promise<void>
}

async function start(script: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  started.push(child)
  let said = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /^ready .*?(\d{4,5})/m.exec(said)?.[1]
      if (found) resolve(Number(found))
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}:\n${said}`)))
  })
  return {
    port,
    async stop(cut = 0) {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      expect(child.exitCode).toBe(0)
      expect(said).toMatch(cut > 0 ? new RegExp(`^stopped; ${cut} connections were cut off$`, 'm') : /^stopped$/m)
    }
  }
}

/** The results of clients that keep sending requests. */
interface Tally {
  answered: number
  /** The connection was refused: nothing was cut, the caller goes elsewhere. */
  refused: number
  cut: string[]
}

/** Clients on keep-alive connections that send requests, at most `apart` ms apart, until they are refused; all have started when this resolves. */
async function askOnAndOn(port: number, path: string, host: string, apart = 20): Promise<{ tally: Tally; done: Promise<unknown> }> {
  const tally: Tally = { answered: 0, refused: 0, cut: [] }
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS })
  const client = async () => {
    while (await ask(tally, { port, path, agent, headers: { host } }))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * apart))
  }
  const done = Promise.all(Array.from({ length: CLIENTS }, client)).finally(() => agent.destroy())
  await expect.poll(() => tally.answered, { timeout: 60_000 }).toBeGreaterThan(2 * CLIENTS)
  return { tally, done }
}

/** Sends one request; false if there was no answer. */
function ask(tally: Tally, options: http.RequestOptions, connected = () => {}): Promise<boolean> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') tally.refused += 1
      else tally.cut.push(`${error.code} ${error.message}`)
      resolve(false)
    }
    const call = http.get(options, (answer) => {
      answer.on('error', fail)
      answer.resume().on('end', () => {
        tally.answered += 1
        resolve(true)
      })
    })
    call.on('error', fail)
    // Only on a new connection: a kept one has its listeners already.
    call.on('socket', (socket) => socket.connecting && socket.once('connect', connected))
  })
}

/** Requests of callers who have only just connected. */
async function arrive(tally: Tally, port: number, path: string, host: string): Promise<Promise<boolean>[]> {
  return await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { promise: connected, resolve } = Promise.withResolvers<void>()
      const answered = ask(tally, { port, path, agent: false, headers: { host } }, resolve)
      await connected
      return [answered] as const
    })
  ).then((asked) => asked.map(([answered]) => answered))
}

/** Whether a process says that it takes requests, as a status; null if nothing listens. */
const isReady = (port: number, path = '/__edge/ready') =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => null
  )

/** Leaves a connection unused; `closed` resolves when the server, once stopped, closes those. */
async function leaveIdle(port: number): Promise<{ closed: Promise<unknown> }> {
  const agent = new http.Agent({ keepAlive: true })
  const [answer] = (await once(http.get({ port, agent }), 'response')) as [http.IncomingMessage]
  const closed = once(answer.socket, 'close')
  await once(answer.resume(), 'end')
  return { closed }
}

const SMALL = 'tests/kill/stopping-server.ts'

describe('a server that is stopped', () => {
  test(`cuts none of the requests that come meanwhile, ${STOPS} times over`, async () => {
    const cut: string[] = []
    let answered = 0
    for (let round = 0; round < STOPS; round += 4) {
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          const server = await start(SMALL)
          const clients = await askOnAndOn(server.port, '/', 'localhost')
          const newcomers = await arrive(clients.tally, server.port, '/', 'localhost')
          await server.stop()
          await clients.done
          expect(await Promise.all(newcomers)).not.toContain(false)
          answered += clients.tally.answered
          cut.push(...clients.tally.cut)
        })
      )
    }
    expect(answered).toBeGreaterThan(STOPS * CLIENTS)
    expect(cut).toEqual([])
  })

  test('answers everyone who had connected, however busy it is', async () => {
    const server = await start(SMALL)
    const tally: Tally = { answered: 0, refused: 0, cut: [] }
    const busy = await arrive(tally, server.port, '/busy', 'localhost')
    const waiting = await arrive(tally, server.port, '/', 'localhost')
    await server.stop()
    await Promise.all([...busy, ...waiting])
    expect(tally).toEqual({ answered: 20, refused: 0, cut: [] })
  })

  test('finishes earlier requests, and a file that is still being sent', async () => {
    const server = await start(SMALL)
    const long = http.get({ port: server.port, path: '/long' })
    const answered = once(long, 'response') as Promise<[http.IncomingMessage]>
    const headers = { 'content-length': 3000, expect: '100-continue' }
    const upload = http.request({ port: server.port, method: 'POST', path: '/api/photos.php', headers })
    upload.flushHeaders()
    // Both have arrived.
    await Promise.all([once(long, 'information'), once(upload, 'continue')])
    upload.write(Buffer.alloc(1000))
    const idle = await leaveIdle(server.port)
    const stopped = server.stop()
    await idle.closed
    upload.write(Buffer.alloc(1000))
    const [late] = await answered
    late.resume()
    upload.end(Buffer.alloc(1000))
    const [taken] = (await once(upload, 'response')) as [http.IncomingMessage]
    expect([late.statusCode, taken.statusCode]).toEqual([200, 200])
    await stopped
  })

  test('sends a slow reader the whole answer', async () => {
    const server = await start(SMALL)
    const socket = connect(server.port, '127.0.0.1')
    socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'readable')
    const stopped = server.stop()
    // Longer than the two seconds after which unused connections are closed: none is while an answer is on its way, so there is nothing to wait for.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
    await once(socket, 'close')
    expect(bytes).toBeGreaterThan(8 * 1024 * 1024)
    await stopped
  })

  test('cuts off what doesn’t end, and says so: a stop takes less than the ten seconds after which others kill', async () => {
    const server = await start(SMALL, { GRACE: '300' })
    const upload = http.request({ port: server.port, method: 'POST', path: '/api/photos.php', headers: { 'content-length': 3000 } })
    const cut = once(upload, 'error')
    upload.flushHeaders()
    await arrive({ answered: 0, refused: 0, cut: [] }, server.port, '/', 'localhost').then((asked) => Promise.all(asked))
    await server.stop(1)
    await cut
    const { wait, grace, silence, ownWork } = readEnvironment({ APP_ENV: 'production' }).stop
    expect(wait + grace + ownWork).toBeLessThan(10_000)
    expect(silence).toBeLessThan(grace)
  })

  test('doesn’t wait for unused connections', async () => {
    const server = await start(SMALL)
    const idle = await leaveIdle(server.port)
    await server.stop()
    await idle.closed
  })
})

describe.runIf(isLong)('the product when it is stopped', () => {
  const TENANT = CAST[0]!.tenant
  let dataDir: string
  beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'tether-stop-'))))
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  /** Local mode with the patience of production. */
  const environment = async () => ({
    APP_ENV: 'local',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    LIMIT_FACTOR: '1000',
    ORIGIN_URL: 'http://127.0.0.1:9',
    PORT: String(await freePort()),
    STOP_WAIT_MS: '4000'
  })

  const SCRIPTS = [
    ['bin/edge.ts', '/__edge/ready'],
    ['bin/origin.ts', '/__origin/ready'],
    // Both in one process.
    ['bin/start.ts', '/__edge/ready']
  ] as const

  test.each(SCRIPTS)('as %s says first that it is not ready, and cuts nothing', async (script, ready) => {
    const product = await start(script, await environment())
    const host = `${TENANT}.localhost:${product.port}`
    expect(await isReady(product.port, ready)).toBe(200)
    // It keeps answering for seconds, so its clients take their time.
    const clients = await askOnAndOn(product.port, '/login', host, 200)
    const newcomers = await arrive(clients.tally, product.port, '/login', host)
    const stopped = product.stop()
    await expect.poll(() => isReady(product.port, ready), { interval: 20 }).toBe(503)
    const answered = clients.tally.answered
    await expect.poll(() => clients.tally.answered).toBeGreaterThan(answered)
    await stopped
    await clients.done
    expect(clients.tally.cut).toEqual([])
    expect(await Promise.all(newcomers)).not.toContain(false)
  })

  test('ends an event stream cleanly, so that its reader reconnects elsewhere', async () => {
    const product = await start('bin/start.ts', await environment())
    const headers = { host: `${TENANT}.localhost:${product.port}`, 'content-type': 'application/json', 'x-client-request': '1' }
    const login = http.request({ port: product.port, method: 'POST', path: '/api/user.php', headers })
    login.end(JSON.stringify({ credentials: { login: CAST[0]!.email, password: CAST_PASSWORD } }))
    const [entered] = (await once(login, 'response')) as [http.IncomingMessage]
    entered.resume()
    const cookie = entered.headers['set-cookie']!.map((value) => value.split(';')[0]).join('; ')
    const [stream] = (await once(
      http.get({ port: product.port, path: '/api/events.php', headers: { ...headers, cookie } }),
      'response'
    )) as [http.IncomingMessage]
    await once(stream, 'data')
    const ended = once(stream.resume(), 'end')
    await product.stop()
    await ended
    expect(stream.complete).toBe(true)
  })
})
