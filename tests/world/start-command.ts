import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Said } from './tenants-command.ts'

/** A command that goes on: what it said until it was ready, or all it said where it ended before (`status` is a number then). */
export interface Started extends Said {
  stop(): Promise<void>
}

/** Starts `npm run <name>`'s program in a process of its own; resolves when it says `ready`, or has ended. */
export function startCommand(name: string, env: NodeJS.ProcessEnv, cwd?: string): Promise<Started> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../bin/${name}.ts`)], {
    cwd,
    env: { ...process.env, APP_ENV: 'local', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said = { status: null as number | null, stdout: '', stderr: '' }
  const ended = new Promise<void>((resolve) => {
    child.once('close', (status) => {
      said.status = status
      resolve()
    })
  })
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text
      if (/^ready /m.test(said.stdout)) resolve()
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  return Promise.race([ready, ended]).then(() => Object.assign(said, { stop }))
}

/** A port that no one listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
