import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A program that a test started. */
export interface Running {
  /** The first match in its output. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/** Starts a program of the system; the end of its output is kept to search in, and for the message if it exits early. */
export function startProgram(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const heard = (text: string) => (said = (said + text).slice(-20_000))
  child.stdout.setEncoding('utf8').on('data', heard)
  child.stderr.setEncoding('utf8').on('data', heard)
  const ended = once(child, 'close')
  return {
    async says(pattern) {
      for (;;) {
        const match = pattern.exec(said)
        if (match) return match
        const next = Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
        await next
        if (hasEnded(child) && !pattern.test(said)) throw new Error(`${path} ended before it said ${pattern}:\n${said}`)
      }
    },
    async stop() {
      child.kill()
      await ended
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
