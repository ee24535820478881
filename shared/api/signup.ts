import * as v from 'valibot'
import { SIGNUP_MESSAGE_LENGTH } from '../rules/signup-message.ts'
import {
  CalendarDay,
  CountryCode,
  Email,
  Gender,
  LinkUse,
  MemberName,
  NewPassword,
  NoQuery,
  Nothing,
  OptionalText,
  PublicId,
  RegionCode,
  Several
} from './values.ts'
import { contract } from './endpoint.ts'

/** A tracking value of a campaign link. */
const Tracking = v.optional(v.pipe(v.string('invalid'), v.regex(/^[A-Za-z0-9._-]{1,64}$/, 'invalid')))

/** Everything the steps of signing up ask for, sent at once after the last one. The edge adds the campaign from the visit cookie. */
export const SignupForm = v.strictObject({
  email: Email,
  name: MemberName,
  password: NewPassword,
  date_of_birth: CalendarDay,
  gender: Gender,
  looking_for: v.optional(Several(Gender), []),
  country: CountryCode,
  region: v.optional(v.nullable(RegionCode), null),
  signup_message: v.optional(OptionalText(SIGNUP_MESSAGE_LENGTH), ''),
  consent_terms: v.literal(true, 'consent'),
  consent_sensitive: v.literal(true, 'consent'),
  /** May the campaign of this visit be stored with the account? Otherwise it ends with the visit. */
  consent_tracking: v.optional(v.boolean('invalid'), false),
  /** The visitor's own declaration of age, if the site asks for it (`age_assurance: self`). */
  consent_age: v.optional(v.boolean('invalid'), false),
  /** The member whose profile the sign-up began on: shown again after the completion step. */
  member: v.optional(v.nullable(PublicId), null)
})

/** The provider's answer in the address that it redirected the member back to. */
const Answer = v.pipe(v.string('invalid'), v.maxLength(200, 'invalid'))

/** `email`: the one given when signing up; `to`: where the link goes now. */
export const ResendForm = v.strictObject({ email: Email, to: Email })

export const signup = contract({
  signUp: {
    method: 'POST',
    path: '/api/signup.php',
    summary: 'Create an account and mail the activation link. The answer is the same for an address that already has an account.',
    audience: 'anyone',
    limit: 'attempt',
    idempotency: 'key',
    query: v.strictObject({ network: Tracking, ref: Tracking, sub1: Tracking, sub2: Tracking, sub3: Tracking }),
    body: SignupForm,
    output: v.strictObject({ status: v.literal('check_mail') }),
    errors: ['signups_closed', 'idempotency_key_reused']
  },
  resendSignup: {
    method: 'PUT',
    path: '/api/signup.php',
    summary:
      'Mail the link of a sign-up again, to its address or another one: only for the browser that signed up, at most 5 a day. The answer is always the same.',
    audience: 'anyone',
    limit: 'attempt',
    query: NoQuery,
    body: ResendForm,
    output: v.strictObject({ status: v.literal('check_mail') }),
    errors: ['limit_reached']
  },
  startAgeCheck: {
    method: 'POST',
    path: '/api/age-check.php',
    summary: 'Where the member proves their age, with the provider of this installation.',
    audience: 'member',
    limit: 'attempt',
    query: NoQuery,
    body: Nothing,
    output: v.strictObject({ url: v.string() }),
    errors: ['unavailable']
  },
  finishAgeCheck: {
    method: 'PUT',
    path: '/api/age-check.php',
    summary: "The provider's signed answer. Only yes or no, the age, the time and the provider are stored.",
    audience: 'member',
    limit: 'attempt',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ age_reference: Answer, age_over: v.picklist(['yes', 'no'], 'invalid'), age_signature: Answer }),
    output: v.strictObject({ proven: v.boolean() }),
    errors: ['link_expired']
  },
  activate: {
    method: 'POST',
    path: '/api/activate.php',
    summary:
      'Confirm the email address with the token of the activation mail; logs in. In another browser than the one that signed up it needs the account’s new password.',
    audience: 'anyone',
    limit: 'attempt',
    query: NoQuery,
    body: LinkUse,
    output: v.strictObject({ status: v.literal('confirmed') }),
    errors: ['link_expired']
  },
  resendActivation: {
    method: 'PUT',
    path: '/api/activate.php',
    summary: 'Send the activation mail again, at most 5 a day.',
    audience: 'member',
    limit: 'attempt',
    query: NoQuery,
    body: Nothing,
    output: v.strictObject({ status: v.picklist(['sent', 'confirmed']) }),
    errors: ['limit_reached']
  }
})
