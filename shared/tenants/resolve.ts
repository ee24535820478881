import { OWN_FIELDS } from './parse-files.ts'
import { poolOf, Tenant } from './schema.ts'

/** A field of a tenant as it is served, and where its value comes from. */
export interface ResolvedField {
  field: string
  /** Undefined if nothing is set and there is no default. */
  value: unknown
  /** `file`, `extends:<id>` or `default`. */
  source: string
}

/**
 * Every field of a tenant in the order of the schema.
 * @param raw what its own file says
 * @param base what the file that it extends says, otherwise null
 */
export function resolvedFields(
  settings: Tenant,
  raw: Record<string, unknown>,
  base: { id: string; raw: Record<string, unknown> } | null
): ResolvedField[] {
  const sourceOf = (field: string) => {
    if (Object.hasOwn(raw, field)) return 'file'
    return base && Object.hasOwn(base.raw, field) && !OWN_FIELDS.has(field) ? `extends:${base.id}` : 'default'
  }
  const served: Record<string, unknown> = { ...settings, pool: poolOf(settings) }
  return Object.keys(Tenant.entries)
    .filter((field) => field !== '$schema' && field !== 'drawings')
    .map((field) => ({ field, value: served[field], source: sourceOf(field) }))
}
