import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProviderOptions, SandboxPlace } from '../origin/providers/payment/open-providers.ts'
import { startSandbox, type Sandbox } from '../origin/providers/payment/sandbox/server.ts'
import { EDGE_PORT, type Environment } from './settings.ts'

type Where = Pick<Environment, 'dataDir' | 'appSecret' | 'environment' | 'port'>

const addressFile = (dataDir: string) => join(dataDir, 'sandbox.url')

/** The secret that the sandbox of an origin with this APP_SECRET is started with. */
export const sandboxSecret = ({ appSecret }: Pick<Where, 'appSecret'>) => `sandbox\n${appSecret}`

/** Writes the sandbox's address to the data folder, where operators' commands look for it. */
export function writeSandboxAddress({ dataDir }: Pick<Where, 'dataDir'>, url: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(addressFile(dataDir), url)
}

/** Starts the sandbox, by which demo brands sell in local mode; null in production. It remembers its payments in the data folder. */
export async function startLocalSandbox(where: Where, now: () => Date): Promise<{ sandbox: Sandbox; options: ProviderOptions } | null> {
  const { dataDir, environment, port = EDGE_PORT } = where
  if (environment !== 'local') return null
  mkdirSync(dataDir, { recursive: true })
  const secret = sandboxSecret(where)
  const sandbox = await startSandbox({ secret, port: port + 2, file: join(dataDir, 'sandbox.json'), now })
  writeSandboxAddress(where, sandbox.url)
  return { sandbox, options: { sandbox: { url: sandbox.url, secret } } }
}

/** The sandbox of the `npm start` that runs with this data folder; null if there is none. */
export function findLocalSandbox(where: Where): SandboxPlace | null {
  if (where.environment !== 'local') return null
  try {
    return { url: readFileSync(addressFile(where.dataDir), 'utf8'), secret: sandboxSecret(where) }
  } catch {
    return null
  }
}
