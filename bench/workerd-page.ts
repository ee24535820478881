import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnvironment, ROOT } from '../bin/settings.ts'
import { withOurNode } from '../bin/with-our-node.ts'
import { benchTenants } from './bench-tenant.ts'
import { contest, rowOf, start, type Server } from './contest.ts'
import { headersOf, pageOf } from './page-of.ts'
import { processorTime } from './processor.ts'
import { freePort } from '../bin/free-port.ts'

const COMPATIBLE = /^compatibility_date = "(.+)"$/m.exec(readFileSync(`${ROOT}wrangler.toml`, 'utf8'))![1]!

/** The cached index page in workerd, compared to a minimal worker that sends the same bytes with the same headers and writes the same log line. */
export async function workerdPage() {
  const origin = await start('origin', { TENANTS: '1' })
  const { dist } = readEnvironment()
  const folder = await mkdtemp(join(tmpdir(), 'tether-bench-'))
  await cp(join(dist, 'public'), join(folder, 'public'), { recursive: true })
  await cp(join(dist, 'worker/worker.js'), join(folder, 'edge.js'))
  await writeFile(join(folder, 'public/_build/tenants.json'), JSON.stringify({ records: benchTenants(1) }))
  const ours = await startWorkerd(folder, 'edge.js', origin.url)
  const page = `${ours.url}/`
  await writeFile(join(folder, 'least.js'), leastWorker(await pageOf(page), await headersOf(page)))
  const least = await startWorkerd(folder, 'least.js', origin.url)
  try {
    return { 'index page in workerd, cached : minimal worker': rowOf(await contest(ours, least)) }
  } finally {
    ours.stop()
    least.stop()
    origin.stop()
  }
}

/** A worker that only sends a page, with its own request id and duration, and logs that. */
function leastWorker(page: string, headers: Record<string, string>): string {
  const { 'x-request-id': _id, 'server-timing': _timing, ...same } = headers
  return `
const body = new TextEncoder().encode(${JSON.stringify(page)})
const headers = ${JSON.stringify(Object.entries(same))}
export default {
  fetch(request) {
    const began = Date.now()
    const id = crypto.randomUUID()
    const response = new Response(body, { headers: [...headers, ['x-request-id', id], ['server-timing', 'edge;dur=0']] })
    console.log(JSON.stringify({ at: new Date().toISOString(), id, method: request.method, tenant: 'bench', route: 'index', cache: 'hit', status: 200, ms: Date.now() - began }))
    return response
  }
}`
}

/** workerd itself, without the tools around it. */
async function startWorkerd(folder: string, script: string, origin: string): Promise<Server> {
  const port = await freePort()
  const config = join(folder, `${script}.capnp`)
  await writeFile(config, configOf(script, port, new URL(origin).host))
  const child = spawn(`${ROOT}node_modules/workerd/bin/workerd`, ['serve', config], {
    cwd: folder,
    env: withOurNode(),
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await pageOf(`${url}/`).catch(() => ''))) {
    if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode}`)
    await sleep(100)
  }
  return {
    url,
    memory: async () => Number.NaN,
    processor: async () => processorTime(child.pid!),
    // The package's program starts the real one.
    stop: () => void process.kill(-child.pid!, 'SIGKILL')
  }
}

const configOf = (script: string, port: number, origin: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "origin", external = (address = "${origin}", http = ())),
    (name = "files", disk = (path = "public", writable = false))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "${script}")],
  compatibilityDate = "${COMPATIBLE}",
  bindings = [
    (name = "APP_ENV", text = "production"),
    (name = "EDGE_SECRET", text = "a secret that only this bench knows of"),
    (name = "ORIGIN_URL", text = "http://origin.invalid"),
    (name = "ASSETS", service = "files")
  ],
  globalOutbound = "origin"
);
`
