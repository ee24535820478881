import type { ErrorBody, FieldError } from '../../shared/api/errors.ts'
import type { MessageKey } from '../../locales/keys.ts'
import type { MessageValues, Translator } from '../../shared/i18n/translator.ts'

/** How a form shows an error. */
export interface FormErrors {
  /** The message under each field, by the field's name in the form. */
  byField: Readonly<Record<string, string>>
  /** All of it in the form's order, for the summary at the top; without `field` it concerns the whole form. */
  summary: ReadonlyArray<{ field?: string; message: string }>
}

/** Message keys of a form's labels, by field. */
export type Labels = Readonly<Record<string, MessageKey>>

/** Messages that mean nothing away from their field: the summary says which one. */
const NAMELESS = new Set(['field.required', 'field.invalid', 'field.choose', 'field.consent'])

export const NO_ERRORS: FormErrors = { byField: {}, summary: [] }

/**
 * Sorts errors by the fields a form shows, in their order. An error of a part (`looking_for.0`) belongs to its field; errors of other fields, or of
 * none, concern the whole form. `params` are the values of labels.
 */
export function formErrors(
  error: ErrorBody['error'],
  fields: readonly string[],
  { t }: Translator,
  labels: Labels = {},
  params: MessageValues = {}
): FormErrors {
  const byField: Record<string, string> = {}
  const named: Record<string, string> = {}
  const rest: string[] = []
  for (const refused of error.fields ?? []) {
    const field = fields.find((name) => isOf(refused.field, name))
    const message = t(refused.message_key, refused.params)
    if (field === undefined) rest.push(message)
    if (field === undefined || byField[field] !== undefined) continue
    byField[field] = message
    const label = NAMELESS.has(refused.message_key) && labels[field] ? t(labels[field], params) : ''
    // No colon after a sentence.
    named[field] = /[.?]$/.test(label) ? `${label} ${message}` : label ? t('form.summary_item', { field: label, message }) : message
  }
  const summary = fields.flatMap((field) => (named[field] === undefined ? [] : [{ field, message: named[field] }]))
  if (summary.length === 0 && rest.length === 0) rest.push(t(error.message_key, error.params))
  return { byField, summary: [...rest.map((message) => ({ message })), ...summary] }
}

/** Is this field of an error the form's field of that name, or a part of it (`looking_for.0`)? */
export function isOf(answered: string, name: string): boolean {
  return answered === name || answered.startsWith(`${name}.`)
}

/** Field errors found in the browser, in the format of an API error. */
export function refusal(fields: FieldError[]): ErrorBody['error'] {
  return { code: 'invalid', message_key: 'error.invalid', params: {}, fields }
}
