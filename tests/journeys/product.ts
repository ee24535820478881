import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the whole product as `npm start` does, on a port and in folders of its own; resolves when it says `ready`, to what stops it. */
export async function startProduct(env: { PORT: string; DATA_DIR: string } & Record<string, string>): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['bin/start.ts'], {
    cwd: ROOT,
    // All journeys come from one address, faster than people: on a quick machine more log-ins a minute than one line is granted.
    env: { ...process.env, APP_ENV: 'local', DATABASE_URL: '', LIMIT_FACTOR: '50', ...env },
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
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
}

/** A port that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
