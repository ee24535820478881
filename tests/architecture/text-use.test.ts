import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { LONG_PARTS, readMessages, readPart } from '../../locales/read.ts'
import { ERROR_STATUS } from '../../shared/api/errors.ts'
import { AUTHOR_KINDS } from '../../shared/rules/authors.ts'
import { DISCOUNT_REFUSALS } from '../../shared/rules/discounts.ts'
import { DISABLED_REASONS, FREQUENCIES, MAILED_KINDS, PUSH_KINDS } from '../../shared/rules/news.ts'
import { COMPLAINT_KINDS } from '../../shared/rules/complaints.ts'
import { REPORT_KINDS } from '../../shared/rules/reports.ts'
import { GENDERS } from '../../shared/rules/genders.ts'
import { PAYMENT_STATES } from '../../shared/rules/payments.ts'
import { PAYMENT_METHODS } from '../../shared/tenants/selling.ts'
import { PROMPTS } from '../../shared/rules/prompts.ts'
import { PAUSE_NAMES } from '../../shared/rules/spending-limits.ts'
import { GIFTS } from '../../shared/rules/gifts.ts'
import { PROFILE_STEPS } from '../../shared/rules/profile-step.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { INTIMATE_AUDIENCES } from '../../shared/rules/interests.ts'
import { INTEREST_GROUPS, INTERESTS } from '../../shared/tenants/interests.ts'
import { PROFILE_NOTES, PROFILE_VALUES } from '../../shared/tenants/profile-fields.ts'
import { sourceFiles } from './source.ts'
import { titlesOf } from './titles-of.ts'

