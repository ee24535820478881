import { expect, test } from 'vitest'
import {
  COUNTRY_CLASSES,
  countryClassOf,
  entryWarningApplies,
  languagesOfCountry,
  visibleLanguages
} from '../../shared/tenants/countries.ts'
import { pageLanguage } from '../../shared/tenants/language.ts'
import { hasTrafficSource, trackingOf } from '../../shared/tenants/tracking.ts'
import { publicSettings, signupWay, textIn, visitorSearch } from '../../shared/tenants/public-settings.ts'
import { aTenant } from '../fixtures/tenants.ts'

test.each([
  ['NL', ['nl']],
  ['BE', ['nl', 'fr', 'de']],
  ['CH', ['de', 'it', 'fr', 'en']],
  ['FI', ['fi', 'sv']],
  ['US', ['en', 'es']],
  ['CA', ['en', 'fr']],
  ['AR', ['es']]
])('in %s the languages are %j [LOC-3, LOC-4, LOC-5, LOC-6, LOC-7, LOC-8]', (country, languages) => {
  expect(languagesOfCountry(countryClassOf(country), 'pl')).toEqual(languages)
})

test('elsewhere, and for an unknown country, it is the domain’s language and English', () => {
  expect(languagesOfCountry(countryClassOf('JP'), 'pl')).toEqual(['pl', 'en'])
  expect(languagesOfCountry(countryClassOf(null), 'da')).toEqual(['da', 'en'])
  expect(languagesOfCountry(countryClassOf('JP'), 'en')).toEqual(['en'])
})

test('the language of the page is among the visible ones even if the country doesn’t show it', () => {
  expect(visibleLanguages('NL', 'nl', 'nl')).toEqual(['nl'])
  expect(visibleLanguages('NL', 'nl', 'fr')).toEqual(['nl', 'fr'])
})

test('codes that aren’t countries’ count as an unknown country', () => {
  for (const code of [null, undefined, '', 'XX', 'T1', 'nl', 'NLD', 'N\n', '__']) expect(countryClassOf(code)).toBe('XX')
  expect(countryClassOf('JP')).toBe('ZZ')
  expect(COUNTRY_CLASSES).toContain(countryClassOf('PE'))
})

test('a visible country list is a copy: changing it changes no other page', () => {
  languagesOfCountry('BE', 'nl').push('pl')
  expect(languagesOfCountry('BE', 'nl')).toEqual(['nl', 'fr', 'de'])
})

test('the page has the requested language, otherwise the remembered, otherwise the domain’s, otherwise English [LOC-2, LOC-12, LOC-13]', () => {
  expect(pageLanguage('fi', 'fr', 'de')).toBe('fi')
  expect(pageLanguage('xx', 'fr', 'de')).toBe('fr')
  expect(pageLanguage(null, null, 'de')).toBe('de')
  expect(pageLanguage(null, 'klingon', 'xx')).toBe('en')
})

test('the entry warning is for NL and DE, and an unknown country counts as the tenant’s main one [LOC-10, LOC-11]', () => {
  expect(entryWarningApplies('NL', 'FR')).toBe(true)
  expect(entryWarningApplies('DE', 'FR')).toBe(true)
  expect(entryWarningApplies('FR', 'NL')).toBe(false)
  expect(entryWarningApplies('ZZ', 'NL')).toBe(false)
  expect(entryWarningApplies('XX', 'NL')).toBe(true)
  expect(entryWarningApplies('XX', 'GB')).toBe(false)
})

test('a text falls back to the domain’s language, then to English', () => {
  expect(textIn({ nl: 'Hoi', en: 'Hi' }, 'nl', 'de')).toBe('Hoi')
  expect(textIn({ de: 'Hallo', en: 'Hi' }, 'nl', 'de')).toBe('Hallo')
  expect(textIn({ en: 'Hi' }, 'nl', 'de')).toBe('Hi')
  expect(textIn({}, 'nl', 'de')).toBe('')
})

test('a browser learns nothing about pool, campaigns and aliases', () => {
  const record = aTenant({
    pool: 'secret-pool',
    campaigns: ['secret-source'],
    aliases: ['secret.example']
  })
  const page = {
    language: 'nl',
    visibleLanguages: ['nl'],
    country: 'NL',
    selectedCountry: null,
    entryWarning: true,
    usFooter: false
  } as const
  expect(JSON.stringify(publicSettings(record, page))).not.toMatch(/secret/)
})

test('sign-ups are open for everyone, for a traffic source, or for no one; unknown values count as no one [SET-5]', () => {
  const ways = (signups: string) => [false, true].map((source) => signupWay({ signups }, source))
  expect(ways('all')).toEqual(['open', 'open'])
  expect(ways('with_trafficsource')).toEqual(['link', 'open'])
  expect(ways('none')).toEqual(['closed', 'closed'])
  expect(ways('everyone')).toEqual(['closed', 'closed'])
})

test('a traffic source replaces what visitors see of the search', () => {
  const search = { logged_out_search: 'limited', logged_out_search_trafficsource: 'all' } as const
  expect(visitorSearch(search, false)).toBe('limited')
  expect(visitorSearch(search, true)).toBe('all')
})

test('malformed tracking values are dropped, and only listed campaigns count if there is a list', () => {
  const visit = trackingOf(new URLSearchParams('network=a&ref=<b>&sub1=c&lb=1&other=d'))
  expect(visit).toEqual({ network: 'a', sub1: 'c', lb: '1' })
  expect(trackingOf(new URLSearchParams('other=1&network='))).toBeNull()
  expect(hasTrafficSource(visit, [])).toBe(true)
  expect(hasTrafficSource(visit, ['b'])).toBe(false)
  expect(hasTrafficSource(visit, ['a', 'b'])).toBe(true)
  expect(hasTrafficSource({ sub1: 'c' }, [])).toBe(false)
  expect(hasTrafficSource(null, [])).toBe(false)
})
