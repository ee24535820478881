import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bin/free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A process of the stack that can be killed and started again. */
export interface Part {
  start(): Promise<void>
  /** kill -9 of it and all its children; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with its exit code and everything it has said. */
  stop(): Promise<{ code: number | null; said: string }>
  child(): ChildProcess | null
}

/** Edge, origin and database as three processes on one data folder, as in production. */
export interface Stack {
  edgePort: number
  databaseUrl(): string
  kill(what: Victim): Promise<void>
  stop(): Promise<void>
}

export type Victim = 'origin' | 'edge' | 'database' | 'everything'

export async function startStack(dataDir: string): Promise<Stack> {
  const [edgePort, originPort] = [await freePort(), await freePort()]
  let url = ''
  const env = {
    ...process.env,
    APP_ENV: 'local',
    DATA_DIR: dataDir,
    ORIGIN_URL: `http://127.0.0.1:${originPort}`,
    LIMIT_FACTOR: '1000',
    EDGE_PORT: String(edgePort),
    NODE_ENV: ''
  }
  const database = databaseIn(dataDir, (given) => (url = given))
  const origin = part(['bin/origin.ts'], () => ({ ...env, PORT: String(originPort), DATABASE_URL: url }), /^(ready .*)$/m)
  const edge = part(['bin/edge.ts'], () => ({ ...env, PORT: String(edgePort) }), /^(ready .*)$/m)
  const all = [database, origin, edge]
  const startAll = async () => {
    for (const one of all) await one.start()
  }
  await startAll().catch(async (error: unknown) => {
    for (const one of all) await one.kill()
    throw error
  })
  return {
    edgePort,
    databaseUrl: () => url,
    async kill(what) {
      if (what === 'everything') {
        await Promise.all(all.map((one) => one.kill()))
        await startAll()
      } else if (what === 'database') {
        // The server and its children; its supervising process restarts it by itself.
        for (const pid of descendants(database.child()!.pid!)) tryKill(pid)
      } else {
        const one = what === 'origin' ? origin : edge
        await one.kill()
        await one.start()
      }
    },
    async stop() {
      await edge.kill()
      await origin.kill()
      await database.stop()
    }
  }
}

/** An embedded PostgreSQL in a process of its own; `heard` gets its address whenever it starts. */
export const databaseIn = (dataDir: string, heard: (url: string) => void): Part =>
  part(
    ['tests/postgres/embedded-host.ts', dataDir],
    () => process.env,
    /^(\{.*\})$/m,
    (line) => heard((JSON.parse(line) as { url: string }).url)
  )

/** A process of Node; it has started once it prints `up`, whose group `heard` gets. */
export function part(args: string[], env: () => NodeJS.ProcessEnv, up: RegExp, heard: (line: string) => void = () => {}): Part {
  let child: ChildProcess | null = null
  let said = ''
  return {
    child: () => child,
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(process.execPath, args, { cwd: ROOT, env: env(), stdio: ['ignore', 'pipe', 'pipe'] })
        child = started
        said = ''
        const hear = (chunk: Buffer) => {
          said += chunk.toString()
          const found = up.exec(said)
          if (!found) return
          heard(found[1]!)
          resolve()
        }
        started.stdout.on('data', hear)
        started.stderr.on('data', hear)
        started.once('exit', (code, signal) => reject(new Error(`${args[0]} ended (${code ?? signal}):\n${said}`)))
      }),
    stop: async () => {
      const ended = new Promise((resolve) => child!.once('close', resolve))
      child!.kill('SIGTERM')
      await ended
      return { code: child!.exitCode, said }
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child!.once('exit', resolve))
      for (const pid of [...descendants(child.pid!), child.pid!]) tryKill(pid)
      await gone
    }
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already gone with its parent.
  }
}

/** Every process below `pid`, read from /proc. */
function descendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // It ended meanwhile.
    }
  }
  const below = (parent: number): number[] => (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid)
}
