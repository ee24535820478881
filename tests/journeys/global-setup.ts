import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of the whole product, started as `npm start` starts it. */
    sitePort: number
    /** Its folder of tenant files: a copy that a journey may change. */
    siteTenants: string
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the whole product in a data folder of its own, as a newcomer would, and stops it after the journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-journeys-'))
  const tenantsDir = join(dataDir, 'tenants')
  await cp(join(ROOT, 'tenants'), tenantsDir, { recursive: true })
  const child = spawn(process.execPath, ['bin/start.ts'], {
    cwd: ROOT,
    // All journeys come from one address, faster than people: on a quick machine more log-ins a minute than one line is granted.
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      TENANTS_DIR: tenantsDir,
      APP_ENV: 'local',
      DATABASE_URL: '',
      LIMIT_FACTOR: '50'
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (/^ready /m.test(said)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`bin/start.ts ended with ${code}:\n${said}`)))
  })
  project.provide('sitePort', port)
  project.provide('siteTenants', tenantsDir)
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
