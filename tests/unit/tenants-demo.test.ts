import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTenantFolder } from '../../origin/settings/tenant-folder.ts'
import { LOCALES } from '../../shared/i18n/locales.ts'
import { lowestMessageCosts, sells } from '../../shared/rules/prices.ts'
import { COUNTRY_CLASSES } from '../../shared/tenants/countries.ts'
import { COUNTRY_CODES, regionsOf } from '../../shared/tenants/regions.ts'
import { SCENES } from '../../shared/tenants/scenes.ts'
import { poolOf, type Tenant } from '../../shared/tenants/schema.ts'
import { contrast, PAGE, textOn, themeColours } from '../../shared/tenants/theme.ts'

const { records, problems } = await readTenantFolder(join(import.meta.dirname, '../../tenants'))
const tenants = records.map(({ settings }) => settings)
const having = (is: (tenant: Tenant) => boolean) => tenants.filter(is).map(({ id }) => id)
const valuesOf = <K extends keyof Tenant>(key: K) => new Set(tenants.map((tenant) => tenant[key]))

test('the tenants in the folder have neither errors nor warnings', () => {
  expect(problems).toEqual([])
})

test('together they cover every language, two pools and every choice an operator has', () => {
  expect([...valuesOf('domain_language')].sort()).toEqual([...LOCALES])
  expect(new Set(tenants.map(poolOf))).toEqual(new Set(['dusk', 'meadow']))
  expect(valuesOf('niche')).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]))
  expect(valuesOf('signups')).toEqual(new Set(['all', 'with_trafficsource', 'none']))
  expect(valuesOf('logged_out_search')).toEqual(new Set(['all', 'limited', 'none']))
  expect(valuesOf('enable_site_entry_popup')).toEqual(new Set([true, false]))
  expect(new Set(tenants.map(({ company_id }) => company_id)).size).toBeGreaterThan(1)
})

test('the first one is the BDSM brand in the default colours [GEN-1]', () => {
  expect(tenants[0]).toMatchObject({ niche: 2, theme: {}, fictional_profiles: false })
  expect(tenants[0]!.index_title.en).toContain('BDSM')
  expect(themeColours(tenants[0]!.theme)).toMatchObject({ primary: '#c0186a', secondary: '#ffc83d' })
})

test('all but one sell with the sandbox, together in many currencies, some in several', () => {
  expect(having((tenant) => tenant.payment_provider !== 'sandbox')).toEqual(['fjordlys'])
  const currencies = (tenant: Tenant) => new Set(Object.values(lowestMessageCosts(tenant)).map(({ currency }) => currency))
  expect(having((tenant) => currencies(tenant).size > 1).length).toBeGreaterThan(2)
  for (const tenant of tenants.filter(sells)) expect(Object.keys(lowestMessageCosts(tenant))).toEqual(tenant.countries)
})

test('fictional profiles and account errors are on in one tenant each', () => {
  expect(having((tenant) => tenant.fictional_profiles)).toHaveLength(1)
  expect(having((tenant) => tenant.explicit_account_errors)).toHaveLength(1)
})

test('all are demos on reserved domains, one with a foreign letter and one that extends another', () => {
  for (const { demo, domain, aliases } of tenants) {
    expect(demo).toBe(true)
    for (const host of [domain, ...aliases]) expect(host).toMatch(/\.example$/)
  }
  expect(tenants.flatMap(({ aliases }) => aliases)).toContainEqual(expect.stringMatching(/^xn--/))
  expect(having((tenant) => tenant.extends !== undefined)).toHaveLength(1)
  expect(
    having((tenant) => tenant.countries.includes('NL') && tenant.countries.includes('BE') && tenant.domain_language === 'nl')
  ).toHaveLength(1)
})

test('one company is older than the terms, one younger', () => {
  const days = records.map(({ company }) => company.added)
  expect(days.some((day) => day < '2023-12-01')).toBe(true)
  expect(days.some((day) => day > '2023-12-01')).toBe(true)
})

test('each brand has its own colour that is readable in light and dark mode', () => {
  const colours = tenants.map(({ theme }) => themeColours(theme))
  expect(new Set(colours.map(({ primary }) => primary)).size).toBe(tenants.length)
  for (const { primary, primary_dark, secondary, secondary_dark } of colours) {
    for (const colour of [primary, primary_dark, secondary, secondary_dark])
      expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(primary, PAGE.light)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(primary_dark, PAGE.dark)).toBeGreaterThanOrEqual(4.5)
  }
})

test('each brand has its own scene, one of the program', () => {
  const scenes = tenants.map(({ scene }) => scene)
  expect(scenes.filter((scene) => !SCENES.some((known) => known === scene))).toEqual([])
  expect([...scenes].sort()).toEqual([...new Set(scenes)].sort())
})

test('every country of a tenant and every country with languages of its own has regions', () => {
  const countries = new Set([
    ...tenants.flatMap((tenant) => tenant.countries),
    ...COUNTRY_CLASSES.filter((one) => !['XL', 'XX', 'ZZ'].includes(one))
  ])
  for (const country of countries) expect(regionsOf(country).length, country).toBeGreaterThan(4)
})

test('region codes are unique, begin with their country and are sorted by their local names', () => {
  for (const country of COUNTRY_CODES) {
    const regions = regionsOf(country)
    expect(new Set(regions.map(({ code }) => code)).size).toBe(regions.length)
    expect(new Set(regions.map(({ name }) => name)).size).toBe(regions.length)
    for (const { code } of regions) expect(code).toMatch(new RegExp(`^${country}-[A-Z0-9]{1,3}$`))
  }
  expect(regionsOf('NL').map(({ name }) => name)).toEqual([
    'Drenthe',
    'Flevoland',
    'Fryslân',
    'Gelderland',
    'Groningen',
    'Limburg',
    'Noord-Brabant',
    'Noord-Holland',
    'Overijssel',
    'Utrecht',
    'Zeeland',
    'Zuid-Holland'
  ])
  expect(regionsOf('SE').at(-1)?.name).toBe('Östergötland')
  expect(regionsOf('JP')).toEqual([])
})
