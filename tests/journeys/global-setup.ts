import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { freePort, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of the whole product, started as `npm start` starts it. */
    sitePort: number
    /** Its folder of tenant files: a copy that a journey may change. */
    siteTenants: string
    /** Its data folder, with the database in it. */
    siteData: string
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the whole product in a data folder of its own, as a newcomer would, and stops it after the journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-journeys-'))
  const tenantsDir = join(dataDir, 'tenants')
  await cp(join(ROOT, 'tenants'), tenantsDir, { recursive: true })
  const stop = await startProduct({ PORT: String(port), DATA_DIR: dataDir, TENANTS_DIR: tenantsDir })
  project.provide('sitePort', port)
  project.provide('siteTenants', tenantsDir)
  project.provide('siteData', dataDir)
  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
