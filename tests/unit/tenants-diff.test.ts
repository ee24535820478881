import { expect, test } from 'vitest'
import { diffTenant } from '../../shared/tenants/diff.ts'
import { listedUrls } from '../../shared/tenants/seo.ts'
import { aCompany, aTenant } from '../fixtures/tenants.ts'

type Overrides = Parameters<typeof aTenant>[0]

/** The effects of such a change of a tenant. */
const effects = (from: Overrides, to: Overrides) => diffTenant(aTenant(from), aTenant({ ...from, ...to })).effects

test('equal settings change nothing, whatever the order of their keys', () => {
  const { settings, company } = aTenant({ theme: { primary: '#a3243b', secondary: '#f7c873' } })
  const turned = Object.fromEntries(Object.entries(settings).toReversed()) as typeof settings
  expect(
    diffTenant({ settings, company }, { settings: { ...turned, theme: { secondary: '#f7c873', primary: '#a3243b' } }, company })
  ).toEqual({
    changes: [],
    effects: []
  })
})

test('changes name the field down to where it differs, with both values', () => {
  const live = aTenant({ theme: { primary: '#a3243b', secondary: '#f7c873' }, index_title: { nl: 'V' } })
  const { settings } = aTenant({ theme: { primary: '#7d3f12', secondary: '#f7c873' }, index_title: { nl: 'V', de: 'W' }, niche: 3 })
  expect(diffTenant(live, { settings, company: aCompany({ city: 'Breda' }) }).changes).toEqual([
    { field: 'niche', from: 2, to: 3 },
    { field: 'index_title.de', from: undefined, to: 'W' },
    { field: 'theme.primary', from: '#a3243b', to: '#7d3f12' },
    { field: 'company.city', from: 'Rotterdam', to: 'Breda' }
  ])
})

test('an added country reports its languages, the entry warning and the pages search engines gain', () => {
  expect(effects({ countries: ['FI'], domain_language: 'fi' }, { countries: ['FI', 'DE'] })).toEqual([
    'Languages visible in DE: de.',
    'ENTRY WARNING will show in DE (chat and lander layouts).',
    expect.stringMatching(/^\+\d+ sitemap URLs\.$/),
    'Prices in DE: 20 credits ("20") 9.95 EUR, 50 credits ("50") 19.95 EUR, 120 credits ("120") 39.95 EUR.'
  ])
  expect(effects({ countries: ['FI'], enable_site_entry_popup: false }, { countries: ['FI', 'DE'] })).toContain(
    'No ENTRY WARNING in DE: "enable_site_entry_popup" is off.'
  )
})

test('turning the entry warning on or off lists every place where it appears or disappears', () => {
  const off = { enable_site_entry_popup: false }
  expect(effects(off, { enable_site_entry_popup: true })).toEqual([
    'ENTRY WARNING will show in NL and places not known (chat and lander layouts).'
  ])
  expect(effects({}, off)).toEqual(['ENTRY WARNING will no longer show in NL and places not known.'])
  expect(effects({ countries: ['NL', 'BE'] }, { countries: ['BE', 'NL'] })).toEqual([
    'ENTRY WARNING will no longer show in places not known.'
  ])
})

test('a brand that opens, pauses or closes says what its domain answers', () => {
  expect(effects({ status: 'draft' }, { status: 'live' })[0]).toBe('It goes live: velvet.example is open to everyone.')
  expect(effects({}, { status: 'paused' })).toContain('It is paused: velvet.example answers 503 and says to come back.')
  const gone = effects({}, { status: 'gone' })
  expect(gone[0]).toBe(
    'It is gone: velvet.example answers 410 and search engines forget it. Members can still log in to export, withdraw or delete.'
  )
  expect(gone[1]).toBe(`-${listedUrls(aTenant().settings).length} sitemap URLs.`)
})

test('another domain warns of the links that break, unless the old one stays as an alias', () => {
  const moved = effects({}, { domain: 'velvetdates.example' })
  expect(moved).toContain('velvet.example will answer 404, and links to it die: add it to "aliases" to redirect it.')
  const kept = effects({}, { domain: 'velvetdates.example', aliases: ['velvet.example'] })
  expect(kept.filter((effect) => effect.includes('velvet.example'))).toEqual([])
})

