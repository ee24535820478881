import { browserCookieName, ORIGIN_COOKIES } from '../../shared/auth/cookies.ts'
import { readSessionToken } from '../../shared/auth/session-token.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import { isLocale } from '../../shared/i18n/locales.ts'
import { countryClassOf } from '../../shared/tenants/countries.ts'
import type { Group } from '../../shared/tenants/groups.ts'
import { pageLanguage } from '../../shared/tenants/language.ts'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import { hasTrafficSource, trackingOf, type Tracking } from '../../shared/tenants/tracking.ts'
import type { EdgeDeps, RequestFacts } from '../deps.ts'
import { mayUseDevTools } from '../dev/may-use-dev-tools.ts'
import { readCookies } from './cookies.ts'

/** What the edge knows about the visitor without another request. */
export interface Visitor {
  record: TenantRecord
  /** The domains that show the same pages in other languages and countries, including this one. */
  group: Group
  requestId: string
  /** The `User-Agent` header; empty if missing. */
  userAgent: string
  ip: string
  /** ISO code or `XX`. */
  country: string
  /** The visitor's own choice of country, otherwise null; the entry warning only depends on `country`. */
  selectedCountry: string | null
  language: Locale
  /** A supported `?lang`: the answer sets the `locale` cookie. */
  askedLanguage: Locale | null
  /** The token of a valid session of this tenant, otherwise null. */
  session: string | null
  /** There is a cookie without a valid session: the answer clears it. */
  staleSession: boolean
  /** The limited session of a suspended or banned member, as sent; null without one. Only the origin can check it. */
  limited: string | null
  /** The origin's marker of a browser that signed up; null without one. Only the origin can tell whether it is genuine. */
  signup: string | null
  warningClosed: boolean
  /** Notices that members of this device have closed, according to the browser (client/banners/dismissals.ts). */
  notices: readonly string[]
  /** Tracking of this visit. */
  tracking: Tracking | null
  /** The link's own tracking, if it has any: the answer sets the `visit` cookie. */
  newTracking: Tracking | null
  trafficSource: boolean
  /** The tools of local mode are available: the request uses a name of this machine and comes from a local address. */
  local: boolean
  /** Local mode: `?__country` was given and applies to the whole visit. */
  devCountry: string | null
  https: boolean
}

/** Determines tenant, country, language, campaign and session of a request. No I/O except one HMAC. */
export async function identify(
  request: Request,
  url: URL,
  record: TenantRecord,
  group: Group,
  facts: RequestFacts,
  requestId: string,
  deps: EdgeDeps
): Promise<Visitor> {
  const cookies = readCookies(request.headers.get('cookie'))
  const https = deps.environment === 'production'
  const local = mayUseDevTools(url, facts.ip, deps)
  const country = (local && devCountry(request, url, cookies)) || facts.country || 'XX'
  const chosen = cookies.get('country')
  const selectedCountry = chosen && record.settings.countries.includes(chosen) ? chosen : null
  const lang = url.searchParams.get('lang')
  const token = cookies.get(browserCookieName(ORIGIN_COOKIES.session, https)) ?? null
  const session = token && (await readSessionToken(deps.secret, record.settings.id, token, deps.now().getTime())) ? token : null
  const asked = trackingOf(url.searchParams)
  const kept = trackingOf(new URLSearchParams(decodeVisit(cookies.get('visit'))))
  // A later link of the same visit adds to its tracking.
  const tracking = asked ? { ...kept, ...asked } : kept
  return {
    record,
    group,
    requestId,
    userAgent: request.headers.get('user-agent') ?? '',
    ip: facts.ip,
    country: countryClassOf(country) === 'XX' ? 'XX' : country,
    selectedCountry,
    language: pageLanguage(lang, cookies.get('locale'), record.settings.domain_language),
    askedLanguage: isLocale(lang) ? lang : null,
    session,
    staleSession: token !== null && session === null,
    limited: /^[\w.-]{1,200}$/.exec(cookies.get(browserCookieName(ORIGIN_COOKIES.limited, https)) ?? '')?.[0] ?? null,
    signup: /^[\w.-]{1,100}$/.exec(cookies.get(browserCookieName(ORIGIN_COOKIES.signup, https)) ?? '')?.[0] ?? null,
    warningClosed: cookies.get('ew') === '1',
    notices: /^[\w:~-]{1,600}$/.exec(cookies.get('notices') ?? '')?.[0].split('~') ?? [],
    tracking,
    newTracking: asked,
    trafficSource: hasTrafficSource(tracking, record.settings.campaigns),
    local,
    devCountry: local ? url.searchParams.get('__country') : null,
    https
  }
}

function devCountry(request: Request, url: URL, cookies: Map<string, string>): string | null {
  return url.searchParams.get('__country') ?? request.headers.get('x-dev-country') ?? cookies.get('dev_country') ?? null
}

function decodeVisit(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? '')
  } catch {
    return ''
  }
}
