import * as v from 'valibot'
import { fieldError, type FieldError } from './errors.ts'

/**
 * Checks a value against a schema: the parsed value, or one error per field with its code. The input is never repeated. Codes that carry a number
 * (`{min_age}`) get it from `params`.
 */
export function validate<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  params: Record<string, string | number> = {}
): { ok: true; value: v.InferOutput<S> } | { ok: false; fields: FieldError[] } {
  const result = v.safeParse(schema, value)
  if (result.success) return { ok: true, value: result.output }
  const fields = new Map<string, FieldError>()
  for (const issue of result.issues) {
    const field = issue.path?.map((item) => String(item.key)).join('.') ?? ''
    if (!fields.has(field)) fields.set(field, fieldError(field, codeOf(issue), paramsOf(issue, params)))
  }
  return { ok: false, fields: [...fields.values()] }
}

function codeOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'unknown' : 'required'
  return /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid'
}

function paramsOf(issue: v.BaseIssue<unknown>, params: Record<string, string | number>): Record<string, string | number> {
  const limit: Record<string, string | number> = typeof issue.requirement === 'number' ? { limit: issue.requirement } : {}
  return issue.message === 'date_of_birth' ? { ...limit, ...params } : limit
}
