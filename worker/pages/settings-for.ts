import { countryClassOf, visibleLanguages } from '../../shared/tenants/countries.ts'
import { publicSettings, type PublicSettings } from '../../shared/tenants/public-settings.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { jsonForHtml } from '../../shared/text/escape-html.ts'
import type { PageKey } from './page-key.ts'

/** How many settings are remembered over all brands, some 5 KB each: visitors from every country in every language would need more. */
const MOST = 2_000

let remembered = new WeakMap<TenantRecord, Map<string, PublicSettings>>()
let count = 0
const texts = new WeakMap<PublicSettings, string>()

/** The settings a browser gets for this page: a function of the brand and a few parts of the key, computed once for each. */
export function settingsFor(record: TenantRecord, { language, country, selectedCountry, entryWarning }: PageKey): PublicSettings {
  const name = `${language} ${country} ${selectedCountry ?? ''} ${entryWarning}`
  const known = remembered.get(record)?.get(name)
  if (known) return known
  const treatedAs = countryClassOf(selectedCountry ?? country)
  const settings = publicSettings(record, {
    language,
    visibleLanguages: visibleLanguages(treatedAs, record.settings.domain_language, language),
    country,
    selectedCountry,
    entryWarning,
    usFooter: treatedAs === 'US' && language === 'en'
  })
  remember(record, name, settings)
  return settings
}

function remember(record: TenantRecord, name: string, settings: PublicSettings): void {
  if (count >= MOST) {
    remembered = new WeakMap()
    count = 0
  }
  const ofBrand = remembered.get(record) ?? new Map<string, PublicSettings>()
  remembered.set(record, ofBrand)
  ofBrand.set(name, settings)
  count += 1
}

/** The same as JSON, as the page contains them. */
export function settingsJson(settings: PublicSettings): string {
  const text = texts.get(settings) ?? jsonForHtml(settings)
  texts.set(settings, text)
  return text
}
