import type { Locale } from '../../shared/i18n/locales.ts'
import { href, type RouteMatch } from '../../shared/routes/match.ts'
import type { LayoutName, Params } from '../../shared/routes/route.ts'
import { entryWarningApplies } from '../../shared/tenants/countries.ts'
import type { Visitor } from '../visitor/visitor.ts'

/** Everything a visitor's cached page depends on. The renderer only gets this and the data, so nothing else can influence the bytes. */
export interface PageKey {
  readonly tenant: string
  readonly version: number
  /** What the pages say of direct debit depends on it. */
  readonly sendsTexts: boolean
  /** The group of domains whose pages link to each other; empty for a single domain. */
  readonly group: string
  readonly country: string
  readonly selectedCountry: string | null
  readonly language: Locale
  readonly entryWarning: boolean
  readonly trafficSource: boolean
  /** `not-found` for a path without a page. */
  readonly route: string
  readonly params: Params
  /** `?sent=1` and the like: the few flags a page shows, each of a bounded set. */
  readonly flag: string
  /** The day, `YYYY-MM-DD`: years of birth and the like change at midnight. */
  readonly day: string
}

/** Key of the page for an unknown path. */
export const NOT_FOUND = 'not-found'

/** Layouts with the entry warning. */
const WARNED: readonly LayoutName[] = ['chat', 'lander']

/** What the page of this match depends on for this visitor, now. The order of the fields is that of the key's text. */
export function pageKeyOf(visitor: Visitor, match: RouteMatch | null, search: URLSearchParams, now: Date): PageKey {
  const { route = null, params = {} } = match ?? {}
  const { settings, version, sends_texts: sendsTexts = true } = visitor.record
  // A member navigates without the edge: layouts with a warning must know, whatever the first page was.
  const inLayout = visitor.session !== null || WARNED.includes(route?.layout ?? 'default')
  const warned = settings.enable_site_entry_popup && inLayout && entryWarningApplies(visitor.country, settings.countries[0] ?? '')
  return Object.freeze({
    tenant: settings.id,
    version,
    sendsTexts,
    group: visitor.group.key,
    country: visitor.country,
    selectedCountry: visitor.selectedCountry,
    language: visitor.language,
    entryWarning: warned && !visitor.warningClosed,
    trafficSource: visitor.trafficSource,
    route: route?.key ?? NOT_FOUND,
    params,
    flag: (route?.flags ?? []).filter((name) => search.get(name) === '1').join(),
    day: now.toISOString().slice(0, 10)
  })
}

/** The key as text: all its fields, so that none can be forgotten and one visitor's page served to another. */
export function textOfKey(key: PageKey): string {
  return JSON.stringify(Object.values(key))
}

/** The path and query a cached page is rendered for, built from its key: nothing from the visitor's own URL gets in. */
export function urlOfKey(key: PageKey): string {
  if (key.route === NOT_FOUND) return href('index')
  return href(key.route, key.params, key.flag ? { [key.flag]: 1 } : {})
}
