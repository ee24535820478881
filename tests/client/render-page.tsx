import type { ComponentProps, ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import * as v from 'valibot'
import type { MainImage } from '../../shared/api/members.ts'
import { ApiError } from '../../client/api/api-error.ts'
import { createQueryClient, type Answered } from '../../client/api/query-client.ts'
import { keyOf } from '../../client/api/queries.ts'
import { App } from '../../client/app/app.tsx'
import type { Bootstrap } from '../../client/site/site.tsx'
import { loadOffers } from '../../client/discounts/offers.tsx'
import { loadHydratedLater } from '../../client/site/hydrated-later.tsx'
import { loadPage } from '../../client/pages/registry.ts'
import { locationOf } from '../../client/router/location.ts'
import { keyOfPage } from '../../client/router/page-key.ts'
import { loadAllMessages } from '../../locales/load.ts'
import type { Locale } from '../../shared/i18n/locales.ts'
import type { ApiQuery } from '../../shared/api/api-query.ts'
import { createTranslator } from '../../shared/i18n/translator.ts'
import { COUNTERS, recordOf } from '../../shared/rules/news.ts'
import { publicSettings, type PageContext, type PublicSettings } from '../../shared/tenants/public-settings.ts'
import { Company, Tenant } from '../../shared/tenants/schema.ts'
import { visibleLanguages } from '../../shared/tenants/countries.ts'

const NOW = '2026-11-20T20:00:00.000Z'

const COMPANY = v.parse(Company, {
  id: 'lantern',
  name: 'Lantern Works Ltd',
  address: '1 Quay Street',
  city: 'Dublin',
  country: 'IE',
  kvk: '123456',
  tradenames: ['Velvet'],
  vat_numbers: ['IE1234567A'],
  added: '2025-05-01'
})

const TENANT = {
  id: 'velvet',
  name: 'Velvet',
  domain: 'velvet.example',
  domain_language: 'en',
  countries: ['IE', 'GB'],
  niche: 1,
  index_title: { en: 'Velvet: meet people' },
  description: { en: 'A place to meet.' },
  signups: 'all',
  company_id: 'lantern',
  mail_name: 'Velvet post',
  support_email: 'help@velvet.example',
  support_phone: '020-123 45 67'
}

export interface Visit {
  /** Values of the tenant's file that differ from the sample brand's. */
  tenant?: Record<string, unknown>
  country?: string
  /** The country they chose to be treated as. */
  chosenCountry?: string
  language?: Locale
  entryWarning?: boolean
  member?: boolean
  answers?: Answered[]
  /** A query whose answer came with the page and that has returned 404 since. */
  gone?: ApiQuery
  page?: Partial<Bootstrap>
}

/** The settings a browser gets of the sample brand on this visit. */
export function settingsFor({
  tenant = {},
  country = 'IE',
  chosenCountry,
  language = 'en',
  entryWarning = false
}: Visit = {}): PublicSettings {
  const settings = v.parse(Tenant, { ...TENANT, ...tenant })
  const page: PageContext = {
    language,
    visibleLanguages: visibleLanguages(country, settings.domain_language, language),
    country,
    selectedCountry: chosenCountry ?? null,
    entryWarning,
    usFooter: country === 'US' && language === 'en'
  }
  return publicSettings({ settings, company: COMPANY, version: 1 }, page)
}

export async function translatorOf(language: Locale = 'en') {
  return createTranslator(language, await loadAllMessages(language))
}

/** The HTML of a page inside `<div id="app">`, as the edge renders it. */
export async function renderPage(url: string, visit: Visit = {}): Promise<string> {
  const app = await appOf(url, visit)
  await loadHydratedLater(app.props.bootstrap.tenant.language)
  return renderToString(app)
}

/** A page with its data, as both edge and browser render it. */
export async function appOf(url: string, visit: Visit = {}): Promise<ReactElement<ComponentProps<typeof App>>> {
  const bootstrap: Bootstrap = {
    tenant: settingsFor(visit),
    messages: await loadAllMessages(visit.language ?? 'en'),
    url,
    member: visit.member ?? false,
    trafficSource: false,
    now: NOW,
    notFound: false,
    originAway: false,
    eventNumber: null,
    notices: [],
    form: null,
    ...visit.page
  }
  await loadPage(keyOfPage(bootstrap.notFound ? null : locationOf(url).match), bootstrap.tenant.language)
  const queryClient = createQueryClient(visit.answers ?? [])
  await loadOffers(queryClient, bootstrap)
  if (visit.gone) {
    const error = new ApiError(404, { code: 'not_found', message_key: 'error.not_found', params: {} })
    queryClient
      .getQueryCache()
      .find({ queryKey: keyOf(visit.gone) })
      ?.setState({ status: 'error', error })
  }
  return <App bootstrap={bootstrap} queryClient={queryClient} />
}

const endIn = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString()

/** The answers that a member's navigation is rendered from. */
export function memberAnswers({
  credits = 20,
  paid = false,
  unread = 0,
  newLikes = 0,
  name = 'Robin',
  confirmed = true,
  disabled = [] as string[],
  picture = null as MainImage | null,
  /** Seconds left of the time bonus. */
  bonus = null as number | null,
  popupShown = false,
  /** Seconds left of the welcome code. */
  welcome = null as number | null
} = {}): Answered[] {
  const id = 'A'.repeat(22)
  const status = confirmed ? 'active' : 'disabled'
  const profile = { id, name, age: 33, gender: 'man', country: 'IE', region: null, region_name: null, status, main_image: picture }
  const user = {
    id,
    status: confirmed ? 'confirmed' : 'not_confirmed',
    email: 'robin@mail.example',
    credits,
    paid_user: paid,
    signup_date: NOW,
    welcome: welcome === null ? null : { code: 'WELCOME25', percentage: 25, minimum: 1995, currency: 'EUR', ends_at: endIn(welcome) },
    time_bonus: bonus === null ? null : { code: 'TIMEBONUS25', percentage: 25, ends_at: endIn(bonus), popup_shown: popupShown },
    language: 'en',
    notifications_disabled: disabled,
    ...recordOf(COUNTERS, () => 0),
    num_unread_messages: unread,
    num_new_likes: newLikes,
    search: {},
    profile
  }
  return [
    [
      { endpoint: 'getUser', query: {} },
      { user, now: NOW }
    ],
    [
      { endpoint: 'listChats', query: {} },
      { chats: [], total: 0, total_unread: unread, page: 1 }
    ],
    [
      { endpoint: 'listLikes', query: {} },
      { profiles: [], liked_by: [], matches: [], total_new: newLikes, more: { received: null, given: null, matches: null } }
    ]
  ]
}

/** The first element with this attribute value and everything up to its end tag of the same name. */
export function part(html: string, tag: string, attribute = ''): string {
  const start = html.search(new RegExp(`<${tag}\\b[^>]*${attribute}`))
  if (start < 0) return ''
  const ends = new RegExp(`<(/?)${tag}\\b`, 'g')
  ends.lastIndex = start
  let depth = 0
  for (let found = ends.exec(html); found; found = ends.exec(html)) {
    depth += found[1] ? -1 : 1
    if (depth === 0) return html.slice(start, found.index)
  }
  return html.slice(start)
}

/** Text of a piece of HTML without its tags. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
