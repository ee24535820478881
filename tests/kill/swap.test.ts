import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong, repeats } from '../fixtures/long.ts'
import { freePort } from '../../bin/free-port.ts'
import { expectKept, logIn, pause, provide, readAlong, send, until, type Acknowledged, type Client, type Site } from './clients.ts'
import { databaseIn, part, type Part } from './stack.ts'

// A rolling restart: two origins on one PostgreSQL, behind a balancer behind an edge, are replaced one after the other while members write and read.

/** Origins that are replaced. */
const SWAPS = repeats(2, 20)
/** Messages that have to be acknowledged before, between and after replacements. */
const MEANWHILE = 15
const NAMES = ['Anna', 'Bram', 'Eline', 'David']
const WRITERS = 8
/** What a balancer asks every so often, in ms, and half the time that an origin waits for it. */
const ASK_EVERY = 100

interface Origin {
  port: number
  part: Part
  ready: boolean
}

const READY = /^(ready .*)$/m
let dataDir: string
let url = ''
let database: Part
let balancer: Awaited<ReturnType<typeof startBalancer>>
let edge: Part
let site: Site
let started = 0
const origins = new Set<Origin>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tether-swap-'))
  database = databaseIn(join(dataDir, 'database'), (given) => (url = given))
  await database.start()
  // The first one makes the demo world.
  await startOrigin()
  balancer = await startBalancer()
  const edgePort = await freePort()
  edge = part(['bin/edge.ts'], () => environment({ PORT: String(edgePort), ORIGIN_URL: `http://127.0.0.1:${balancer.port}` }), READY)
  await Promise.all([startOrigin(), edge.start()])
  site = { edgePort, databaseUrl: () => url }
}, 180_000)

afterAll(async () => {
  await edge?.kill()
  for (const origin of origins) await origin.part.kill()
  await balancer?.close()
  await database?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

const environment = (own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  APP_ENV: 'local',
  NODE_ENV: '',
  LIMIT_FACTOR: '1000',
  STOP_WAIT_MS: String(2 * ASK_EVERY),
  ...own
})

async function startOrigin(): Promise<Origin> {
  const port = await freePort()
  const folder = join(dataDir, `origin-${++started}`)
  const process = part(['bin/origin.ts'], () => environment({ PORT: String(port), DATABASE_URL: url, DATA_DIR: folder }), READY)
  await process.start()
  const origin = { port, part: process, ready: true }
  origins.add(origin)
  return origin
}

/** Passes requests on to the origins that say they are ready, in turn; one that refuses a connection has seen nothing of the request. */
async function startBalancer() {
  const agent = new http.Agent({ keepAlive: true, scheduling: 'lifo' })
  let turn = 0
  const next = () => {
    const ready = [...origins].filter((origin) => origin.ready)
    return ready[turn++ % ready.length]
  }
  const looking = setInterval(() => {
    for (const origin of origins) {
      http
        .get({ host: '127.0.0.1', port: origin.port, path: '/__origin/ready', agent: false }, (answer) => {
          origin.ready = answer.resume().statusCode === 200
        })
        .on('error', () => (origin.ready = false))
    }
  }, ASK_EVERY)
  const server = http.createServer((request, response) => {
    const origin = next()
    if (!origin) return void response.writeHead(503).end()
    const { method, url: path, headers } = request
    const call = http.request({ host: '127.0.0.1', port: origin.port, method, path, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    call.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.on('close', () => call.destroy())
    request.pipe(call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      clearInterval(looking)
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

// Only in `npm run test:kill`: another stack takes seventeen seconds of processor time, and kill.test.ts ends origins more abruptly.
test.runIf(isLong)(
  `${SWAPS} origins are replaced under load: no send fails for good, no event is lost, and none of them cuts anyone off`,
  async () => {
    const clients: Client[] = []
    for (const name of NAMES) clients.push(await logIn(site, name))
    await provide(site, clients)
    const readers = await Promise.all(clients.map((client) => readAlong(site, client)))
    const acknowledged: Acknowledged[] = []
    const told = { stop: false }
    let repeated = 0
    const writers = Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let number = 0; !told.stop; number++) {
          const from = clients[writer % clients.length]!
          const to = clients[(writer + 1 + (number % (clients.length - 1))) % clients.length]!
          const what: Acknowledged = { key: `w${writer}-${number}-swap-test`, from, to, kind: number % 10 === 9 ? 'gift' : 'message' }
          await send(site, what, () => repeated++)
          acknowledged.push(what)
          await pause(5)
        }
      })
    )
    const more = async () => {
      const before = acknowledged.length
      await Promise.race([until(() => acknowledged.length >= before + MEANWHILE), writers])
    }
    await more()
    for (let swap = 0; swap < SWAPS; swap++) {
      const [oldest] = origins
      await startOrigin()
      await more()
      const { code, said } = await oldest!.part.stop()
      origins.delete(oldest!)
      // It ended by itself and in order: neither at a limit of time nor with a connection cut off.
      expect(said).toMatch(/^stopping …\n(.*\n)*stopped\n$/m)
      expect(said).not.toMatch(/cut off|without waiting/)
      expect(code).toBe(0)
      await more()
    }
    told.stop = true
    await writers
    for (const [index, reader] of readers.entries()) {
      const { row } = clients[index]!
      const events = await reader.finish(row)
      const written = acknowledged.filter(({ from, to }) => from.row === row || to.row === row)
      expect(events.filter(({ type }) => type === 'message')).toHaveLength(written.length)
      expect(reader.streams()).toBeGreaterThan(1)
    }
    await expectKept(site, acknowledged, clients)
    const { code, said } = await edge.stop()
    expect([code, said.split('\n').at(-2)]).toEqual([0, 'stopped'])
    console.log(`${SWAPS} origins replaced, ${acknowledged.length} acknowledged, ${repeated} sent again, 0 lost, 0 doubled`)
  },
  repeats(180_000, 1_800_000)
)
