import { relative } from 'node:path'
import { readTenantFiles } from '../../origin/settings/tenant-folder.ts'
import { tenantIdOf, type TenantFiles } from '../../shared/tenants/parse-files.ts'
import type { Problem } from '../../shared/tenants/problem.ts'
import { UsageError } from '../operator/usage-error.ts'
import { findDatabaseUrl } from '../database/running-database.ts'

/**
 * Brands that sell through a provider without a key, with one that can't be opened, or with a test key. Without a database this can't be checked:
 * brands that need a key are then reported as warnings.
 */
export async function keylessBrands(dir: string, records: readonly TenantFiles[]): Promise<Problem[]> {
  const [{ KEYED_PROVIDERS }, { lackingKey, listKeys }] = await Promise.all([
    import('../../origin/providers/payment/key-shapes.ts'),
    import('../../origin/payments/provider-keys.ts')
  ])
  const keyed = records.filter(({ settings }) => KEYED_PROVIDERS.includes(settings.payment_provider))
  if (keyed.length === 0) return []
  const { withDatabase } = await import('../database/with-database.ts')
  const keys = findDatabaseUrl()
    ? await withDatabase((db, { appSecret }) => listKeys(db, appSecret)).catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error
        return null
      })
    : null
  const files = await readTenantFiles(dir)
  return keyed.flatMap(({ settings }) => {
    const { id, payment_provider: provider } = settings
    const lack = keys
      ? lackingKey(settings, keys)
      : {
          severity: 'warning' as const,
          message: `Nothing is known of a key at ${provider}: no database answers.`,
          fix: 'Set DATABASE_URL, or run npm start.'
        }
    const file = files.find(({ path }) => tenantIdOf(path) === id)?.path ?? `${id}.json`
    const line = lineOf(files.find(({ path }) => path === file)?.text ?? '', '"payment_provider"')
    return lack ? [{ file: relative(process.cwd(), file), line, column: 1, path: 'payment_provider', ...lack }] : []
  })
}

const lineOf = (text: string, word: string) => Math.max(1, text.split('\n').findIndex((line) => line.includes(word)) + 1)
