import { expect, test } from 'vitest'
import { LOCALES } from '../../shared/i18n/locales.ts'
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

test.each(['Velvet Dates', 'De post van VÉLVET-DATES'])('a sender that names the brand gives a warning: %s', (mailName) => {
  expect(lint({ mail_name: mailName })).toEqual([
    `mail_name warning: Inboxes and locked screens would show the brand: "${mailName}". Use a neutral name, such as the company's.`
  ])
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

test('profiles without interests give a warning, since landers speak of them', () => {
  expect(lint({ visible_profile_fields: ['age'] })[0]).toContain('visible_profile_fields warning: Profiles have no interests')
  expect(lint({ visible_profile_fields: ['age', 'interests'] })).toEqual([])
})

test('a claim without a source is refused unless the tenant is a demo', () => {
  const claims = { premium_chance_percent: 46 }
  expect(lint({ claims })[0]).toContain('claims.premium_chance_percent error: A claim without its source')
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
  const complete = { fictional_profiles: true, ...texts, fictional_plural: { nl: 'Fictieve profielen' } }
  expect(lint(complete)).toEqual([])
  expect(lint({ ...complete, fictional_excluded_countries: ['DE'] })).toEqual([])
  expect(lint({ ...complete, fictional_excluded_countries: ['NL'] })).toEqual([
    'fictional_excluded_countries warning: Fictional profiles are on, but shown in no country of the brand. Remove a country, or set fictional_profiles to false.'
  ])
})

test('time zones and countries are checked', () => {
  expect(lint({ time_zone: 'Europe/Amsterdm' })[0]).toContain('time_zone error: There is no time zone "Europe/Amsterdm".')
  expect(lint({ countries: ['NL', 'NL'] })[0]).toContain('countries.1 error: "NL" is listed twice.')
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
  expect(lint({ claims })).toEqual(['claims.premium_chance_percent error: 146 is not a percentage. Write 0 to 100.'])
})

const SELLS = {
  payment_provider: 'sandbox',
  demo: true,
  descriptor: 'BRAND HOUSE BV',
  bundles: [{ id: '20', credits: 20, prices: { EUR: 995 } }]
}
/** A brand that sells one bundle; given fields replace its own. */
const selling = (fields: Record<string, unknown> = {}) => lint({ ...SELLS, ...fields })
const aBundle = (id: string, credits: number, prices: Record<string, number>) => ({ id, credits, prices })

test.each([
  ['another price', [aBundle('20', 20, { EUR: 895 }), aBundle('50', 50, { EUR: 1995 })], 'EUR'],
  ['a bundle less', [aBundle('20', 20, { EUR: 995 })], null],
  ['no common currency', [aBundle('20', 20, { GBP: 995 })], null]
])('two brands of a pool that sell the same credits at different prices give a warning: %s', (_, bundles, currency) => {
  const own = { ...SELLS, pool: 'dusk', bundles: [aBundle('20', 20, { EUR: 995 }), aBundle('50', 50, { EUR: 1995 })] }
  const warnings = (differences: object) =>
    lint(own, tenantFile('roses', { ...SELLS, pool: 'dusk', bundles, ...differences })).filter((one) => one.includes('of the same pool'))
  const told = (here: string, there: string) =>
    `bundles.0.prices.EUR warning: 20 credits cost ${here} here and ${there} of the same pool, where members log in with the same account and spend the same credits. Charge the same, unless the difference is intended.`
  expect(warnings({})).toEqual(currency ? [told('8.95', '9.95 EUR at "velvet"'), told('9.95', '8.95 EUR at "roses"')] : [])
  // Nothing is charged by a brand that sells nothing or is gone, and one of another pool shares no credits.
  for (const differences of [{ payment_provider: 'none' }, { status: 'gone' }, { pool: 'meadow' }])
    expect(warnings(differences)).toEqual([])
})

test('a brand that sells learns in which countries receipts show no tax, unless it is a demo', () => {
  const there = { countries: ['NL', 'US', 'AU'], bundles: [aBundle('20', 20, { EUR: 995, USD: 995, AUD: 1495 })] }
  const warnings = (fields: object) => selling({ ...there, ...fields }).filter((one) => one.includes('tax'))
  expect(warnings({ demo: false, payment_provider: 'mollie' })).toEqual([
    'countries.1 warning: No tax rate is known for "US": receipts there show no tax. Find out what you owe there: payments -- export has the country of each order.'
  ])
  expect([warnings({}), warnings({ demo: false, payment_provider: 'none' })]).toEqual([[], []])
})

test('a brand that sells names its bundles, its prices in every currency of its countries, and what the bank statement shows', () => {
  expect(selling()).toEqual([])
  expect(selling({ bundles: [], descriptor: undefined })).toEqual([
    'descriptor error: Members must know before they pay what their bank statement will show. Add a neutral "descriptor", or set "payment_provider" to "none".',
    'bundles error: The brand sells, but has nothing to sell. Add "bundles", or set "payment_provider" to "none".'
  ])
  expect(selling({ currencies: { NL: 'DKK' } })).toEqual([
    'bundles.0.prices error: Bundle "20" has no price in DKK, which members in NL pay in. Add "DKK", or name another currency of NL in "currencies".',
    'bundles.0.prices.EUR warning: No country of the brand pays in EUR. Remove the price, or add the country.'
  ])
  expect(selling({ demo: false })).toEqual([
    'payment_provider error: No money moves in the sandbox: only demo tenants sell with it. Use "mollie" or "none"; to try out buying in local mode, set "demo" to true meanwhile.'
  ])
  expect(selling({ payment_provider: 'mollie', demo: false })).toEqual([])
  const files = [tenantFile('velvet', SELLS), companyFile({ vat_numbers: [] })]
  expect(parseTenantFiles(files).problems.map(({ path, severity, message }) => `${path} ${severity}: ${message}`)).toContain(
    'company_id error: Receipts must show a VAT number, and the company "Brand House B.V." has none.'
  )
  const words = ['pages-service/heading', 'pages-return-policy/heading', 'nav.home']
  // Finnish isn't a language of its countries, but any member can choose it.
  const keys = new Map(LOCALES.map((locale) => [locale, new Set(locale === 'nl' || locale === 'fi' ? words.slice(1) : words)]))
  const told = parseTenantFiles([tenantFile('velvet', SELLS), companyFile()], keys).problems
  expect(told.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
    'The brand sells, but /pages/service is not complete in "fi".',
    'The brand sells, but /pages/service is not complete in "nl".'
  ])
  expect(selling({ descriptor: 'VELVET-DATES 020' })).toEqual([
    'descriptor warning: Bank statements would show the brand: "VELVET-DATES 020". Use a neutral name, such as the company\'s.'
  ])
})

test.each([
  [
    { bundles: [aBundle('20', 20, { EUR: 995 }), aBundle('20', 50, { EUR: 1995 })] },
    'bundles.1.id error: There are two bundles of "20". Remove one, or change it.'
  ],
  [
    { bundles: [aBundle('20', 20, { EUR: 995 }), aBundle('small', 20, { EUR: 995 })] },
    'bundles.1.credits error: There are two bundles of 20 credits. Remove one, or change it.'
  ],
  [
    { bundles: [aBundle('repeat-order', 20, { EUR: 995 })] },
    'bundles.0.id error: /credits/repeat-order is already another page. Choose another id.'
  ],
  [
    { bundles: [aBundle('20', 20, { EUR: 995 }), aBundle('50', 50, { EUR: 2500 })] },
    'bundles.1.prices.EUR warning: A credit of bundle "50" costs more than one of "20" in EUR. Lower the price of the larger bundle.'
  ],
  [{ payment_methods: { NL: ['card', 'card'] } }, 'payment_methods.NL.1 error: "card" is listed twice. Remove one.'],
  [
    {
      countries: ['NL', 'DE'],
      index_title: { nl: 'V', de: 'V' },
      description: { nl: 'V', de: 'V' },
      payment_methods: { DE: ['card', 'ideal'] }
    },
    'payment_methods.DE.1 error: "ideal" doesn\'t work in DE with EUR, only in NL with EUR. Remove it.'
  ],
  [
    { payment_methods: { FR: ['card'] } },
    'payment_methods.FR warning: "FR" is not a country of the brand. Remove it, or add it to "countries".'
  ],
  [
    { directdebit_limits: { day: 5000, month: 1000 } },
    'directdebit_limits.day error: The daily limit of 5000 is above the monthly one of 1000. Lower it, or raise the monthly one.'
  ],
  [
    { bundles: [aBundle('20', 20, { EUR: 9.95 })] },
    'bundles.0.prices.EUR error: "bundles.0.prices.EUR" must be a whole number, not 9.95. Price by currency in minor units, tax included: 995 is 9.95.'
  ],
  [
    { bundles: [aBundle('20', 20, { EURO: 995 })] },
    'bundles.0.prices.EURO error: There is no field "bundles.0.prices.EURO". Did you mean "EUR"?'
  ],
  [
    { payment_methods: { NL: ['creditcard'] } },
    'payment_methods.NL.0 error: "payment_methods.NL.0" must be one of ideal, card, paypal, directdebit, not "creditcard". Ways to pay by country, in this order. Default: everything that works there.'
  ]
])('mistakes in prices are explained: %o', (fields, problem) => {
  expect(selling(fields)).toContain(problem)
})
