import { readTenantFiles } from '../../origin/settings/tenant-folder.ts'
import { resolvedFields } from '../../shared/tenants/resolve.ts'
import { neededId, type Call } from './call.ts'
import { printJson, printTable, short } from '../operator/print.ts'
import { rawOf, soundTenant } from './sound-tenant.ts'

/** One tenant: what its file says, or with `--resolved` every value and where it comes from. */
export async function show(call: Call): Promise<number> {
  const id = neededId(call, 'show <id> --resolved')
  const files = await readTenantFiles(call.dir)
  const raw = rawOf(files, id)
  const record = await soundTenant(call.dir, id)
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
