import { expect, test } from 'vitest'
import { parseTenantFiles, type SourceFile } from '../../shared/tenants/parse-files.ts'
import { companyFile, tenantFile } from '../fixtures/tenant-files.ts'

/** Problems of a tenant with these fields as "path severity: message fix". */
function lint(fields: Record<string, unknown>, ...others: SourceFile[]): string[] {
  const { problems } = parseTenantFiles([tenantFile('velvet', fields), ...others, companyFile()])
  return problems.map(({ path, severity, message, fix }) => `${path} ${severity}: ${message} ${fix}`)
}

test.each([
  ['velvet.example', '"velvet.example" belongs to the tenant "roses" ("velvet.example").'],
  ['www.velvet.example', '"www.velvet.example" belongs to the tenant "roses" ("velvet.example").']
])('a host leads to one tenant: %s is refused for a second one', (domain, message) => {
  const { problems, records } = parseTenantFiles([
    tenantFile('roses', { domain: 'velvet.example' }),
    tenantFile('velvet', { domain }),
    companyFile()
  ])
  expect(problems.map((one) => one.message)).toEqual([message])
  expect(records.map(({ settings }) => settings.id)).toEqual(['roses'])
})

test('an alias that is the domain again, with or without www., is refused', () => {
  expect(lint({ aliases: ['www.velvet.example'] })).toEqual([
    'aliases.0 error: "www.velvet.example" is "velvet.example" again; www. is always known too. Remove it.'
  ])
})

test('a domain language that the main country doesn’t show gives a warning', () => {
  expect(lint({ domain_language: 'nb', index_title: { nb: 'V', nl: 'V' }, description: { nb: 'V', nl: 'V' } })).toEqual([
    'domain_language warning: "nb" is not among the languages shown in NL, the main country (nl). Set it to one of them, or put a country of "nb" first.'
  ])
})

test('texts that visitors of the tenant’s countries would miss are listed', () => {
  const [title, description] = lint({ countries: ['NL', 'BE'] })
  expect(title).toContain('index_title warning: "index_title" has no text in fr, de')
  expect(description).toContain('description warning: "description" has no text in fr, de')
})

test.each([
  ['primary', '#ffd1e8', 'contrast of 1.3 : 1 with the light page'],
  ['primary', '#e0218a', 'contrast of 4.3 : 1 with the light page'],
  ['primary_dark', '#3a2a3f', 'with the dark page'],
  ['secondary', '#7f7f80', 'with its own text']
])('an unreadable theme colour is refused with a readable suggestion: %s %s', (field, colour, part) => {
  const [problem, ...others] = lint({ theme: { [field]: colour } })
  expect(others).toEqual([])
  expect(problem).toContain(`theme.${field} error`)
  expect(problem).toContain(part)
  const better = /Try "(#[0-9a-f]{6})"/.exec(problem!)![1]!
  expect(lint({ theme: { [field]: better } })).toEqual([])
})

test('the phone number must be one once spaces and dashes are gone', () => {
  expect(lint({ support_phone: '+31 20 123-45 67' })).toEqual([])
  expect(lint({ support_phone: '(020) 12' })[0]).toContain('support_phone error: "(020) 12" cannot be dialled.')
})

test('sign-ups other than the three known values count as none and give a warning', () => {
  expect(lint({ signups: 'everyone' })[0]).toBe(
    'signups warning: "signups" is "everyone", which counts as none. Use one of all, with_trafficsource, none.'
  )
})

test('a claim without a source is refused unless the tenant is a demo', () => {
  const claims = { premium_chance_percent: 46 }
  expect(lint({ claims })[0]).toContain('claims.premium_chance_percent error: A claim without a source')
  expect(lint({ claims: { ...claims, source: 'Survey', measured_on: '2025-10-01' } })).toEqual([])
  expect(lint({ claims, demo: true })).toEqual([])
})