test('colours report their contrast before and after, computed variants too', () => {
  const told = effects({ theme: { primary: '#c0186a' } }, { theme: { primary: '#a3243b' } })
  expect(told[0]).toMatch(/^Main colour #c0186a → #a3243b on all pages; contrast \d\.\d → \d\.\d\.$/)
  expect(told[1]).toMatch(/^Dark main colour #\w{6} → #\w{6} on all pages/)
  expect(told).toHaveLength(2)
})

test('changed legal pages are listed, and when the terms get another date', () => {
  expect(effects({}, { refund_days: 30 })).toEqual(['Legal text changes: /pages/return-policy, /pages/terms.'])
  expect(effects({}, { fictional_profiles: true })).toContain('Legal text changes: /pages/faq, /pages/privacy, /pages/terms.')
  expect(effects({}, { age_assurance: 'provider' })).toEqual(['Legal text changes: /pages/faq, /pages/privacy, /pages/terms.'])
  const { settings, company } = aTenant()
  expect(diffTenant({ settings, company }, { settings, company: aCompany({ added: '2026-01-02' }) }).effects).toEqual([
    "The terms' date moves from 2024-05-01 to 2026-01-02."
  ])
})

test('changes that members notice are reported: pool, prices, sign-ups, history', () => {
  expect(effects({}, { pool: 'dusk', message_credits: 3, signups: 'none', chat_history_months: 6, min_age: 21 })).toEqual([
    '-3 sitemap URLs.',
    'Legal text changes: /pages/privacy, /pages/terms.',
    'Its members leave the pool "velvet": who signed up there cannot log in here any more.',
    'Sign-ups: all → none.',
    'A message costs 3 credits instead of 2, from now on.',
    'New members must be 21.',
    'Messages older than 6 months will be deleted for good.'
  ])
})

test('a brand that was never published gains everything at once', () => {
  const { changes, effects: told } = diffTenant(null, aTenant())
  expect(changes.find(({ field }) => field === 'domain')).toEqual({ field: 'domain', from: undefined, to: 'velvet.example' })
  expect(told).toEqual([
    'It goes live: velvet.example is open to everyone.',
    'velvet.example becomes the domain: it needs a DNS record and a certificate.',
    'Languages visible in NL: nl.',
    'Languages visible in BE: nl, fr, de.',
    'ENTRY WARNING will show in NL and places not known (chat and lander layouts).',
    expect.stringMatching(/^\+\d+ sitemap URLs\.$/),
    'It sells credits (sandbox): prices and everything about buying appear.'
  ])
})

test('drafts list nothing; live brands list public pages once per language', () => {
  expect(listedUrls(aTenant({ status: 'draft' }).settings)).toEqual([])
  const urls = listedUrls(aTenant().settings)
  expect(urls).toContain('https://velvet.example/')
  expect(urls).toContain('https://velvet.example/?lang=fr')
  expect(urls.some((url) => /members|lang=nl|lang=en|\{/.test(url))).toBe(false)
  expect(new Set(urls).size).toBe(urls.length)
})

test('prices, and whether anything is sold, are reported by country', () => {
  const bundles = [{ id: '20', credits: 20, prices: { EUR: 1095 } }]
  expect(effects({ countries: ['NL'] }, { bundles })).toEqual([
    'Prices in NL: 20 credits ("20") 10.95 EUR.',
    'No longer sold in NL: "50", "120".'
  ])
  expect(effects({}, { payment_provider: 'none' })).toEqual([
    '-6 sitemap URLs.',
    'Legal text changes: /pages/faq, /pages/terms.',
    'It stops selling credits: prices and everything about buying disappear.'
  ])
  expect(effects({ payment_provider: 'none', countries: ['NL'], bundles }, { payment_provider: 'sandbox' })).toEqual([
    '+2 sitemap URLs.',
    'Legal text changes: /pages/faq, /pages/terms.',
    'It sells credits (sandbox): prices and everything about buying appear.'
  ])
})
