import { LOCALES, type Locale } from '../i18n/locales.ts'
import { sells } from '../rules/prices.ts'
import { countryClassOf, languagesOf, languagesOfCountry } from './countries.ts'
import { normalizeHost } from './hosts.ts'
import type { Rule, Tell } from './lint-rule.ts'
import { NOT_SELLING, poolPrices, SELLING_PAGES, SELLING_RULES, sellingCompany } from './lint-selling.ts'
import { namesBrand } from './names-brand.ts'
import { nearestWord } from './nearest-word.ts'
import type { Problem } from './problem.ts'
import { COUNTRY_CODES } from './regions.ts'
import type { Tenant } from './schema.ts'
import { type CheckedCompany, type CheckedTenant, problemAt } from './source.ts'
import { contrast, PAGE, textOn } from './theme.ts'

type Texts = Partial<Record<Locale, string>>
/** The keys of every language's messages. */
export type MessageKeys = ReadonlyMap<Locale, ReadonlySet<string>>

/**
 * What a schema can't express: rules between fields and between files.
 * @param named companies that any tenant refers to, even one with mistakes; null if a file couldn't be read
 * @param keys message keys by language, if available
 */
export function lintTenants(
  tenants: readonly CheckedTenant[],
  companies: readonly CheckedCompany[],
  named: ReadonlySet<unknown> | null,
  keys?: MessageKeys
): Problem[] {
  const problems: Problem[] = []
  const telling = (source: CheckedTenant | CheckedCompany): Tell => ({
    error: (path, text) => problems.push(problemAt(source, path, text)),
    warning: (path, text) => problems.push(problemAt(source, path, { ...text, severity: 'warning' }))
  })
  const hosts = new Map<string, { host: string; id: string }>()
  for (const tenant of tenants) {
    const tell = telling(tenant)
    uniqueHosts(tenant.settings, hosts, tell)
    for (const rule of RULES) rule(tenant.settings, tell)
    if (keys) messages(tenant.settings, keys, tell)
    sellingCompany(tenant.settings, companies, tell)
    groupOf(tenant.settings, tenants, tell)
    poolPrices(tenant.settings, tenants, tell)
  }
  for (const company of companies) lintCompany(company, named, telling(company))
  return problems
}

/** Two hosts are the same when they differ only by `www.`, case or the encoding of a non-ASCII letter. */
function uniqueHosts({ id, domain, aliases }: Tenant, taken: Map<string, { host: string; id: string }>, tell: Tell): void {
  for (const [path, host] of [[['domain'], domain] as const, ...aliases.map((alias, index) => [['aliases', index], alias] as const)]) {
    const folded = (normalizeHost(host) ?? host).replace(/^www\./, '')
    const owner = taken.get(folded)
    if (!owner) taken.set(folded, { host, id })
    else if (owner.id === id)
      tell.error(path, { message: `"${host}" is "${owner.host}" again; www. is always known too.`, fix: 'Remove it.' })
    else
      tell.error(path, {
        message: `"${host}" belongs to the tenant "${owner.id}" ("${owner.host}").`,
        fix: 'A host leads to one tenant; remove it from one of the two.'
      })
  }
}

const domainLanguage: Rule = ({ countries, domain_language }, tell) => {
  const main = countries[0]!
  const visible = languagesOfCountry(countryClassOf(main), domain_language)
  if (visible.includes(domain_language)) return
  tell.warning(['domain_language'], {
    message: `"${domain_language}" is not among the languages shown in ${main}, the main country (${visible.join(', ')}).`,
    fix: `Set it to one of them, or put a country of "${domain_language}" first.`
  })
}

const countries: Rule = (tenant, tell) => {
  for (const [index, country] of tenant.countries.entries()) {
    const path = ['countries', index]
    if (tenant.countries.indexOf(country) < index) tell.error(path, { message: `"${country}" is listed twice.`, fix: 'Remove one.' })
    else if (!COUNTRY_CODES.includes(country)) {
      tell.warning(path, {
        message: `No regions are known for "${country}": members there can be found by country only.`,
        fix: `Countries with regions: ${COUNTRY_CODES.join(', ')}.`
      })
    }
  }
}

const indexTexts: Rule = (tenant, tell) => {
  for (const field of ['index_title', 'description'] as const) {
    const missing = languagesOf(tenant).filter((language) => !tenant[field][language])
    if (missing.length === 0) continue
    tell.warning([field], {
      message: `"${field}" has no text in ${missing.join(', ')}, shown in the tenant's countries.`,
      fix: 'Add it; until then the text of the domain language is shown.'
    })
  }
}

const READABLE = 4.5

