import { describe, expect, test } from 'vitest'
import { CHAT, conversation, message } from './chat-fixtures.ts'
import { memberAnswers, renderPage, textOf, translatorOf, type Visit } from './render-page.tsx'
import { sourceFiles } from '../architecture/source.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { createTranslator } from '../../shared/i18n/translator.ts'

/** A message of an afternoon as the conversation shows it. */
async function afternoon(visit: Visit): Promise<string> {
  const chat = conversation([message(1, { at: '2026-11-10T14:05:00.000Z' })])
  const answers: Visit['answers'] = [...memberAnswers(), [{ endpoint: 'getChat', query: { conversation: CHAT } }, chat]]
  return textOf(await renderPage(`/chats/${CHAT}`, { member: true, tenant: { time_zone: 'UTC' }, answers, ...visit }))
}

const partsIn = async (visit: Visit) =>
  [...(await renderPage('/signup', visit)).matchAll(/name="date_of_birth\.(\w+)"/g)].map(([, name]) => name)

describe('dates and times are written as in the country', () => {
  test('of the address, or of the choice', async () => {
    const british = await afternoon({ country: 'GB' })
    expect(british).toContain('14:05')
    expect(british).toContain('10 November')
    const american = await afternoon({ country: 'US' })
    expect(american).toMatch(/2:05\sPM/)
    expect(american).toContain('November 10')
    expect(await afternoon({ country: 'US', chosenCountry: 'GB' })).toContain('14:05')
  })

  test('of the brand if it is unknown, and in no other language', async () => {
    expect(await afternoon({ country: 'XX', tenant: { time_zone: 'UTC', countries: ['GB'] } })).toContain('14:05')
    expect(await afternoon({ country: 'GB', language: 'fr' })).toContain('10 novembre')
  })

  test('and numbers too, in a document as well', async () => {
    const tenant = { payment_provider: 'sandbox', bundles: [{ id: '20', credits: 20, prices: { EUR: 995 } }], message_credits: 1000 }
    const terms = async (country: string) => textOf(await renderPage('/pages/terms', { tenant, country, language: 'es' }))
    expect(await terms('ES')).toContain('Un mensaje cuesta 1000 créditos')
    expect(await terms('MX')).toContain('Un mensaje cuesta 1,000 créditos')
  })

  test('in the order of a date of birth too', async () => {
    expect(await partsIn({ country: 'GB' })).toEqual(['day', 'month', 'year'])
    expect(await partsIn({ country: 'US' })).toEqual(['month', 'day', 'year'])
    expect(await partsIn({ country: 'US', language: 'de' })).toEqual(['day', 'month', 'year'])
  })
})

/** How pages and mails write a day with the name of its month, some with a weekday or a time. */
const NAMED: Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'medium' },
  { dateStyle: 'long' },
  { dateStyle: 'full' },
  { dateStyle: 'long', timeStyle: 'short' },
  { dateStyle: 'long', timeStyle: 'long' },
  { day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'long' },
  { day: 'numeric', month: 'long', year: 'numeric' },
  { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }
]

describe.each(['FR', 'BE', 'CA', 'CH', 'LU', 'DE'])('in French, read in %s,', (country) => {
  const { formatDate } = createTranslator('fr', {}, country).intl
  const day = (month: number, date: number, options: Intl.DateTimeFormatOptions) =>
    formatDate(Date.UTC(2023, month, date, 1, 1), { ...options, timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, month) => month)

  test.each(NAMED)('the first of a month is “1er”, and no other day or time: %j', (options) => {
    expect(months.filter((month) => !/(^|\s)1er\s\p{L}/u.test(day(month, 1, options)))).toEqual([])
    expect(months.flatMap((month) => [2, 11, 21].map((date) => day(month, date, options))).filter((text) => /\der\b/.test(text))).toEqual(
      []
    )
  })

  test.each<Intl.DateTimeFormatOptions>([
    { day: 'numeric', month: 'numeric', year: 'numeric' },
    { timeStyle: 'short' },
    { timeStyle: 'long' }
  ])('numbers stay numbers: %j', (options) => {
    expect(months.map((month) => day(month, 1, options)).filter((text) => text.includes('er'))).toEqual([])
  })
})

test('the first of a month is a plain number in the other languages', () => {
  const first = (locale: Locale) =>
    createTranslator(locale, {}).intl.formatDate(Date.UTC(2023, 11, 1), { dateStyle: 'long', timeZone: 'UTC' })
  expect([first('en'), first('de'), first('es')]).toEqual(['December 1, 2023', '1. Dezember 2023', '1 de diciembre de 2023'])
})

test('days are written by the translator alone, which knows what Intl doesn’t', () => {
  // Parts of a date, an international calendar and the check of a time zone.
  const others = ['client/ui/date-of-birth-field.tsx', 'shared/rules/day.ts', 'shared/tenants/lint.ts']
  const found = sourceFiles().filter(
    ({ folder, text }) =>
      ['client', 'origin', 'shared', 'worker'].includes(folder) && /new Intl\.DateTimeFormat|toLocale(Date|Time)?String/.test(text)
  )
  expect(found.map(({ path }) => path).toSorted()).toEqual([...others, 'shared/i18n/translator.ts'].toSorted())
})

test('an invalid country leaves the language as it is, and messages are compiled once for all countries with the same numbers', async () => {
  const { tag, t } = await translatorOf('de')
  expect(tag).toBe('de')
  const messages = { hello: 'Hallo' }
  const tags = ['AT', 'T1', 'XX', null].map((country) => createTranslator('de', messages, country).tag)
  expect(tags).toEqual(['de-AT', 'de', 'de', 'de'])
  const [germany, luxembourg, austria] = ['DE', 'LU', 'AT'].map((country) => createTranslator('de', messages, country).t)
  expect([luxembourg === germany, austria === germany]).toEqual([true, false])
  expect(t).not.toBe(germany)
})

test('a name that is written from right to left doesn’t reorder anything beside it in a sentence', async () => {
  const { t } = await translatorOf()
  const title = (member: string) => t('blocking.title', { member })
  expect(title('שרה')).toBe(title('Ann').replace('Ann', '\u2068שרה\u2069'))
  expect(title('Ann')).not.toContain('\u2068')
})
