import { describe, expect, test } from 'vitest'
import { CHAT, conversation, message } from './chat-fixtures.ts'
import { memberAnswers, renderPage, textOf, translatorOf, type Visit } from './render-page.tsx'
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

  test('in the order of a date of birth too', async () => {
    expect(await partsIn({ country: 'GB' })).toEqual(['day', 'month', 'year'])
    expect(await partsIn({ country: 'US' })).toEqual(['month', 'day', 'year'])
    expect(await partsIn({ country: 'US', language: 'de' })).toEqual(['day', 'month', 'year'])
  })
})

test('an invalid country leaves the language as it is, and messages are compiled once for all countries', async () => {
  const { tag, t } = await translatorOf('de')
  expect(tag).toBe('de')
  const messages = { hello: 'Hallo' }
  const tags = ['AT', 'T1', 'XX', null].map((country) => createTranslator('de', messages, country).tag)
  expect(tags).toEqual(['de-AT', 'de', 'de', 'de'])
  expect(createTranslator('de', messages, 'AT').t).toBe(createTranslator('de', messages, 'CH').t)
  expect(t).not.toBe(createTranslator('de', messages).t)
})

test('a name that is written from right to left turns nothing beside it in a sentence', async () => {
  const { t } = await translatorOf()
  const title = (member: string) => t('block.title', { member })
  expect(title('שרה')).toBe(title('Ann').replace('Ann', '\u2068שרה\u2069'))
  expect(title('Ann')).not.toContain('\u2068')
})
