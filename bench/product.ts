import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../bin/settings.ts'
import { withOurNode } from '../bin/with-our-node.ts'
import { CAST_PASSWORD, type CastMember } from '../origin/demo/cast.ts'
import { npmScript } from './npm-script.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
}

/** The whole product in its own process, as `npm start` runs it, with its demo world. */
export interface Product {
  port: number
  /** Rejects when there is no answer. */
  ask(tenant: string, path: string, ask?: Ask): Promise<Answer>
  /** The cookie of a demo member. */
  logIn(member: CastMember): Promise<string>
  /** Resident memory in MB of edge, origin and the picture processes, without the database; with 'itself' also without the picture processes. */
  memory(of?: 'itself'): number
  /** Stops it; resolves when it has ended. */
  stop(): Promise<void>
}

/** @param env on top of local mode's defaults */
export async function startProduct(port: number, env: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-bench-'))
  const child = spawn('sh', ['-c', `exec env ${npmScript('start')}`], {
    cwd: ROOT,
    env: { ...withOurNode(), APP_ENV: 'local', DATABASE_URL: '', LIMIT_FACTOR: '1000', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => /^ready /m.test(chunk.toString()) && resolve())
    child.once('exit', (code) => reject(new Error(`bin/start.ts ended with ${code}`)))
  })
  const ask: Product['ask'] = (tenant, path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const call = request({ port, path, method, headers: { host: `${tenant}.localhost:${port}`, ...length, ...headers } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })).on('error', reject)
      })
      call.on('error', reject).end(body)
    })
  return {
    port,
    ask,
    async logIn({ tenant, email }) {
      const body = JSON.stringify({ credentials: { login: email, password: CAST_PASSWORD } })
      const headers = { 'content-type': 'application/json', 'x-client-request': '1' }
      const answer = await ask(tenant, '/api/user.php', { method: 'POST', headers, body })
      const cookie = answer.headers['set-cookie']?.find((value) => value.startsWith('auth='))?.split(';')[0]
      if (!cookie) throw new Error(`The log-in answered ${answer.status}`)
      return cookie
    },
    memory: (of) => residentMemory(child.pid!, of !== 'itself'),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

/** Of a process, and of its Node children, in MB; only on Linux. */
function residentMemory(pid: number, children: boolean): number {
  let kilobytes = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const isChild =
        children && /^PPid:\s+(\d+)$/m.exec(status)?.[1] === String(pid) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('.ts')
      if (name === String(pid) || isChild) kilobytes += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    } catch {
      // It ended meanwhile.
    }
  }
  return kilobytes / 1024
}
