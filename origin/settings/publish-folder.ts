import type { Logger } from 'pino'
import { problemLine } from '../../shared/tenants/problem.ts'
import type { Clock } from '../clock.ts'
import { readTenantFolder, watchTenantFolder, type TenantFolder } from './tenant-folder.ts'
import { hostTaken, type TenantStore } from './store.ts'

/**
 * For local mode: publishes the tenants of a folder now and again whenever a file changes; a file with a mistake leaves its tenant as it was. Returns
 * a function that stops watching.
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
 * For production, where files don't change published tenants: publishes those tenants of a folder that were never published. A mistake in the file of
 * a published one is only logged: a restart must not take it offline. Throws for a mistake in the file of an unpublished one, with file and line, for
 * a host of it that another tenant has, and for demo tenants, published or not, with their names.
 */
export async function publishUnknown(tenants: TenantStore, dir: string, clock: Pick<Clock, 'now'>, log: Logger): Promise<void> {
  const { records, problems, faulty } = await readTenantFolder(dir)
  const isUnknown = (id: string) => tenants.byId(id) === null
  const unknown = records.filter(({ settings }) => isUnknown(settings.id))
  const demo = [...tenants.all(), ...unknown].filter(({ settings }) => settings.demo)
  if (demo.length > 0) {
    const names = demo.map(({ settings }) => settings.id).join(', ')
    throw new Error(`Production refuses tenants marked "demo": ${names}. Set TENANTS_DIR to a folder without them, or APP_ENV=local.`)
  }
  const mistakes = problems.filter(({ severity }) => severity === 'error').map(problemLine)
  const broken = faulty.filter(isUnknown)
  if (broken.length > 0)
    throw new Error([`Brands that were never published have mistakes in their files: ${broken.join(', ')}.`, ...mistakes].join('\n'))
  const taken = unknown.flatMap(({ settings }) => hostTaken(tenants.all(), settings) ?? [])
  if (taken.length > 0) throw new Error(['Brands that were never published have hosts of published ones.', ...taken].join('\n'))
  for (const line of mistakes) log.error(line)
  for (const { settings, company } of unknown) await tenants.publish(settings, company, 'file', clock.now())
}
