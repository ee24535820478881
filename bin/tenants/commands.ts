import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { readTenantFolder } from '../../origin/settings/tenant-folder.ts'
import type { Problem } from '../../shared/tenants/problem.ts'
import { poolOf } from '../../shared/tenants/schema.ts'
import { noTenant, type Call } from './call.ts'
import { messageKeys } from './message-keys.ts'
import { count, printJson, printTable } from './print.ts'

/** All tenants without mistakes. */
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

/** Problems of one tenant and its company, or of the whole folder. Fails on errors. */
export async function check({ dir, words: [id], json }: Call): Promise<number> {
  const { records, problems, faulty } = await readTenantFolder(dir, await messageKeys())
  const ids = [...records.map(({ settings }) => settings.id), ...faulty]
  if (id !== undefined && !ids.includes(id)) throw noTenant(id, ids)
  const company = records.find(({ settings }) => settings.id === id)?.company.id
  const files = [`/${id}.json`, `/companies/${company}.json`]
  const told = problems.filter(({ file }) => id === undefined || files.some((end) => `/${file}`.endsWith(end)))
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
export async function schema({ dir }: Call): Promise<number> {
  // The tools it needs are not installed in production, where the other commands run too.
  const { jsonSchemas } = await import('./json-schemas.ts')
  for (const [name, text] of Object.entries(await jsonSchemas())) {
    await writeFile(join(dir, name), text)
    console.log(`Wrote ${join(dir, name)}`)
  }
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
