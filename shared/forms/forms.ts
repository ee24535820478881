import type { EndpointName } from '../api/contract.ts'

/** What a form posts: read the same way from the browser's FormData and from a plain post at the edge. */
export interface FormFields {
  get(name: string): FormDataEntryValue | null
  getAll(name: string): FormDataEntryValue[]
}

const text = (fields: FormFields, name: string) => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
/** Figures as they are in dates: without the spaces that a keyboard's suggestions add. */
const figures = (fields: FormFields, name: string, length: number) => text(fields, name).trim().padStart(length, '0')
/** An empty choice counts as none. */
const choice = (fields: FormFields, name: string) => text(fields, name) || undefined
/** Every value of a field that may have several. */
const words = (fields: FormFields, name: string) => fields.getAll(name).filter((value) => typeof value === 'string')
const ticked = (fields: FormFields, name: string) => fields.get(name) === 'true'

function day(fields: FormFields, name: string): string {
  const parts = [figures(fields, `${name}.year`, 4), figures(fields, `${name}.month`, 2), figures(fields, `${name}.day`, 2)]
  return parts.every((part) => /^0*$/.test(part)) ? '' : parts.join('-')
}

/**
 * Turns the fields of a form into the body of its endpoint. One function per form, used for submits in the browser and for plain forms at the edge,
 * so that both send the same. Field names are paths in the body.
 */
export const FORMS = {
  login: (fields: FormFields) => ({
    credentials: { login: text(fields, 'credentials.login'), password: text(fields, 'credentials.password') }
  }),
  signUp: (fields: FormFields) => ({
    email: text(fields, 'email'),
    name: text(fields, 'name'),
    password: text(fields, 'password'),
    date_of_birth: day(fields, 'date_of_birth'),
    gender: choice(fields, 'gender'),
    looking_for: words(fields, 'looking_for'),
    country: choice(fields, 'country'),
    region: choice(fields, 'region') ?? null,
    signup_message: text(fields, 'signup_message'),
    consent_terms: ticked(fields, 'consent_terms'),
    consent_sensitive: ticked(fields, 'consent_sensitive'),
    consent_tracking: ticked(fields, 'consent_tracking'),
    consent_age: ticked(fields, 'consent_age'),
    member: choice(fields, 'member') ?? null
  }),
  resendSignup: (fields: FormFields) => ({ email: text(fields, 'email'), to: text(fields, 'to') }),
  completeSignup: (fields: FormFields) => ({
    interests: words(fields, 'interests'),
    intimate_shown_to: fields.get('intimate_shown_to') ?? undefined,
    about: text(fields, 'about'),
    wishes: text(fields, 'wishes'),
    limits: text(fields, 'limits')
  }),
  requestPasswordReset: (fields: FormFields) => ({ email: text(fields, 'email') }),
  useToken: (fields: FormFields) => ({
    token: text(fields, 'token'),
    // Most links only have a button.
    ...(fields.get('password') !== null && { password: text(fields, 'password'), password_repeat: text(fields, 'password_repeat') })
  }),
  resetPassword: (fields: FormFields) => ({
    token: text(fields, 'token'),
    password: text(fields, 'password'),
    password_repeat: text(fields, 'password_repeat')
  }),
  changePassword: (fields: FormFields) => ({
    old_password: text(fields, 'old_password'),
    password: text(fields, 'password'),
    password_repeat: text(fields, 'password_repeat')
  }),
  requestMailChange: (fields: FormFields) => ({ email: text(fields, 'email'), password: text(fields, 'password') }),
  deleteAccount: (fields: FormFields) => ({ password: text(fields, 'password'), refund: ticked(fields, 'refund') }),
  startExport: (fields: FormFields) => ({ password: text(fields, 'password') }),
  fileComplaint: (fields: FormFields) => ({
    kind: text(fields, 'kind'),
    page: text(fields, 'page'),
    text: text(fields, 'text'),
    earlier: text(fields, 'earlier'),
    name: text(fields, 'name'),
    email: choice(fields, 'email') ?? null
  }),
  answerMatchFinder: (fields: FormFields) => ({
    genders: words(fields, 'genders'),
    min_age: Number(text(fields, 'min_age')),
    max_age: Number(text(fields, 'max_age')),
    country: choice(fields, 'country') ?? null,
    region: choice(fields, 'region') ?? null,
    interests: words(fields, 'interests'),
    reasons: words(fields, 'reasons')
  }),
  createPayment: (fields: FormFields) => {
    const stored = fields.get('method') === 'stored'
    const credits = choice(fields, 'credits')
    return {
      bundle: text(fields, 'bundle'),
      credits: credits === undefined ? undefined : Number(credits),
      method: stored ? 'card' : text(fields, 'method'),
      country: text(fields, 'country'),
      currency: text(fields, 'currency'),
      total: Number(text(fields, 'total')),
      code: choice(fields, 'code'),
      stored_card: stored ? choice(fields, 'stored_card') : undefined,
      save_card: ticked(fields, 'save_card')
    }
  },
  appeal: (fields: FormFields) => ({ text: text(fields, 'text') }),
  withdraw: (fields: FormFields) => ({ payment_id: text(fields, 'payment_id') }),
  updateUser: (fields: FormFields) => ({ language: text(fields, 'language') })
} satisfies Partial<Record<EndpointName, (fields: FormFields) => unknown>>

export type FormName = keyof typeof FORMS

/** Hidden field of a plain form with the public id of the member it was rendered for; the same as the header `x-expected-member`. */
export const MEMBER_FIELD = 'expected_member'

/** Hidden field of a page with several forms: the endpoint that this one is for. */
export const FORM_FIELD = 'form'

/** Fields that are never written back into a page. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(['password', 'password_repeat', 'old_password', 'credentials.password', 'token'])