/** The nearest darker or lighter colour that passes, as a suggestion. */
function readable(colour: string, passes: (colour: string) => boolean, towards: 0 | 255): string {
  for (let share = 0.02; share < 1; share += 0.02) {
    const mixed = `#${[1, 3, 5]
      .map((start) =>
        Math.round(Number.parseInt(colour.slice(start, start + 2), 16) * (1 - share) + towards * share)
          .toString(16)
          .padStart(2, '0')
      )
      .join('')}`
    if (passes(mixed)) return mixed
  }
  return towards === 0 ? '#000000' : '#ffffff'
}

const contrasts: Rule = ({ theme }, tell) => {
  const check = (field: keyof Tenant['theme'], place: string, neighbours: (colour: string) => string[], towards: 0 | 255) => {
    const colour = theme[field]
    if (!colour) return
    const least = (one: string) => Math.min(...neighbours(one).map((other) => contrast(one, other)))
    if (least(colour) >= READABLE) return
    const better = readable(colour, (one) => least(one) >= READABLE, towards)
    tell.error(['theme', field], {
      message: `theme.${field} "${colour}" has a contrast of ${least(colour).toFixed(1)} : 1 ${place}; readable text needs ${READABLE} : 1.`,
      fix: `Try "${better}" (${least(better).toFixed(1)} : 1).`
    })
  }
  check('primary', 'with the light page or its own text', (colour) => [PAGE.light, textOn(colour)], 0)
  check('primary_dark', 'with the dark page or its own text', (colour) => [PAGE.dark, textOn(colour)], 255)
  check('secondary', 'with its own text', (colour) => [textOn(colour)], 255)
  check('secondary_dark', 'with its own text', (colour) => [textOn(colour)], 255)
}

const phone: Rule = ({ support_phone }, tell) => {
  if (support_phone && !isPhone(support_phone)) {
    tell.error(['support_phone'], {
      message: `"${support_phone}" cannot be dialled.`,
      fix: 'Write 7 to 15 digits with the country code, such as "+31 20 123 45 67".'
    })
  }
}

/** Spaces and dashes are stripped in links (docs/requirements.tsv); what is left must be a number. */
const isPhone = (text: string) => /^\+?\d{7,15}$/.test(text.replace(/[ -]/g, ''))

const signups: Rule = (tenant, tell) => {
  const known = ['all', 'with_trafficsource', 'none']
  if (known.includes(tenant.signups)) return
  const near = nearestWord(tenant.signups, known)
  tell.warning(['signups'], {
    message: `"signups" is "${tenant.signups}", which counts as none.`,
    fix: near ? `Did you mean "${near}"?` : `Use one of ${known.join(', ')}.`
  })
}

/** Landers are listed by search engines, and these two say that a profile is about what its member likes. */
const interests: Rule = ({ visible_profile_fields: fields }, tell) => {
  if (fields.includes('interests')) return
  tell.warning(['visible_profile_fields'], {
    message: 'Profiles have no interests, but /landers/iconslanding and /landers/collagelanding speak of them.',
    fix: 'Add "interests".'
  })
}

const timeZone: Rule = ({ time_zone }, tell) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: time_zone })
  } catch {
    tell.error(['time_zone'], { message: `There is no time zone "${time_zone}".`, fix: 'Use an IANA name such as "Europe/Amsterdam".' })
  }
}

/** Unproven claims mislead (UCPD); demo tenants show them marked as examples. */
const claims: Rule = ({ claims: { premium_chance_percent, source, measured_on }, demo }, tell) => {
  if (premium_chance_percent !== undefined && (premium_chance_percent < 0 || premium_chance_percent > 100)) {
    tell.error(['claims', 'premium_chance_percent'], { message: `${premium_chance_percent} is not a percentage.`, fix: 'Write 0 to 100.' })
  }
  if (premium_chance_percent === undefined || demo || (source && measured_on)) return
  tell.error(['claims', 'premium_chance_percent'], {
    message: 'A claim without its source and the day it was measured is misleading.',
    fix: 'Add "source" and "measured_on", or remove the claim.'
  })
}

const autoLike: Rule = ({ auto_like, demo }, tell) => {
  if (auto_like !== 'consented' || demo) return
  tell.error(['auto_like'], { message: '"consented" greetings are for demo tenants only.', fix: 'Use "suggestion" or "off".' })
}

const accountErrors: Rule = ({ explicit_account_errors, demo }, tell) => {
  if (!explicit_account_errors || demo) return
  tell.warning(['explicit_account_errors'], { message: 'Anyone can find out who is a member here.', fix: 'Set it to false.' })
}

const sender: Rule = ({ mail_name, name }, tell) => {
  if (!namesBrand(mail_name, name)) return
  tell.warning(['mail_name'], {
    message: `Inboxes and locked screens would show the brand: "${mail_name}".`,
    fix: "Use a neutral name, such as the company's."
  })
}

