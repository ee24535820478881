import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { readTenantFiles, readTenantFolder } from '../../origin/settings/tenant-folder.ts'
import { tenantIdOf } from '../../shared/tenants/parse-files.ts'
import type { Problem } from '../../shared/tenants/problem.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import { UsageError } from '../operator/usage-error.ts'
import { noTenant, type Call } from './call.ts'
import { messageKeys } from './message-keys.ts'
import { count, printJson, printTable } from '../operator/print.ts'
import { keylessBrands } from './keyless-brands.ts'
import { removedFiles } from './removed-files.ts'
import { rawOf } from './sound-tenant.ts'

/** Lists all tenants without mistakes. */
export async function list({ dir, json }: Call): Promise<number> {
  const { records, faulty } = await readTenantFolder(dir)
  const rows = records.map(({ settings }) => ({
    id: settings.id,
    domain: settings.domain,
    aliases: settings.aliases,
    pool: poolOf(settings),
    status: settings.status,
    domain_language: settings.domain_language,
    countries: settings.countries,
    signups: settings.signups
  }))
  if (json) printJson(rows)
  else
    printTable(
      ['id', 'domain', 'pool', 'status', 'language', 'countries', 'sign-ups'],
      rows.map((row) => [row.id, row.domain, row.pool, row.status, row.domain_language, row.countries.join(' '), row.signups])
    )
  if (faulty.length > 0) console.error(`Left out because of mistakes: ${faulty.join(', ')}. Run: npm run tenants -- check`)
  return 0
}

/**
 * Problems of one tenant, its company, its drawings and the tenant it extends, or of the whole folder; also files that were removed while their brand
 * is still served. Fails on errors.
 */
export async function check({ dir, words: [id], json }: Call): Promise<number> {
  const { records, problems, faulty } = await readTenantFolder(dir, messageKeys())
  const ids = [...records.map(({ settings }) => settings.id), ...faulty]
  const removed = await removedFiles(dir, ids)
  const keyless = await keylessBrands(dir, records)
  if (id !== undefined && ![...ids, ...removed.map(({ file }) => tenantIdOf(file))].includes(id)) throw noTenant(id, ids)
  if (ids.length + removed.length === 0) throw new UsageError(`There is no brand in ${dir}. Create one: npm run tenants -- new velvet`)
  const files = await readTenantFiles(dir)
  const raw = rawOf(files, id)
  const base = raw['extends']
  const company = raw['company_id'] ?? rawOf(files, base)['company_id']
  const told = [...problems, ...removed, ...keyless].filter(({ file, severity }) => {
    const tenant = tenantIdOf(file)
    if (id === undefined || tenant === id) return true
    const drawing = (['scene', 'mark'] as const).some((kind) => {
      const name = raw[kind] ?? rawOf(files, base)[kind]
      return typeof name === 'string' && file.endsWith(`${kind}s/${name}.svg`)
    })
    if (drawing) return true
    return tenant === null
      ? typeof company === 'string' && file.endsWith(`companies/${company}.json`)
      : tenant === base && severity === 'error'
  })
  const errors = told.filter(({ severity }) => severity === 'error').length
  if (json) printJson({ errors, warnings: told.length - errors, problems: told })
  else {
    printProblems(told)
    const tenants = count(id === undefined ? ids.length : 1, 'tenant')
    console.log(`${tenants}, ${count(errors, 'error')}, ${count(told.length - errors, 'warning')}`)
  }
  return errors > 0 ? 1 : 0
}

/** Writes the schemas that editors read. */
export async function schema({ dir, json }: Call): Promise<number> {
  // The packages it needs aren't installed in production, where the other commands run too.
  const { jsonSchemas } = await import('./json-schemas.ts')
  const files = Object.entries(await jsonSchemas()).map(([name, text]) => ({ file: join(dir, name), text }))
  for (const { file, text } of files) await writeFile(file, text)
  if (json) printJson({ files: files.map(({ file }) => file) })
  else for (const { file } of files) console.log(`Wrote ${file}`)
  return 0
}

/** Problems by file, as `line:column`, what is wrong and what to do. */
export function printProblems(problems: readonly Problem[]): void {
  for (const [file, ofFile] of Map.groupBy(problems, (problem) => problem.file)) {
    console.log(styleText('bold', file))
    for (const { line, column, severity, message, fix } of ofFile) {
      const mark = severity === 'error' ? styleText('red', 'error  ') : styleText('yellow', 'warning')
      console.log(`  ${`${line}:${column}`.padStart(6)}  ${mark}  ${message}\n                   ${fix}`)
    }
  }
}
