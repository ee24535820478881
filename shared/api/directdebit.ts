import * as v from 'valibot'
import { isPlainText } from '../text/plain-text.ts'
import { contract } from './endpoint.ts'
import { CountryCode, Instant, NoBody, NoQuery, PublicId } from './values.ts'

/** The letters, digits and signs that banks accept. */
const Holder = v.pipe(
  v.string('required'),
  v.check(isPlainText, 'text'),
  v.transform((name) => name.replace(/\s+/g, ' ').trim()),
  v.minLength(1, 'required'),
  v.maxLength(70, 'too_long'),
  v.regex(/^(?=.*\p{L}.*\p{L})[\p{L}\p{M}\p{N} .,'’&/()+:-]+$/u, 'holder')
)

/** As it is written on paper, in any groups. Only its shape is checked here: the origin knows the countries and their check digits. */
const Iban = v.pipe(
  v.string('required'),
  v.transform((iban) => iban.replace(/[\s.-]/g, '').toUpperCase()),
  v.minLength(1, 'required'),
  v.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'iban')
)

/** With or without the country; the origin knows which numbers there are. */
const Phone = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.regex(/^\+?[\d ()./-]{6,24}$/, 'phone'))

const Code = v.pipe(
  v.string('required'),
  v.transform((code) => code.replace(/[\s-]/g, '')),
  v.minLength(1, 'required'),
  v.regex(/^\d{6}$/, 'code_invalid')
)

/** The account to collect from, and a phone of its holder. */
export const DebitAccountForm = v.strictObject({ holder: Holder, iban: Iban, phone: Phone })

/** The code that was sent to the phone: entering it signs the mandate. */
export const DebitCodeForm = v.strictObject({ id: PublicId, code: Code })

/** The content of a mandate. */
const Mandate = {
  id: PublicId,
  reference: v.string(),
  holder: v.string(),
  /** The last four digits of the IBAN. */
  iban_end: v.string()
}

const DirectDebit = v.strictObject({
  /** The mandate in force; null without one. */
  mandate: v.nullable(v.strictObject({ ...Mandate, signed_at: Instant })),
  /**
   * A mandate that is waiting for the code sent to the phone whose number ends with these digits. `until`: when the code ends; null if it can't be
   * entered any more.
   */
  waiting: v.nullable(v.strictObject({ ...Mandate, phone_end: v.string(), until: v.nullable(Instant) })),
  /** The account can't pay by direct debit any more. */
  blocked: v.boolean(),
  /** A new mandate can be signed: the brand offers direct debit. */
  offered: v.boolean(),
  /** The creditor. */
  creditor: v.strictObject({ name: v.string(), address: v.string(), city: v.string(), country: CountryCode, id: v.string() }),
  /** How much a member can pay this way, in minor units of the currency. */
  limits: v.strictObject({ currency: v.string(), day: v.number(), month: v.number() })
})
export type DirectDebit = v.InferOutput<typeof DirectDebit>

export const directdebit = contract({
  getDirectDebit: {
    method: 'GET',
    path: '/api/directdebit.php',
    summary: "The member's direct debit mandate on this site, or the one that is waiting for its code.",
    audience: 'member',
    whileClosed: true,
    query: NoQuery,
    body: NoBody,
    output: DirectDebit,
    errors: ['not_found']
  },
  startDirectDebit: {
    method: 'POST',
    path: '/api/directdebit.php',
    summary: 'Prepare a mandate for an account, and send a code to the phone of its holder. It replaces one that is still waiting.',
    audience: 'member',
    limit: 'attempt',
    idempotency: 'key',
    query: NoQuery,
    body: DebitAccountForm,
    output: DirectDebit,
    errors: ['not_found', 'directdebit_blocked', 'too_many_codes']
  },
  signDirectDebit: {
    method: 'PUT',
    path: '/api/directdebit.php',
    summary: 'Sign the mandate by entering the code; it replaces the one before. Signed again, it stays as it is.',
    audience: 'member',
    limit: 'attempt',
    idempotency: 'natural',
    query: NoQuery,
    body: DebitCodeForm,
    output: DirectDebit,
    errors: ['not_found', 'directdebit_blocked']
  },
  revokeDirectDebit: {
    method: 'DELETE',
    path: '/api/directdebit.php',
    summary: 'Revoke a mandate, or give up one that is waiting: nothing more is collected by it.',
    audience: 'member',
    whileClosed: true,
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ id: PublicId }),
    output: DirectDebit
  }
})
