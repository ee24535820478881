import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../bin/free-port.ts'
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

/**
 * Starts for each worker a product with its own data folder, and stops them after the journeys. The demo world is created once, which takes longer
 * than all the rest of a start; the others begin with a copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = await mkdtemp(join(tmpdir(), 'tether-world-'))
  await (
    await start(await freePort(), world)
  )()
  const started = await Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, () => startSite(world)))
  await rm(world, { recursive: true, force: true })
  project.provide(
    'sites',
    started.map(({ site }) => site)
  )
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
}

async function startSite(world: string): Promise<{ site: Site; stop: () => Promise<void> }> {
  const port = await freePort()
  const data = await mkdtemp(join(tmpdir(), 'tether-journeys-'))
  await cp(world, data, { recursive: true })
  const stopProduct = await start(port, data)
  const stop = async () => {
    await stopProduct()
    await rm(data, { recursive: true, force: true })
  }
  return { site: { port, tenants: join(data, 'tenants'), data }, stop }
}

/** Starts the product on a data folder, with a copy of the brands in it. */
async function start(port: number, data: string): Promise<() => Promise<void>> {
  const tenants = join(data, 'tenants')
  await cp(join(ROOT, 'tenants'), tenants, { recursive: true })
  return await startProduct({ PORT: String(port), DATA_DIR: data, TENANTS_DIR: tenants })
}
