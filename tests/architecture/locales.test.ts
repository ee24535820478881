import { createHash } from 'node:crypto'
import { isStructurallySame, parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { faqOutline } from '../../client/pages/pages-faq/outline.ts'
import { RETURN_POLICY_OUTLINE } from '../../client/pages/pages-return-policy/outline.ts'
import { serviceOutline } from '../../client/pages/pages-service/outline.ts'
import { COOKIES, cookiesOutline, STORED } from '../../client/pages/pages-cookies/outline.ts'
import { privacyOutline } from '../../client/pages/pages-privacy/outline.ts'
import { RULES_OUTLINE } from '../../client/pages/pages-ban/outline.ts'
import { transparencyOutline } from '../../client/pages/pages-transparency/outline.ts'
import { termsOutline } from '../../client/pages/pages-terms/outline.ts'
import { LONG_PARTS, PARTS, readPart } from '../../locales/read.ts'
import { LOCALES, type Locale } from '../../shared/i18n/locales.ts'
import { ROUTES } from '../../shared/routes/table.ts'
import { KEPT_DAYS, LIMITED_HOURS, SIGNUP_HOURS } from '../../shared/rules/retention.ts'
import { privacyVersion } from '../../shared/rules/terms.ts'

/** Texts of the page about transparency with figures, and those beside lists: its page shows them itself. */
const FIGURES = [
  'fictional.share',
  'figures.period',
  'figures.reports',
  'figures.reports_upheld',
  'figures.reports_refused',
  'figures.complaints',
  'figures.complaints_upheld',
  'figures.complaints_refused',
  'figures.late',
  'figures.median',
  'sites.shared',
  'sites.chosen',
  'tested.kills',
  'tested.books'
]

describe.each([...PARTS, ...LONG_PARTS].flatMap((folder) => LOCALES.map((locale) => [folder, locale] as const)))(
  'locales/%s %s',
  (folder, locale) => {
    const english = readPart(folder, 'en')
    const messages = readPart(folder, locale)

    test('has every key and no other', () => {
      expect(Object.keys(messages).filter((key) => !(key in english))).toEqual([])
      expect(Object.keys(english).filter((key) => !(key in messages))).toEqual([])
    })

    test('has the same placeholders as English in well-formed ICU', () => {
      const wrong = Object.entries(messages).filter(
        ([key, text]) => english[key] !== undefined && !isStructurallySame(parse(english[key]), parse(text)).success
      )
      expect(wrong.map(([key]) => key)).toEqual([])
    })

    test('has every plural form its language needs', () => {
      const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
      const wrong = Object.entries(messages).flatMap(([key, text]) =>
        pluralsIn(parse(text))
          .filter((forms) => needed.some((form) => !forms.includes(form)))
          .map(() => key)
      )
      expect(wrong).toEqual([])
    })

    test('has no empty sentence and no space at its ends', () => {
      expect(
        Object.entries(messages)
          .filter(([, text]) => text === '' || text.trim() !== text)
          .map(([key]) => key)
      ).toEqual([])
    })
  }
)

test.each(PARTS)('the keys of locales/%s are in alphabetical order in every file', (part) => {
  for (const locale of LOCALES) expect(Object.keys(readPart(part, locale))).toEqual(Object.keys(readPart(part, locale)).sort())
})

test.each(LONG_PARTS)('locales/%s belongs to a route, and its keys are in reading order in every file', (folder) => {
  expect(ROUTES.map(({ key }) => key)).toContain(folder)
  for (const locale of LOCALES) expect(Object.keys(readPart(folder, locale))).toEqual(Object.keys(readPart(folder, 'en')))
})

test('every text of the documents is used by some brand', () => {
  const flags = [true, false]
  const brands = flags.flatMap((fictional_profiles) =>
    flags.map((other) => ({
      age_assurance: other ? ('provider' as const) : ('none' as const),
      fictional_profiles,
      gift_credits: fictional_profiles ? 0 : 5,
      photo_credits: fictional_profiles ? 1 : 0,
      signup_credits: 4,
      message_credits: fictional_profiles ? 2 : 0,
      member_resell: other,
      direct_debit: other,
      sells: other,
      shares_members: other,
      visible_profile_fields: other ? (['date_of_birth'] as const).slice() : []
    }))
  )
  const terms = brands.flatMap((brand) => termsOutline(brand).flatMap(({ title, paragraphs }) => [title, ...paragraphs]))
  expect(unread('pages-terms', [...terms, 'heading', 'lead', 'version', 'contents'])).toEqual([])
  const returns = RETURN_POLICY_OUTLINE.flatMap(({ title, paragraphs }) => [title, ...paragraphs])
  expect(unread('pages-return-policy', [...returns, 'heading', 'lead', 'contents'])).toEqual([])
  const service = serviceOutline({ sells: true }).flatMap(({ title, paragraphs }) => [title, ...paragraphs])
  expect(unread('pages-service', [...service, 'heading', 'lead', 'contents'])).toEqual([])
  const rules = RULES_OUTLINE.flatMap(({ title, paragraphs, sold }) => [title, ...paragraphs, ...(sold ? [sold] : [])])
  expect(unread('pages-ban', [...rules, 'heading', 'lead', 'contents'])).toEqual([])
  const transparency = brands.flatMap((brand) => transparencyOutline(brand).flatMap(({ title, paragraphs }) => [title, ...paragraphs]))
  expect(unread('pages-transparency', [...transparency, ...FIGURES, 'heading', 'lead', 'contents'])).toEqual([])
  const questions = brands.flatMap((brand) =>
    (['open', 'link', 'closed'] as const).flatMap((way) =>
      faqOutline(brand, way).flatMap((group) => [
        group.title,
        ...group.questions.flatMap(({ question, answers }) => [question, ...answers])
      ])
    )
  )
  expect(unread('pages-faq', [...questions, 'heading', 'lead', 'contents', 'contact.title', 'contact.text'])).toEqual([])
})

test('every text of the privacy page is used by some brand', () => {
  const brands = [true, false].map((one) => ({
    age_assurance: one ? ('provider' as const) : ('none' as const),
    auto_like: one ? ('consented' as const) : ('off' as const),
    member_resell: one,
    direct_debit: one,
    fictional_profiles: one,
    gift_credits: 5,
    sells: one,
    shares_members: one,
    visible_profile_fields: one ? (['date_of_birth'] as const).slice() : []
  }))
  const read = brands.flatMap((brand) => privacyOutline(brand, true).flatMap(({ title, paragraphs }) => [title, ...paragraphs]))
  expect(unread('pages-privacy', [...read, 'heading', 'lead', 'version', 'contents'])).toEqual([])
})

test('every text of the cookies page is used by some brand', () => {
  const read = cookiesOutline({ sells: true }).flatMap(({ title, paragraphs }) => [title, ...paragraphs])
  expect(unread('pages-cookies', [...read, ...Object.values({ ...COOKIES, ...STORED }), 'heading', 'lead', 'version', 'contents'])).toEqual(
    []
  )
})

/** The pages about privacy and cookies by their date: a digest of their English texts and of the times in them. What has been published stays. */
const DATED: Record<string, string> = {
  '2026-11-27': '7b617e335134bc0b',
  '2026-11-28': '4083659eadd3d799',
  '2026-11-29': 'b0e9b3548f31c448'
}

test('the page about privacy says how long everything is kept', () => {
  const said = Object.values(readPart('pages-privacy', 'en')).join(' ')
  const unsaid = Object.keys(KEPT_DAYS).filter((what) => !said.includes(`{${what}_days}`))
  // The rest of a link's days, what is kept for one day at most, counts that are about no one, and the cookies, which have a page of their own.
  expect(unsaid).toEqual(['ended_link', 'code', 'like_taken_back', 'bounce', 'cookie'])
})

/** How each language says that the shorter limit of the two members' sites applies. */
const SHORTER: Record<Locale, string> = {
  da: 'korteste tid',
  de: 'kürzere Frist',
  en: 'shorter time',
  es: 'más corto',
  fi: 'lyhyempi aika',
  fr: 'plus court',
  it: 'più breve',
  nb: 'korteste tiden',
  nl: 'kortste termijn',
  pl: 'krótszy okres',
  sv: 'kortaste tiden'
}

test.each(LOCALES)('each document in %s that says when messages are deleted says for whom', (locale) => {
  const limits = LONG_PARTS.flatMap((part) => Object.values(readPart(part, locale))).filter((text) => text.includes('{months'))
  expect(limits).toHaveLength(4)
  for (const text of limits) {
    expect(text).toContain('{site}')
    expect(text).toContain(SHORTER[locale])
  }
})

test('the pages about privacy and cookies get another date whenever what they say changes', () => {
  const said = [readPart('pages-privacy', 'en'), readPart('pages-cookies', 'en'), KEPT_DAYS, LIMITED_HOURS, SIGNUP_HOURS]
  const digest = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16)
  const date = privacyVersion('')
  // After a change: the day of it in shared/rules/terms.ts, and a line for it above.
  expect({ [date]: DATED[date] }).toEqual({ [date]: digest })
  expect(Object.keys(DATED).sort().at(-1)).toBe(date)
})

const unread = (folder: string, read: string[]) => Object.keys(readPart(folder, 'en')).filter((key) => !read.includes(key))

function pluralsIn(elements: MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsIn(element.children)
    if (element.type === TYPE.select) return Object.values(element.options).flatMap((option) => pluralsIn(option.value))
    if (element.type !== TYPE.plural) return []
    return [Object.keys(element.options), ...Object.values(element.options).flatMap((option) => pluralsIn(option.value))]
  })
}
