import { bundlesIn, sells } from '../rules/prices.ts'
import { termsVersion } from '../rules/terms.ts'
import { countryClassOf, entryWarningApplies, languagesOfCountry } from './countries.ts'
import type { TenantFiles } from './parse-files.ts'
import { poolOf, type Company, type Tenant } from './schema.ts'
import { listedUrls } from './seo.ts'
import { contrast, PAGE, textOn, themeColours } from './theme.ts'

/** One value that publishing changes. */
export interface Change {
  /** `theme.primary`, `company.city`. */
  field: string
  from: unknown
  to: unknown
}

export interface TenantDiff {
  changes: Change[]
  /** What changes for readers, search engines and operators, in plain English. */
  effects: string[]
}

/** What publishing `local` over `live` changes, and what that means; `live` is null for a brand that was never published. */
export function diffTenant(live: TenantFiles | null, local: TenantFiles): TenantDiff {
  const changes = [
    ...changesOf(live?.settings ?? {}, local.settings, ''),
    ...changesOf(live?.company ?? {}, local.company, 'company.')
  ].filter(({ field }) => field !== '$schema' && field !== 'company.$schema')
  if (changes.length === 0) return { changes, effects: [] }
  const before = live?.settings ?? null
  const after = local.settings
  return {
    changes,
    effects: [
      ...status(before, after),
      ...hosts(before, after),
      ...languages(before, after),
      ...entryWarning(before, after),
      ...sitemap(before, after),
      ...theme(before, after),
      ...look(before, after),
      ...legal(live, local),
      ...members(before, after),
      ...prices(before, after)
    ]
  }
}

