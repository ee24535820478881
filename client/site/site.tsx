import { createContext, use } from 'react'
import { createTranslator, type MessageValues, type Messages, type Translator } from '../../shared/i18n/translator.ts'
import type { PublicSettings } from '../../shared/tenants/public-settings.ts'
import type { MessageKey } from '../../locales/keys.ts'
import type { ErrorBody } from '../../shared/api/errors.ts'

export type { MessageKey }

/** The input of a plain form that the origin refused; never includes passwords. */
export interface RefusedForm {
  endpoint: string
  values: Record<string, string[]>
  error: ErrorBody['error']
}

/** Everything the first page is rendered from, both on the edge and in the browser. */
export interface Bootstrap {
  tenant: PublicSettings
  messages: Messages
  /** Path and query of the page. */
  url: string
  /** There is a session: every page hydrates, the router runs, parts for members are shown. */
  member: boolean
  /** The visit has a traffic source. */
  trafficSource: boolean
  /** Business time of the render, ISO. */
  now: string
  /** The page doesn't exist, even if the path matches a route. */
  notFound: boolean
  /** The origin could not be reached: the shell says so. */
  originAway: boolean
  /** Number of the member's event up to which the page's data is current; null if unknown. */
  eventNumber: number | null
  /** The content of the `notices` cookie: notices that a member of this device has closed, and whether notifications can be offered. */
  notices: readonly string[]
  form: RefusedForm | null
}

export interface Site extends Omit<Bootstrap, 'messages' | 'url' | 'notFound'> {
  translator: Translator
}

const SiteContext = createContext<Site | null>(null)

export function SiteProvider({ bootstrap, children }: { bootstrap: Bootstrap; children: React.ReactNode }) {
  const { messages, url: _url, notFound: _notFound, ...rest } = bootstrap
  return <SiteContext value={{ ...rest, translator: translatorOf(bootstrap.tenant, messages) }}>{children}</SiteContext>
}

/** The translator of these messages for the visitor's country; if that is unknown, the brand's first country is assumed. */
export function translatorOf({ language, geoip_selected_country, geoip_country, countries }: Bootstrap['tenant'], messages: Messages) {
  return createTranslator(language, messages, geoip_selected_country ?? geoip_country ?? countries[0])
}

/** The brand, language and visitor this page is for. */
export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite() needs <SiteProvider>')
  return site
}

/** The sentence for a message key in the page's language. */
export function useT(): (key: MessageKey, values?: MessageValues) => string {
  return useSite().translator.t
}

/** For keys that are composed or come from the API (`error.…`, `field.…`, `interest.…`). */
export function useMessage(): (key: string, values?: MessageValues) => string {
  return useSite().translator.t
}
