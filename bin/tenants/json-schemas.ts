import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import { format, resolveConfig } from 'prettier'
import { CompanyFile, TenantFile } from '../../shared/tenants/schema.ts'

const CONFIG: ConversionConfig = {
  // What a file says, not what comes out with the defaults.
  typeMode: 'input',
  // The words of a pattern, which editors show instead of the pattern.
  overrideAction: ({ valibotAction, jsonSchema }) =>
    valibotAction.type === 'regex'
      ? { ...jsonSchema, patternErrorMessage: `Must be ${String((valibotAction as { message?: unknown }).message)}` }
      : jsonSchema
}

/** A tenant that extends another one takes what it leaves out from there, but never these. */
const ALWAYS_NEEDED = ['id', 'domain']

/**
 * The JSON Schemas that editors read through a file's `$schema`, by path in the tenants folder: completion, hover texts
 * and red lines come from the same definition as the checks.
 */
export async function jsonSchemas(): Promise<Record<string, string>> {
  const { required, ...tenant } = toJsonSchema(TenantFile, CONFIG)
  return {
    'tenant.schema.json': await written({
      title: 'A tenant of Tether',
      ...tenant,
      required: ALWAYS_NEEDED,
      if: { required: ['extends'] },
      else: { required: required ?? [] }
    }),
    'companies/company.schema.json': await written({ title: 'The company behind tenants of Tether', ...toJsonSchema(CompanyFile, CONFIG) })
  }
}

/** As the project's formatter writes it, so that it stays quiet about the files. */
async function written(schema: object): Promise<string> {
  return await format(JSON.stringify(schema), { ...(await resolveConfig(import.meta.filename)), parser: 'json' })
}
