import * as v from 'valibot'
import { GENDERS } from '../rules/genders.ts'
import { NAME_LENGTH } from '../rules/name-length.ts'
import { MOST_PROMPTS, PROMPT_LENGTH, PROMPTS } from '../rules/prompts.ts'
import { LOCALES } from '../i18n/locales.ts'
import { NOTE_LENGTH } from '../tenants/profile-fields.ts'
import { isPlainText, isVisibleText } from '../text/plain-text.ts'

/** Small value types that several endpoints share. A schema's message is the code of the field error. */

/** Public id: 22 url-safe characters, 128 random bits. */
export const PublicId = v.pipe(v.string('invalid'), v.regex(/^[A-Za-z0-9_-]{22}$/, 'invalid'))

export const LocaleCode = v.picklist(LOCALES, 'invalid')

/** ISO 3166-1 alpha-2. */
export const CountryCode = v.pipe(v.string('choose'), v.regex(/^[A-Z]{2}$/, 'invalid'))

/** Region of a country, e.g. `NL-NH` (ISO 3166-2 where the region is one). */
export const RegionCode = v.pipe(v.string('invalid'), v.regex(/^[A-Z]{2}-[A-Z0-9]{1,6}$/, 'invalid'))

export const Gender = v.picklist(GENDERS, 'choose')
export type Gender = v.InferOutput<typeof Gender>

/** `YYYY-MM-DD`, an existing day. */
export const CalendarDay = v.pipe(v.string('required'), v.isoDate('date_of_birth'), v.check(isRealDay, 'date_of_birth'))

/** Date and time in UTC, ISO 8601. */
export const Instant = v.pipe(v.string(), v.isoTimestamp())

/** Formally `anna@gmail` is an address, but no mail reaches it: the ending is missing. With `.*` a text of 60,000 `@` takes ten seconds. */
const ENDS_IN_DOMAIN = /@[^@.]*\./

const emailRefusedAs = (code: string, notPlain = code) =>
  v.pipe(v.string(code), v.trim(), v.maxLength(254, code), v.check(isPlainText, notPlain), v.rfcEmail(code), v.regex(ENDS_IN_DOMAIN, code))

export const Email = emailRefusedAs('email', 'text')

/** A new address of a member: the same rules, but a different message. */
export const NewEmail = emailRefusedAs('email_new')

/** Matches a web address or a phone number. */
const LEADS_ELSEWHERE = /www\.|\.[a-z]{2,}$|(?:\d[ .-]*){6,}/i

/** Scripts in use for names today (UAX #31, table 5), and combinations that are written together. */
const SCRIPTS =
  'Latn Cyrl Grek Arab Hebr Armn Geor Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Khmr Ethi Thaa HaniHiraKana HaniHang HaniBopo'

/** Is each word of a name in letters of one script? A mixed one is made to be mistaken for another name: `Anпa`. */
function isOfOneScript(name: string): boolean {
  const letters = SCRIPTS.replace(/\w{4}/g, '\\p{scx=$&}').split(' ')
  const word = new RegExp(`^(${letters.map((some) => `[${some}\\p{M}\\p{N}ʻʼ]*`).join('|')})$`, 'u')
  return name.split(/[ _.-]/).every((one) => word.test(one))
}

/**
 * 3 to 24 letters, digits, `_ . -` and inner spaces, so never an email address; no web addresses or phone numbers, nothing invisible, and at most two
 * marks on a letter. Only what has the right length is examined further: to put 30,000 marks in order takes seconds.
 */
export const MemberName = v.config(
  v.pipe(
    v.string('required'),
    v.trim(),
    v.minLength(3, 'name_length'),
    v.maxLength(NAME_LENGTH, 'name_length'),
    v.check(isPlainText, 'text'),
    v.check((name) => !name.startsWith('@'), 'name_at'),
    v.regex(/^(?!.*\p{DI})[\p{L}\p{N}_.-][\p{L}\p{M}\p{N}_. -]*$/u, 'name_letters'),
    v.check((name) => !/\p{M}{3}/u.test(name.normalize()), 'name_marks'),
    v.check(isOfOneScript, 'name_scripts'),
    v.check((name) => !LEADS_ELSEWHERE.test(name), 'name_contact')
  ),
  { abortPipeEarly: true }
)

