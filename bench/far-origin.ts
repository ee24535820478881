import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, get, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../bin/settings.ts'
import { CAST, CAST_PASSWORD } from '../origin/demo/cast.ts'
import { median } from './contest.ts'

/** Round trip time to the far origin, in ms. */
const AWAY = 300
const VISITS = 40
const PORTS = { origin: 9788, near: 9787, far: 9786 }
const MEMBER = CAST.find(({ name }) => name === 'Anna')!
const HOST = `${MEMBER.tenant}.localhost`

/**
 * A member's pages through two edges with the same origin, the real one with its demo world: one next to it, one 300 ms away. Goals: the first byte
 * at most 30 ms later, the whole page at most one round trip and 60 ms later.
 */
export async function farOrigin() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-far-'))
  const children: ChildProcess[] = []
  const run = async (script: string, env: Record<string, string>) => children.push(await spawned(script, { DATA_DIR: dataDir, ...env }))
  const proxy = createServer(forwardLate).listen(0, '127.0.0.1')
  try {
    await run('bin/origin.ts', { PORT: String(PORTS.origin) })
    await run('bin/edge.ts', { PORT: String(PORTS.near), ORIGIN_URL: `http://127.0.0.1:${PORTS.origin}` })
    await run('bin/edge.ts', { PORT: String(PORTS.far), ORIGIN_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    const cookie = await logIn(PORTS.near)
    const rows: Record<string, Record<string, string | number>> = {}
    for (const path of ['/members?anyone=1', '/likes', '/chats']) {
      const near: Visit[] = []
      const far: Visit[] = []
      for (let visit = 0; visit < VISITS; visit++) {
        near.push(await visitPage(PORTS.near, path, cookie))
        far.push(await visitPage(PORTS.far, path, cookie))
      }
      const late = (what: keyof Visit) => median(far.map((visit) => visit[what])) - median(near.map((visit) => visit[what]))
      rows[`${path}, origin ${AWAY} ms away`] = {
        'first byte, ms later': Math.round(late('first')),
        'whole page, ms beyond one round trip': Math.round(late('whole') - AWAY)
      }
    }
    return rows
  } finally {
    proxy.close()
    for (const child of children) child.kill('SIGINT')
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Times in ms since the request. */
interface Visit {
  first: number
  whole: number
}

function visitPage(port: number, path: string, cookie: string): Promise<Visit> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get({ port, path, headers: { host: HOST, cookie } }, (answer) => {
      let first = 0
      answer.on('data', () => (first ||= performance.now() - began))
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve({ first, whole: performance.now() - began })
          : reject(new Error(`${path}: ${answer.statusCode}`))
      )
    }).on('error', reject)
  })
}

function logIn(port: number): Promise<string> {
  const body = JSON.stringify({ credentials: { login: MEMBER.email, password: CAST_PASSWORD } })
  const headers = { host: HOST, 'content-type': 'application/json', 'x-client-request': '1' }
  return new Promise((resolve, reject) => {
    send({ port, path: '/api/user.php', method: 'POST', headers }, (answer) => {
      answer.resume()
      const cookie = answer.headers['set-cookie']?.find((value) => value.startsWith('auth='))?.split(';')[0]
      if (cookie) resolve(cookie)
      else reject(new Error(`The log-in answered ${answer.statusCode}`))
    })
      .on('error', reject)
      .end(body)
  })
}

/** Delays each direction by half. */
function forwardLate(incoming: IncomingMessage, outgoing: import('node:http').ServerResponse): void {
  const late = (work: () => void) => setTimeout(work, AWAY / 2)
  late(() => {
    const { method, url, headers } = incoming
    const call = send({ port: PORTS.origin, method, path: url, headers }, (answer) =>
      late(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
    )
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
}

/** Starts a command of the product; resolves once it says that it is ready. */
function spawned(script: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, APP_ENV: 'local', ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (/^ready /m.test(chunk.toString())) resolve(child)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
}
