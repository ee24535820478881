import { countryClassOf, visibleLanguages } from '../../shared/tenants/countries.ts'
import { publicSettings, type PublicSettings } from '../../shared/tenants/public-settings.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { jsonForHtml } from './escape.ts'
import type { PageKey } from './page-key.ts'

/** What is remembered of one version of a brand: visitors from every country in every language would be more. */
const MOST = 200

const remembered = new WeakMap<TenantRecord, Map<string, PublicSettings>>()
const texts = new WeakMap<PublicSettings, string>()

/** The settings a browser gets for this page: a function of the brand and a few parts of the key, computed once for each. */
export function settingsFor(record: TenantRecord, { language, country, selectedCountry, entryWarning }: PageKey): PublicSettings {
  const known = remembered.get(record) ?? new Map<string, PublicSettings>()
  remembered.set(record, known)
  const name = `${language} ${country} ${selectedCountry ?? ''} ${entryWarning}`
  const before = known.get(name)
  if (before) return before
  const treatedAs = countryClassOf(selectedCountry ?? country)
  const settings = publicSettings(record, {
    language,
    visibleLanguages: visibleLanguages(treatedAs, record.settings.domain_language, language),
    country,
    selectedCountry,
    entryWarning,
    usFooter: treatedAs === 'US' && language === 'en'
  })
  if (known.size >= MOST) known.clear()
  known.set(name, settings)
  return settings
}

/** The same as the page carries them. */
export function settingsJson(settings: PublicSettings): string {
  const text = texts.get(settings) ?? jsonForHtml(settings)
  texts.set(settings, text)
  return text
}