const english = readMessages('en')
const source = sourceFiles().filter(({ folder }) => ['client', 'worker', 'origin', 'shared', 'bin'].includes(folder))
const quoted = new Set(source.flatMap(({ text }) => Array.from(text.matchAll(/['"`]([\w.-]+)['"`]/g), ([, word]) => word!)))

/** Steps that are links; the first has a banner's texts. */
const PROFILE_LINKS = PROFILE_STEPS.filter((step) => step !== 'confirm_mail')

/** Keys that don't appear in the source because they contain a value: the values of each family. */
const COMPUTED = [
  ...ROUTES.flatMap(titlesOf),
  ...family('error.*', Object.keys(ERROR_STATUS)),
  ...family('gift.*', GIFTS),
  ...family('chats.*', ['gift', 'photo']),
  ...family('interest.*', INTERESTS),
  ...family('interests.group.*', INTEREST_GROUPS),
  ...family('interests.audience.*', INTIMATE_AUDIENCES),
  ...family('gender.*', GENDERS),
  ...family('gender.many.*', GENDERS),
  ...family('members.looking_for.*', GENDERS),
  ...family('niche.*.headline', ['1', '2', '3', '4', '5', '6', '7']),
  ...family('niche.*.intro', ['1', '2', '3', '4', '5', '6', '7']),
  ...Object.entries(PROFILE_VALUES).flatMap(([field, values]) => [`profile.${field}`, ...family(`value.${field}.*`, values)]),
  ...PROFILE_NOTES.flatMap((note) => [`profile.${note}`, `profile.${note}_help`]),
  ...family('index.step.*', PROFILE_LINKS),
  ...family('index.step.*_text', PROFILE_LINKS),
  ...family('complaints.kind.*', COMPLAINT_KINDS),
  ...family('report.kind.*', REPORT_KINDS),
  ...family('notifications.kind.*', MAILED_KINDS),
  ...family('notifications.frequency.*', FREQUENCIES),
  ...family('notifications.push.*', PUSH_KINDS),
  ...family('push.*', PUSH_KINDS),
  ...family('prompt.*', PROMPTS),
  ...family('chat.by_*', AUTHOR_KINDS),
  ...family('chats.by_*', AUTHOR_KINDS),
  ...family('spending.pauses.*', PAUSE_NAMES),
  ...family('shop.method_*', PAYMENT_METHODS),
  ...family('transactions.state_*', [...PAYMENT_STATES, 'charged_back']),
  ...family('notifications.disabled.*', DISABLED_REASONS),
  ...family('banner.disabled_*', DISABLED_REASONS),
  ...family('discount.*', DISCOUNT_REFUSALS),
  ...family('field.photo_*', ['small', 'pixels', 'ratio']),
  'mail.likes_digest.matches',
  ...family('likes.*', ['received', 'given', 'matches']),
  ...family('likes.none_*_title', ['received', 'given', 'matches']),
  ...family('likes.none_*_text', ['received', 'given', 'matches']),
  ...['activate', 'reset_password', 'change_mail', 'unlock', 'unsubscribe', 'reactivate', 'mails_again'].flatMap((purpose) =>
    family('token.*', [`${purpose}_heading`, `${purpose}_action`, `${purpose}_text`])
  )
]

function family(pattern: string, values: readonly string[]): string[] {
  return values.map((value) => pattern.replace('*', value))
}

test('composed keys exist', () => {
  expect(COMPUTED.filter((key) => !(key in english))).toEqual([])
})

test('every text is used somewhere in the source', () => {
  const computed = new Set(COMPUTED)
  // The code of a field error and the name of a mail appear as whole words where they are used.
  const byName = (key: string) => {
    const [first, name = '', part = ''] = key.split('.')
    if (first === 'field') return quoted.has(name)
    return first === 'mail' && ['subject', 'text', 'button', 'note'].includes(part) && quoted.has(name)
  }
  expect(Object.keys(english).filter((key) => !quoted.has(key) && !computed.has(key) && !byName(key))).toEqual([])
})

test('every text gets the values for its placeholders, and no others', () => {
  const wrong = source.flatMap(({ path, text }) =>
    callsIn(text)
      .filter(({ key, given }) => key in english && given.join() !== placesOf(parse(english[key]!)).join())
      .map(({ key, given }) => `${path}: ${key} gets ${given.join() || 'none'}`)
  )
  expect(wrong).toEqual([])
})

/** The texts of each long page with the source of its page, which alone can show them. */
const longPages = LONG_PARTS.map((part) => ({
  part,
  english: readPart(part, 'en'),
  code: source.filter(({ path }) => path.startsWith(`client/pages/${part}/`)).map(({ text }) => text)
}))

const documents = source.find(({ path }) => path === 'client/documents/texts.ts')!.text
/** Values that every text of a long page may use. */
const brandValues = namesIn(documents.split('function brandValues')[1]!.split('return {')[1]!)

test.each(longPages)('every text of $part is used by its page', ({ english: texts, code }) => {
  const used = code.flatMap((text) => Array.from(text.matchAll(/['"`]([\w.-]+|[\w.-]*\$\{\w+\}[\w.-]*)['"`]/g), ([, word]) => word!))
  const pattern = new RegExp(`^(${used.map((word) => word.replaceAll('.', '\\.').replace(/\$\{\w+\}/, '[a-z]+')).join('|')})$`)
  expect(Object.keys(texts).filter((key) => !pattern.test(key))).toEqual([])
})

test.each(longPages)('every text of $part gets the values for its placeholders, and no others', ({ english: texts, code }) => {
  const calls = code.flatMap((text) => callsIn(text)).filter(({ key }) => key in texts)
  const given = new Map(calls.map((call) => [call.key, call.given]))
  const wrong = Object.entries(texts).flatMap(([key, text]) => {
    const places = placesOf(parse(text))
    const own = given.get(key) ?? []
    const missing = places.filter((name) => !own.includes(name) && !brandValues.includes(name))
    const unread = own.filter((name) => !places.includes(name))
    return [...missing.map((name) => `${key} lacks ${name}`), ...unread.map((name) => `${key} does not read ${name}`)]
  })
  expect(wrong).toEqual([])
})

test('every value that long pages may use is read by one of them', () => {
  const read = new Set(longPages.flatMap(({ english: texts }) => Object.values(texts).flatMap((text) => placesOf(parse(text)))))
  expect(brandValues.filter((name) => !read.has(name))).toEqual([])
})

/** Every `t('key', { … })` of a file with the names of the values; `text('key')` on long pages. */
function callsIn(text: string): { key: string; given: string[] }[] {
  return Array.from(text.matchAll(/\b(?:t|message|text)\('([\w.-]+)'(?:\)|, \{)/g), (match) => {
    const from = match.index + match[0].length
    return { key: match[1]!, given: match[0].endsWith('{') ? namesIn(text.slice(from)) : [] }
  })
}

/** The property names of an object, starting after its opening brace. */
function namesIn(text: string): string[] {
  let depth = 0
  let top = ''
  for (const letter of text) {
    if ('([{'.includes(letter)) depth += 1
    if (')]}'.includes(letter)) depth -= 1
    if (depth < 0) break
    if (depth === 0) top += letter
  }
  return Array.from(top.matchAll(/(?:^|,)\s*(\w+)/g), ([, name]) => name!).toSorted()
}

function placesOf(elements: MessageFormatElement[]): string[] {
  const names = elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return placesOf(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [element.value]
    return [element.value, ...Object.values(element.options).flatMap((option) => placesOf(option.value))]
  })
  return [...new Set(names)].toSorted()
}