const fictional: Rule = (tenant, tell) => {
  if (!tenant.fictional_profiles) return
  if (tenant.countries.every((country) => tenant.fictional_excluded_countries.includes(country))) {
    tell.warning(['fictional_excluded_countries'], {
      message: 'Fictional profiles are on, but shown in no country of the brand.',
      fix: 'Remove a country, or set fictional_profiles to false.'
    })
  }
  for (const field of ['fictional_warning', 'fictional_singular', 'fictional_plural'] as const) {
    const texts: Texts = tenant[field]
    const missing = languagesOf(tenant).filter((language) => !texts[language])
    if (!texts[tenant.domain_language]) {
      tell.error([field], {
        message: `Fictional profiles need "${field}" in "${tenant.domain_language}".`,
        fix: 'Add the text, or set fictional_profiles to false.'
      })
    } else if (missing.length > 0) {
      tell.warning([field], {
        message: `"${field}" has no text in ${missing.join(', ')}, shown in the tenant's countries.`,
        fix: 'Add it.'
      })
    }
  }
}

/** Every text exists in every language of the tenant's countries; where something is sold, those about buying in all languages: each can be chosen. */
function messages(tenant: Tenant, keys: MessageKeys, tell: Tell): void {
  const all = [...(keys.get('en') ?? [])]
  const missingIn = (language: Locale) => all.filter((key) => !keys.get(language)?.has(key))
  for (const language of sells(tenant) ? LOCALES : []) {
    for (const page of SELLING_PAGES) {
      if (!missingIn(language).some((key) => key.startsWith(`${page}/`))) continue
      tell.error(['payment_provider'], {
        message: `The brand sells, but /${page.replace('-', '/')} is not complete in "${language}".`,
        fix: `Add the texts to locales/${page}/${language}.json, ${NOT_SELLING}`
      })
    }
  }
  for (const language of new Set([tenant.domain_language, ...languagesOf(tenant)])) {
    const missing = missingIn(language)
    if (missing.length === 0) continue
    const named = missing.slice(0, 3).join(', ') + (missing.length > 3 ? ' …' : '')
    tell.warning(['countries'], {
      message: `${missing.length} of the product's texts have no "${language}", which its visitors can choose: ${named}.`,
      fix: `Add them to the ${language}.json of their folders in locales/.`
    })
  }
}

/** Search engines distinguish the domains of one group by country and language (hreflang). */
function groupOf({ id, group, countries: [main], domain_language }: Tenant, tenants: readonly CheckedTenant[], tell: Tell): void {
  if (!group) return
  const others = tenants.filter(({ settings }) => settings.group === group && settings.id !== id)
  if (others.length === 0) {
    tell.warning(['group'], { message: `No other tenant is in the group "${group}".`, fix: 'Name it in the others too, or remove it.' })
  }
  const same = others.find(({ settings }) => settings.countries[0] === main && settings.domain_language === domain_language)
  if (same && same.id < id) {
    tell.warning(['group'], {
      message: `"${same.id}" of the same group has the same language and main country (${domain_language}-${main}).`,
      fix: 'Search engines will show one of the two: change a main country, or make one domain an alias.'
    })
  }
}

/** RFC 2606 and 6761: no one can register them. */
const RESERVED = /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|net|org)$/

const reservedHosts: Rule = ({ domain, status, demo }, tell) => {
  if (status !== 'live' || demo || !RESERVED.test(domain)) return
  tell.warning(['domain'], { message: `"${domain}" is a reserved name that no visitor can reach.`, fix: 'Write the domain you own.' })
}

const RULES: readonly Rule[] = [
  domainLanguage,
  countries,
  indexTexts,
  contrasts,
  phone,
  signups,
  interests,
  timeZone,
  claims,
  autoLike,
  accountErrors,
  sender,
  fictional,
  reservedHosts,
  ...SELLING_RULES
]

function lintCompany({ company, id }: CheckedCompany, named: ReadonlySet<unknown> | null, tell: Tell): void {
  if (company.tradenames.length === 0)
    tell.warning(['tradenames'], { message: 'The company has no trade names.', fix: 'Add the brand names it trades under.' })
  if (company.vat_numbers.length === 0) tell.warning(['vat_numbers'], { message: 'The footer leaves out the VAT number.', fix: 'Add it.' })
  if (company.support_phone && !isPhone(company.support_phone)) {
    tell.error(['support_phone'], {
      message: `"${company.support_phone}" cannot be dialled.`,
      fix: 'Write 7 to 15 digits with the country code.'
    })
  }
  if (named && !named.has(id))
    tell.warning(['id'], { message: `No tenant names the company "${id}".`, fix: 'Remove the file, or name it as a company_id.' })
}
