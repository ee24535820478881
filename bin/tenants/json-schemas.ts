import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import { format, resolveConfig } from 'prettier'
import { CompanyFile, TenantFile } from '../../shared/tenants/schema.ts'

const CONFIG: ConversionConfig = {
  // The schema of the file itself, before defaults are filled in.
  typeMode: 'input',
  // The description of a pattern, which editors show instead of the pattern.
  overrideAction: ({ valibotAction, jsonSchema }) =>
    valibotAction.type === 'regex'
      ? { ...jsonSchema, patternErrorMessage: `Must be ${String((valibotAction as { message?: unknown }).message)}` }
      : jsonSchema
}

/** A tenant that extends another one inherits missing fields from it, but never these. */
const ALWAYS_NEEDED = ['id', 'domain']

/**
 * The JSON Schemas that editors read through a file's `$schema`, by path in the tenants folder: completion, hover texts and error markers come from
 * the same definition as the checks.
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

/** In the format of the project's formatter, so that it doesn't complain about the files. */
async function written(schema: object): Promise<string> {
  return await format(JSON.stringify(schema), { ...(await resolveConfig(import.meta.filename)), parser: 'json' })
}
