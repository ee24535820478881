import type { ErrorBody, FieldError } from '../../shared/api/errors.ts'
import type { Translator } from '../../shared/i18n/translator.ts'

/** What a form shows about an error. */
export interface FormErrors {
  /** The message under each field, by the field's name in the form. */
  byField: Readonly<Record<string, string>>
  /** All of it in the form's order, for the summary at the top; without `field` it concerns the whole form. */
  summary: ReadonlyArray<{ field?: string; message: string }>
}

export const NO_ERRORS: FormErrors = { byField: {}, summary: [] }

/**
 * Sorts errors by the fields a form shows, in their order. An error of a part (`looking_for.0`) belongs to its field; errors of other fields, or of
 * none, concern the whole form.
 */
export function formErrors(error: ErrorBody['error'], fields: readonly string[], { t }: Translator): FormErrors {
  const byField: Record<string, string> = {}
  const rest: string[] = []
  for (const refused of error.fields ?? []) {
    const field = fields.find((name) => isOf(refused.field, name))
    const message = t(refused.message_key, refused.params)
    if (field === undefined) rest.push(message)
    else byField[field] ??= message
  }
  const named = fields.flatMap((field) => (byField[field] === undefined ? [] : [{ field, message: byField[field] }]))
  if (named.length === 0 && rest.length === 0) rest.push(t(error.message_key, error.params))
  return { byField, summary: [...rest.map((message) => ({ message })), ...named] }
}

/** Is this field of an error the form's field of that name, or a part of it (`looking_for.0`)? */
export function isOf(answered: string, name: string): boolean {
  return answered === name || answered.startsWith(`${name}.`)
}

/** Field errors found in the browser, in the format of an API error. */
export function refusal(fields: FieldError[]): ErrorBody['error'] {
  return { code: 'invalid', message_key: 'error.invalid', params: {}, fields }
}
