import type { Logger } from 'pino'
import { problemLine } from '../../shared/tenants/problem.ts'
import type { Clock } from '../clock.ts'
import { readTenantFolder, watchTenantFolder, type TenantFolder } from './tenant-folder.ts'
import type { TenantStore } from './store.ts'

/**
 * For local mode: publishes the tenants of a folder now and again whenever a file changes; a file with a mistake leaves its tenant as it
 * was. Returns the way to stop watching.
 */
export async function publishFolder(tenants: TenantStore, dir: string, clock: Pick<Clock, 'now'>, log: Logger): Promise<() => void> {
  const publish = async ({ records }: TenantFolder) => {
    for (const { settings, company } of records) await tenants.publish(settings, company, 'file', clock.now())
  }
  const folder = await readTenantFolder(dir)
  for (const problem of folder.problems) if (problem.severity === 'error') log.error(problemLine(problem))
  await publish(folder)
  return await watchTenantFolder(dir, publish, (line) => log.warn(line))
}

/**
 * For production, where files change nothing that is published: publishes the tenants of a folder that never were. Throws
 * for demo tenants, published or not, with their names.
 */
export async function publishUnknown(tenants: TenantStore, dir: string, clock: Pick<Clock, 'now'>): Promise<void> {
  const { records } = await readTenantFolder(dir)
  const unknown = records.filter(({ settings }) => tenants.byId(settings.id) === null)
  const demo = [...tenants.all(), ...unknown].filter(({ settings }) => settings.demo)
  if (demo.length > 0) {
    const names = demo.map(({ settings }) => settings.id).join(', ')
    throw new Error(`Production refuses tenants marked "demo": ${names}. Set TENANTS_DIR to a folder without them, or APP_ENV=local.`)
  }
  for (const { settings, company } of unknown) await tenants.publish(settings, company, 'file', clock.now())
}