/** A text of the profile in the member's own words: trimmed; an empty one becomes null. */
export const Note = v.nullable(
  v.pipe(
    v.string('invalid'),
    v.check(isPlainText, 'text'),
    v.trim(),
    v.maxLength(NOTE_LENGTH, 'too_long'),
    v.transform((text) => (isVisibleText(text) ? text : null))
  )
)

/** An answer to a prompt of the profile, on one line. */
const PromptAnswer = v.pipe(
  v.string('invalid'),
  v.check(isPlainText, 'text'),
  v.transform((text) => text.replace(/\s+/g, ' ').trim()),
  v.maxLength(PROMPT_LENGTH, 'too_long')
)

/** Prompts with their answers, each once; those without an answer are left out. */
export const AnsweredPrompts = v.pipe(
  v.array(v.strictObject({ prompt: v.picklist(PROMPTS, 'invalid'), answer: PromptAnswer }), 'invalid'),
  v.maxLength(MOST_PROMPTS, 'invalid'),
  v.check((prompts) => new Set(prompts.map(({ prompt }) => prompt)).size === prompts.length, 'invalid'),
  v.transform((prompts) => prompts.filter(({ answer }) => isVisibleText(answer)))
)

export const NewPassword = v.pipe(
  v.string('required'),
  v.minLength(10, 'password_length'),
  v.maxLength(128, 'password_length'),
  v.check(isPlainText, 'text')
)

/** For `partialCheck` of forms in which a password is typed twice. */
export const arePasswordsSame = (form: { password?: string | undefined; password_repeat?: string | undefined }) =>
  form.password === form.password_repeat

/** A password typed for comparison: older ones may follow older rules. */
export const TypedPassword = v.pipe(
  v.string('required'),
  v.check(isPlainText, 'text'),
  v.minLength(1, 'required'),
  v.maxLength(254, 'too_long')
)

/** One-time token of a mail: 256 random bits, url-safe; one that confirms an address has a prefix (ACTIVATION_PREFIX). */
export const Token = v.pipe(v.string('invalid'), v.regex(/^(activate-)?[A-Za-z0-9_-]{43}$/, 'invalid'))

/** The token of a mailed link and, if `getToken` says that it asks for one, the account's new password, twice. */
export const LinkFields = { token: Token, password: v.optional(NewPassword), password_repeat: v.optional(v.string('required')) }

export const LinkUse = v.pipe(
  v.strictObject(LinkFields),
  v.forward(v.partialCheck([['password'], ['password_repeat']], arePasswordsSame, 'password_repeat'), ['password_repeat'])
)

/** Several values, each of which counts once. */
export const Several = <const S extends v.GenericSchema>(value: S) =>
  v.pipe(
    v.array(value, 'invalid'),
    v.transform((list) => [...new Set(list)])
  )

/** Whole number in a query string. */
export const QueryInteger = (min: number, max: number) =>
  v.pipe(
    v.string('invalid'),
    v.regex(/^\d{1,6}$/, 'invalid'),
    v.transform(Number),
    v.integer('invalid'),
    v.minValue(min, 'invalid'),
    v.maxValue(max, 'invalid')
  )

/** A free text of members: trimmed, showing something, no NUL, no lone surrogates. `max` in characters. */
export const FreeText = (max: number) =>
  v.pipe(v.string('required'), v.check(isPlainText, 'text'), v.trim(), v.check(isVisibleText, 'required'), v.maxLength(max, 'too_long'))

/** The same, but an empty field counts as missing, and so does one that shows nothing. */
export const OptionalText = (max: number) =>
  v.pipe(
    v.string('invalid'),
    v.check(isPlainText, 'text'),
    v.trim(),
    v.maxLength(max, 'too_long'),
    v.transform((text) => (isVisibleText(text) ? text : null))
  )

export const NoQuery = v.strictObject({})
export const NoBody = undefined
/** `{}`, for calls without a result. */
export const Nothing = v.strictObject({})

function isRealDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