/** Two levels deep, like the fields of a tenant; lists are compared as values. */
function changesOf(from: object, to: object, prefix: string): Change[] {
  const [old, now] = [from as Record<string, unknown>, to as Record<string, unknown>]
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].flatMap((key) => {
    const [one, other] = [old[key], now[key]]
    if (same(one, other)) return []
    if (isObject(other) && (isObject(one) || one === undefined)) return changesOf(one ?? {}, other, `${prefix}${key}.`)
    return [{ field: prefix + key, from: one, to: other }]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

function same(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => same((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
}

const STATUS: Record<Tenant['status'], (domain: string) => string> = {
  draft: (domain) => `It is a draft: ${domain} answers 404, previews show it.`,
  live: (domain) => `It goes live: ${domain} is open to everyone.`,
  paused: (domain) => `It is paused: ${domain} answers 503 and says to come back.`,
  gone: (domain) =>
    `It is gone: ${domain} answers 410 and search engines forget it. Members can still log in to export, withdraw or delete.`
}

function status(before: Tenant | null, after: Tenant): string[] {
  return before?.status === after.status ? [] : [STATUS[after.status](after.domain)]
}

function hosts(before: Tenant | null, after: Tenant): string[] {
  const of = (tenant: Tenant | null) => (tenant ? [tenant.domain, ...tenant.aliases] : [])
  const added = of(after).filter((host) => !of(before).includes(host))
  const removed = of(before).filter((host) => !of(after).includes(host))
  return [
    ...added.map((host) =>
      host === after.domain
        ? `${host} becomes the domain: it needs a DNS record and a certificate.`
        : `${host} will redirect (308) to ${after.domain}: it needs a DNS record and a certificate of its own.`
    ),
    ...removed.map((host) =>
      host === before?.domain
        ? `${host} will answer 404, and links to it die: add it to "aliases" to redirect it.`
        : `${host} will no longer redirect and answers 404.`
    )
  ]
}

function languages(before: Tenant | null, after: Tenant): string[] {
  const inCountry = (tenant: Tenant, country: string) => languagesOfCountry(countryClassOf(country), tenant.domain_language).join(', ')
  const shown = after.countries.flatMap((country) => {
    const now = inCountry(after, country)
    return before?.countries.includes(country) && inCountry(before, country) === now ? [] : [`Languages visible in ${country}: ${now}.`]
  })
  const left = (before?.countries ?? []).filter((country) => !after.countries.includes(country))
  return [...shown, ...left.map((country) => `Members can no longer choose ${country} as their country.`)]
}

/** Where the warning shows: by the visitor's country; an unknown one counts as the main country. */
function warnedPlaces(tenant: Tenant | null): string[] {
  if (!tenant?.enable_site_entry_popup) return []
  const unknown = entryWarningApplies('XX', tenant.countries[0]!) ? ['places not known'] : []
  return [...tenant.countries.filter((country) => entryWarningApplies(country, country)), ...unknown]
}

function entryWarning(before: Tenant | null, after: Tenant): string[] {
  const [old, now] = [warnedPlaces(before), warnedPlaces(after)]
  const starts = now.filter((place) => !old.includes(place))
  const ends = old.filter((place) => !now.includes(place))
  const unwarned = after.enable_site_entry_popup
    ? []
    : after.countries.filter((place) => entryWarningApplies(place, place) && !before?.countries.includes(place))
  return [
    ...(starts.length > 0 ? [`ENTRY WARNING will show in ${and(starts)} (chat and lander layouts).`] : []),
    ...(ends.length > 0 ? [`ENTRY WARNING will no longer show in ${and(ends)}.`] : []),
    ...(unwarned.length > 0 ? [`No ENTRY WARNING in ${and(unwarned)}: "enable_site_entry_popup" is off.`] : [])
  ]
}

function sitemap(before: Tenant | null, after: Tenant): string[] {
  const [old, now] = [new Set(before ? listedUrls(before) : []), new Set(listedUrls(after))]
  const beyond = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((url) => !other.has(url)).length
  const [more, fewer] = [beyond(now, old), beyond(old, now)]
  const parts = [more > 0 ? `+${more}` : '', fewer > 0 ? `-${fewer}` : ''].filter(Boolean)
  return parts.length > 0 ? [`${parts.join(' and ')} sitemap URLs.`] : []
}

function theme(before: Tenant | null, after: Tenant): string[] {
  const [old, now] = [before && themeColours(before.theme), themeColours(after.theme)]
  const least = (name: keyof typeof now, colour: string) => {
    const text = contrast(colour, textOn(colour))
    const page = { primary: PAGE.light, primary_dark: PAGE.dark, secondary: null, secondary_dark: null }[name]
    return (page ? Math.min(text, contrast(colour, page)) : text).toFixed(1)
  }
  return (Object.keys(now) as (keyof typeof now)[]).flatMap((name) => {
    if (!old || old[name] === now[name]) return []
    const label = { primary: 'Main', primary_dark: 'Dark main', secondary: 'Second', secondary_dark: 'Dark second' }[name]
    return [`${label} colour ${old[name]} → ${now[name]} on all pages; contrast ${least(name, old[name])} → ${least(name, now[name])}.`]
  })
}

/** Which drawings a reader sees: an operator's own drawing is only a long text. */
function look(before: Tenant | null, after: Tenant): string[] {
  if (!before) return []
  return [
    ...(before.scene !== after.scene || before.drawings?.scene !== after.drawings?.scene
      ? [`The front page and shared links show ${after.drawings?.scene ? 'your' : 'the'} scene "${after.scene}".`]
      : []),
    ...(before.mark !== after.mark || !same(before.drawings?.mark, after.drawings?.mark)
      ? [`Header, icons and shared links show ${after.drawings?.mark ? 'your' : 'the'} mark "${after.mark}".`]
      : [])
  ]
}

/** The legal pages whose text depends on a field. */
const LEGAL: { pages: readonly string[]; of: (tenant: Tenant, company: Company) => unknown }[] = [
  { pages: ['return-policy', 'terms'], of: ({ refund_days }) => refund_days },
  { pages: ['terms'], of: ({ min_age }) => min_age },
  { pages: ['terms', 'privacy'], of: ({ chat_history_months }) => chat_history_months },
  { pages: ['terms', 'faq', 'privacy'], of: ({ fictional_profiles: has, fictional_excluded_countries: excluded }) => has && excluded },
  { pages: ['terms', 'faq', 'privacy'], of: ({ age_assurance }) => age_assurance === 'provider' },
  { pages: ['terms', 'faq'], of: (tenant) => sells(tenant) },
  { pages: ['service', 'privacy'], of: ({ support_email, support_phone }) => [support_email, support_phone] },
  {
    pages: ['terms', 'privacy', 'service'],
    of: (_, { name, address, city, country, kvk, tradenames, vat_numbers }) => [name, address, city, country, kvk, tradenames, vat_numbers]
  }
]

function legal(live: TenantFiles | null, local: TenantFiles): string[] {
  if (!live) return []
  const touched = LEGAL.filter(({ of }) => !same(of(live.settings, live.company), of(local.settings, local.company)))
  const pages = [...new Set(touched.flatMap((one) => one.pages))].sort().map((page) => `/pages/${page}`)
  const [old, now] = [termsVersion(live.company.added), termsVersion(local.company.added)]
  return [
    ...(pages.length > 0 ? [`Legal text changes: ${pages.join(', ')}.`] : []),
    ...(old === now ? [] : [`The terms' date moves from ${old} to ${now}.`])
  ]
}

function members(before: Tenant | null, after: Tenant): string[] {
  if (!before) return []
  const said: string[] = []
  if (poolOf(before) !== poolOf(after))
    said.push(`Its members leave the pool "${poolOf(before)}": who signed up there cannot log in here any more.`)
  if (before.signups !== after.signups) said.push(`Sign-ups: ${before.signups} → ${after.signups}.`)
  for (const [field, what] of PRICES)
    if (before[field] !== after[field]) said.push(`${what} costs ${after[field]} credits instead of ${before[field]}, from now on.`)
  if (after.min_age > before.min_age) said.push(`New members must be ${after.min_age}.`)
  if (after.chat_history_months < before.chat_history_months)
    said.push(`Messages older than ${after.chat_history_months} months will be deleted for good.`)
  return said
}

/** How buying credits will work. */
function prices(before: Tenant | null, after: Tenant): string[] {
  const sold = before !== null && sells(before)
  if (!sells(after)) return sold ? ['It stops selling credits: prices and everything about buying disappear.'] : []
  if (!sold) return [`It sells credits (${after.payment_provider}): prices and everything about buying appear.`]
  return after.countries.flatMap((country) => {
    const old = bundlesIn(before, country)
    const now = bundlesIn(after, country)
    const price = ({ id, credits, price, currency }: (typeof now)[number]) =>
      `${credits} credits ("${id}") ${(price / 100).toFixed(2)} ${currency}`
    const changed = now.filter((bundle) => !old.some((other) => same(other, bundle)))
    const gone = old.filter(({ id }) => !now.some((bundle) => bundle.id === id))
    return [
      ...(changed.length > 0 ? [`Prices in ${country}: ${changed.map(price).join(', ')}.`] : []),
      ...(gone.length > 0 ? [`No longer sold in ${country}: ${gone.map(({ id }) => `"${id}"`).join(', ')}.`] : [])
    ]
  })
}

const PRICES = [
  ['message_credits', 'A message'],
  ['photo_credits', 'A locked photo'],
  ['gift_credits', 'A gift']
] as const

const and = (names: readonly string[]) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`)
