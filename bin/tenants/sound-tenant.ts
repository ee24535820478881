import { readTenantFolder } from '../../origin/settings/tenant-folder.ts'
import { tenantIdOf, type SourceFile, type TenantFiles } from '../../shared/tenants/parse-files.ts'
import { UsageError } from '../operator/usage-error.ts'
import { noTenant } from './call.ts'

/** The tenant of that id. Throws if it doesn't exist or its file has mistakes. */
export async function soundTenant(dir: string, id: string): Promise<TenantFiles> {
  const { records, faulty } = await readTenantFolder(dir)
  const record = records.find(({ settings }) => settings.id === id)
  if (record) return record
  if (faulty.includes(id)) throw new UsageError(`The file of "${id}" has mistakes. Run: npm run tenants -- check ${id}`)
  throw noTenant(
    id,
    records.map(({ settings }) => settings.id)
  )
}

/** The content of a tenant's file; empty if there is no readable one. */
export function rawOf(files: readonly SourceFile[], id: unknown): Record<string, unknown> {
  const file = files.find(({ path }) => tenantIdOf(path) === id)
  try {
    return JSON.parse(file?.text.replace(/^\uFEFF/, '') ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}
