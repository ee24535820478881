import { readTenantFiles, readTenantFolder } from '../../origin/settings/tenant-folder.ts'
import { tenantIdOf, type SourceFile } from '../../shared/tenants/parse-files.ts'
import { resolvedFields } from '../../shared/tenants/resolve.ts'
import { neededId, noTenant, Refusal, type Call } from './call.ts'
import { printJson, printTable, short } from './print.ts'

/** One tenant: what its file says, or with `--resolved` every value and where it comes from. */
export async function show(call: Call): Promise<number> {
  const id = neededId(call, 'show <id> --resolved')
  const files = await readTenantFiles(call.dir)
  const raw = rawOf(files, id)
  const { records, faulty } = await readTenantFolder(call.dir)
  const record = records.find(({ settings }) => settings.id === id)
  if (!record) {
    if (faulty.includes(id)) throw new Refusal(`The file of "${id}" has mistakes. Run: npm run tenants -- check ${id}`)
    throw noTenant(
      id,
      records.map(({ settings }) => settings.id)
    )
  }
  const name = raw['extends']
  const base = typeof name === 'string' ? { id: name, raw: rawOf(files, name) } : null
  const fields = resolvedFields(record.settings, raw, base).filter(({ source }) => call.options.resolved === true || source === 'file')
  if (call.json) printJson({ id, fields: fields.map((field) => ({ ...field, value: field.value ?? null })), company: record.company })
  else {
    printTable(
      ['field', 'source', 'value'],
      fields.map(({ field, value, source }) => [field, source, value === undefined ? '-' : short(value, 90)])
    )
    console.log(`company ${record.company.id}: ${record.company.name}, ${record.company.city} (companies/${record.company.id}.json)`)
    if (call.options.resolved !== true) console.log('With --resolved also what it inherits, and the defaults.')
  }
  return 0
}

function rawOf(files: readonly SourceFile[], id: string): Record<string, unknown> {
  const file = files.find(({ path }) => tenantIdOf(path) === id)
  try {
    return JSON.parse(file?.text.replace(/^\uFEFF/, '') ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}
