import { join, relative } from 'node:path'
import type { Problem } from '../../shared/tenants/problem.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { UsageError } from '../operator/usage-error.ts'
import { findDatabaseUrl } from '../database/running-database.ts'

/**
 * Brands that are still served although their files are gone, as warnings. None if there is no database; one that doesn't answer is reported on
 * stderr.
 * @param ids tenants that have a file
 */
export async function removedFiles(dir: string, ids: readonly string[]): Promise<Problem[]> {
  if (!findDatabaseUrl()) return []
  const [{ publishedTenants }, { withDatabase }] = await Promise.all([
    import('../../origin/settings/store.ts'),
    import('../database/with-database.ts')
  ])
  const published = await withDatabase(publishedTenants).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error
    console.error(`Not compared with what is published: ${error.message}`)
    return []
  })
  return published.filter(({ settings }) => SERVED.has(settings.status) && !ids.includes(settings.id)).map((record) => doubt(dir, record))
}

const SERVED: ReadonlySet<string> = new Set(['live', 'paused'])

function doubt(dir: string, { settings: { id, domain }, version }: TenantRecord): Problem {
  return {
    file: relative(process.cwd(), join(dir, `${id}.json`)).replaceAll('\\', '/'),
    line: 1,
    column: 1,
    path: '',
    severity: 'warning',
    message: `This file is gone, but version ${version} of "${id}" is still served at ${domain}.`,
    fix: `Bring it back, or end the brand: npm run tenants -- gone ${id}`
  }
}
