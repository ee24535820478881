import type { Labels } from '../forms/form-errors.ts'
import type { MessageKey } from '../site/site.tsx'

/** The fields of each step, as in the body; an error belongs to the step of its field. */
export const STEPS: readonly { title: MessageKey; fields: readonly string[] }[] = [
  { title: 'signup.step_wish', fields: ['gender', 'looking_for'] },
  { title: 'signup.step_birth', fields: ['date_of_birth', 'consent_age'] },
  { title: 'signup.step_name', fields: ['name', 'country', 'region'] },
  { title: 'signup.step_login', fields: ['email', 'password'] },
  { title: 'signup.step_last', fields: ['signup_message', 'consent_terms', 'consent_sensitive', 'consent_tracking'] }
]

export const LAST_STEP = STEPS.length - 1

/** The step that asks for the password: it can't be skipped after a reload, since the password isn't stored. */
export const PASSWORD_STEP = STEPS.findIndex(({ fields }) => fields.includes('password'))

export const FIELDS = STEPS.flatMap(({ fields }) => fields)

export const LABELS: Labels = {
  gender: 'form.gender',
  looking_for: 'form.looking_for',
  date_of_birth: 'signup.date_of_birth',
  name: 'signup.name',
  country: 'form.country',
  region: 'form.region',
  email: 'form.email',
  password: 'form.password',
  signup_message: 'signup.message',
  consent_terms: 'signup.consent_terms',
  consent_sensitive: 'signup.consent_sensitive'
}

/** The earliest step with one of these fields, or -1. */
export function stepOf(fields: readonly string[]): number {
  return STEPS.findIndex((step) => step.fields.some((field) => fields.includes(field)))
}
