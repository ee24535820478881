import type { Locale } from '../i18n/locales.ts'
import { lowestMessageCosts, methodsIn, sells } from '../rules/prices.ts'
import { termsVersion } from '../rules/terms.ts'
import { brandScenePath, markOf } from './brand-pictures.ts'
import { isPaused, isClosed, sharesMembers, showsFictional } from './offering.ts'
import type { Company, Tenant, TenantRecord } from './schema.ts'

/** The visitor's context of a page: what the edge determined about host, country and language. */
export interface PageContext {
  language: Locale
  visibleLanguages: readonly Locale[]
  /** ISO code of the IP address's country; `XX` if unknown. */
  country: string
  /** The country the visitor chose to be treated as, otherwise null. */
  selectedCountry: string | null
  entryWarning: boolean
  usFooter: boolean
}

/** The text in the page's language, otherwise in the domain's, otherwise in English, otherwise empty. */
export function textIn(texts: Partial<Record<Locale, string>>, language: Locale, domainLanguage: Locale): string {
  return texts[language] ?? texts[domainLanguage] ?? texts.en ?? ''
}

/**
 * Everything about a tenant that a browser may know, and nothing else: only this list gets into the page's `<script id="tenant">`.
 */
export function publicSettings({ settings, company, version, push_public_key, sends_texts = true }: TenantRecord, page: PageContext) {
  const text = (texts: Partial<Record<Locale, string>>) => textIn(texts, page.language, settings.domain_language)
  return {
    id: settings.id,
    name: settings.name,
    domain: settings.domain,
    domain_language: settings.domain_language,
    cdn_prefix: settings.cdn_prefix,
    niche: settings.niche,
    /** Addresses of the picture of the front page, by the page's scheme. */
    scene: { light: brandScenePath(settings, 'light'), dark: brandScenePath(settings, 'dark') },
    mark: markOf(settings),
    /** Only if the brand has chosen its own. */
    interests: settings.interests,
    /** It has closed, for good or for a while (`paused`): only pages with `whileClosed` are open. */
    closed: isClosed(settings),
    paused: isPaused(settings),
    signups: isClosed(settings) ? ('none' as const) : settings.signups,
    logged_out_search: settings.logged_out_search,
    logged_out_search_trafficsource: settings.logged_out_search_trafficsource,
    countries: settings.countries,
    min_age: settings.min_age,
    age_assurance: settings.age_assurance,
    time_zone: settings.time_zone,
    index_title: text(settings.index_title),
    description: text(settings.description),
    visible_profile_fields: settings.visible_profile_fields,
    visible_profile_notes: settings.visible_profile_notes,
    search_fields: settings.search_fields,
    message_credits: settings.message_credits,
    photo_credits: settings.photo_credits,
    gift_credits: settings.gift_credits,
    signup_credits: settings.signup_credits,
    message_length: settings.message_length,
    /** Credits can be bought here. */
    sells: sells(settings),
    /** Members of some of its countries can sign a mandate, by a code in a text message. */
    direct_debit: sends_texts && settings.countries.some((country) => methodsIn(settings, country).includes('directdebit')),
    /** Computed from the prices of credits, by country, in minor units: empty if the brand sells none. */
    minimum_message_costs: lowestMessageCosts(settings),
    refund_days: settings.refund_days,
    chat_history_months: settings.chat_history_months,
    fictional_profiles: showsFictional(settings, [page.country]),
    fictional_icon: settings.fictional_icon,
    fictional_warning: text(settings.fictional_warning),
    fictional_singular: text(settings.fictional_singular),
    fictional_plural: text(settings.fictional_plural),
    enable_site_entry_popup: settings.enable_site_entry_popup,
    auto_like: settings.auto_like,
    premium_claim: premiumClaim(settings),
    member_resell: settings.member_resell,
    company_id: settings.company_id,
    /** Other sites may show the same members. */
    shares_members: sharesMembers(settings),
    terms_date: termsVersion(company.added),
    support_email: settings.support_email,
    support_phone: settings.support_phone,
    mail_name: settings.mail_name,
    /** For `pushManager.subscribe`; null while the origin couldn't be reached. */
    push_public_key: push_public_key ?? null,
    company: publicCompany(company),
    language: page.language,
    visible_languages: [...page.visibleLanguages],
    geoip_country: page.country === 'XX' ? null : page.country,
    geoip_selected_country: page.selectedCountry,
    entry_warning: page.entryWarning,
    /** The company's notices for the United States, maybe none; null for all other visitors. */
    us_footer: page.usFooter ? settings.us_legal_text : null,
    // `npm run tenants -- publish` waits for it.
    version
  }
}

export type PublicSettings = ReturnType<typeof publicSettings>

/** The claim about premium members' chances: measured, with a source, or a demo's example without one. Otherwise nothing is claimed. */
function premiumClaim({ claims, demo }: Tenant): { percent: number; source: string; measured_on: string } | null {
  const { premium_chance_percent: percent, source = '', measured_on = '' } = claims
  if (percent === undefined || !(demo || (source && measured_on))) return null
  return { percent, source, measured_on }
}

/** The information that the law requires on every page. */
function publicCompany(company: Company) {
  return {
    name: company.name,
    address: company.address,
    city: company.city,
    country: company.country,
    kvk: company.kvk,
    tradenames: company.tradenames,
    vat_numbers: company.vat_numbers
  }
}

/** How a visitor becomes a member here: at once, with a link that has a traffic source, or not at all. `signups` decides. */
export function signupWay({ signups }: Pick<Tenant, 'signups'>, trafficSource: boolean): 'open' | 'link' | 'closed' {
  if (signups === 'all' || (signups === 'with_trafficsource' && trafficSource)) return 'open'
  return signups === 'with_trafficsource' ? 'link' : 'closed'
}

/** May a visitor sign up here? */
export function signupsOpen(tenant: Pick<Tenant, 'signups'>, trafficSource: boolean): boolean {
  return signupWay(tenant, trafficSource) === 'open'
}

/** What a visitor sees of the member search. */
export function visitorSearch(
  tenant: Pick<Tenant, 'logged_out_search' | 'logged_out_search_trafficsource'>,
  trafficSource: boolean
): 'all' | 'limited' | 'none' {
  return trafficSource ? tenant.logged_out_search_trafficsource : tenant.logged_out_search
}
