import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { freePort } from '../fixtures/start-command.ts'
import { startProduct } from './product.ts'

/** The whole product as `npm start` starts it. */
export interface Site {
  port: number
  /** Its folder of tenant files: a copy that a journey may change. */
  tenants: string
  /** Its data folder, with the database in it. */
  data: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One product for each worker of the run: journeys of two files never meet in one. */
    sites: Site[]
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts for each worker a product with its own data folder, and stops them after the journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = await Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, startSite))
  project.provide(
    'sites',
    started.map(({ site }) => site)
  )
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

async function startSite(): Promise<{ site: Site; stop: () => Promise<void> }> {
  const port = await freePort()
  const data = await mkdtemp(join(tmpdir(), 'tether-journeys-'))
  const tenants = join(data, 'tenants')
  await cp(join(ROOT, 'tenants'), tenants, { recursive: true })
  const stopProduct = await startProduct({ PORT: String(port), DATA_DIR: data, TENANTS_DIR: tenants })
  const stop = async () => {
    await stopProduct()
    await rm(data, { recursive: true, force: true })
  }
  return { site: { port, tenants, data }, stop }
}