test('consented greetings are refused outside of demos, and account errors give a warning', () => {
  expect(lint({ auto_like: 'consented' })[0]).toContain('auto_like error')
  expect(lint({ explicit_account_errors: true })[0]).toContain('explicit_account_errors warning')
  expect(lint({ auto_like: 'consented', explicit_account_errors: true, demo: true })).toEqual([])
})

test('fictional profiles need their three texts in the domain language', () => {
  const texts = { fictional_warning: { nl: 'Let op' }, fictional_singular: { nl: 'Fictief profiel' } }
  expect(lint({ fictional_profiles: true, ...texts })).toEqual([
    'fictional_plural error: Fictional profiles need "fictional_plural" in "nl". Add the text, or set fictional_profiles to false.'
  ])
  expect(lint({ fictional_profiles: true, ...texts, fictional_plural: { nl: 'Fictieve profielen' } })).toEqual([])
})

test('time zones and countries are checked', () => {
  expect(lint({ time_zone: 'Europe/Amsterdm' })[0]).toContain('time_zone error: There is no time zone "Europe/Amsterdm".')
  expect(lint({ countries: ['NL', 'NL'] })[0]).toContain('countries.1 error: "NL" stands twice.')
  expect(lint({ countries: ['NL', 'JP'] })[0]).toContain('countries.1 warning: No regions are known for "JP"')
})

test('an unused company, or one without names and numbers, gives a warning', () => {
  const { problems } = parseTenantFiles([companyFile({ tradenames: [], vat_numbers: [], support_phone: 'none' })])
  expect(problems.map(({ path, severity }) => `${path} ${severity}`)).toEqual([
    'id warning',
    'tradenames warning',
    'vat_numbers warning',
    'support_phone error'
  ])
})

test('a warning doesn’t keep a tenant from being served', () => {
  const { records } = parseTenantFiles([tenantFile('velvet', { signups: 'everyone' }), companyFile()])
  expect(records).toHaveLength(1)
})

test('texts that are missing in a language of its visitors are listed', () => {
  const keys = new Map([
    ['en', new Set(['a', 'b', 'c', 'd', 'e'])],
    ['nl', new Set(['a', 'b', 'c', 'd', 'e'])],
    ['fr', new Set(['a'])],
    ['de', new Set(['a', 'b', 'c', 'd'])]
  ] as const)
  const texts = { nl: 'V', fr: 'V', de: 'V' }
  const files = [tenantFile('velvet', { countries: ['NL', 'BE'], index_title: texts, description: texts }), companyFile()]
  expect(
    parseTenantFiles(files, keys).problems.map(({ path, severity, message, fix }) => `${path} ${severity}: ${message} ${fix}`)
  ).toEqual([
    'countries warning: 4 of the product\'s texts have no "fr", which its visitors can choose: b, c, d …. Add them to the fr.json of their folders in locales/.',
    'countries warning: 1 of the product\'s texts have no "de", which its visitors can choose: e. Add them to the de.json of their folders in locales/.'
  ])
})

test('a group of one, and two of a group with the same language and country, give a warning', () => {
  expect(lint({ group: 'velvet' })).toEqual([
    'group warning: No other tenant is in the group "velvet". Name it in the others too, or remove it.'
  ])
  expect(lint({ group: 'velvet' }, tenantFile('roses', { group: 'velvet' }))[0]).toContain(
    '"roses" of the same group has the same language and main country (nl-NL).'
  )
})

test('a live tenant on a name that no one can register gives a warning, a demo or draft doesn’t', () => {
  expect(lint({ status: 'live' })[0]).toContain('domain warning: "velvet.example" is a reserved name')
  expect(lint({ status: 'live', demo: true })).toEqual([])
  expect(lint({ status: 'live', domain: 'velvetdates.nl' })).toEqual([])
})

test('a percentage beyond 100 is reported', () => {
  const claims = { premium_chance_percent: 146, source: 'Survey', measured_on: '2025-10-01' }
  expect(lint({ claims })).toEqual(['claims.premium_chance_percent error: 146 is no percentage. Write 0 to 100.'])
})
