import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema'
import { format, resolveConfig } from 'prettier'
import type { GenericSchema } from 'valibot'
import { Company, Tenant } from '../../shared/tenants/schema.ts'

const CONFIG: ConversionConfig = {
  // What a file says, not what comes out with the defaults.
  typeMode: 'input',
  // Texts by language: a list of properties, so that editors complete them.
  overrideSchema({ valibotSchema, jsonSchema }) {
    const { type, key, value } = valibotSchema as unknown as RecordSchema
    if (type !== 'record' || key?.type !== 'picklist') return jsonSchema
    const { $schema: _, ...text } = toJsonSchema(value, CONFIG)
    return { type: 'object', properties: Object.fromEntries(key.options.map((name) => [name, text])), additionalProperties: false }
  },
  // The words of a pattern, which editors show instead of the pattern.
  overrideAction: ({ valibotAction, jsonSchema }) =>
    valibotAction.type === 'regex'
      ? { ...jsonSchema, patternErrorMessage: `Must be ${String((valibotAction as { message?: unknown }).message)}` }
      : jsonSchema
}

/** The parts of a record schema that are looked at. */
interface RecordSchema {
  type: string
  key?: { type: string; options: readonly string[] }
  value: GenericSchema
}

/** A tenant that extends another one takes what it leaves out from there, but never these. */
const ALWAYS_NEEDED = ['id', 'domain']

/**
 * The JSON Schemas that editors read through a file's `$schema`, by path in the tenants folder: completion, hover texts
 * and red lines come from the same definition as the checks.
 */
export async function jsonSchemas(): Promise<Record<string, string>> {
  const { required, ...tenant } = toJsonSchema(Tenant, CONFIG)
  return {
    'tenant.schema.json': await written({
      title: 'A tenant of Tether',
      ...tenant,
      required: ALWAYS_NEEDED,
      if: { required: ['extends'] },
      else: { required: required ?? [] }
    }),
    'companies/company.schema.json': await written({ title: 'The company behind tenants of Tether', ...toJsonSchema(Company, CONFIG) })
  }
}

/** As the project's formatter writes it, so that it stays quiet about the files. */
async function written(schema: object): Promise<string> {
  return await format(JSON.stringify(schema), { ...(await resolveConfig(import.meta.filename)), parser: 'json' })
}
