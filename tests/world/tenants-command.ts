import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** What a command said. */
export interface Said {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs `npm run tenants --` with these words, while the test's own servers go on answering. */
export function tenantsCommand(words: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Said> {
  return command('tenants', words, env, cwd)
}

/** The same of another of the project's commands, by its name. */
export function command(name: string, words: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Said> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../bin/${name}.ts`), ...words], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', APP_ENV: 'local', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...said }))
  })
}
