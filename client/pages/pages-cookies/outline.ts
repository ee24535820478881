import type { OutlineSection } from '../../documents/outline.tsx'
import type { CookiesKey } from './texts.ts'

/** Cookies by name (those of the origin have the prefix `__Host-` on https), each with its purpose. */
export const COOKIES = {
  auth: 'cookies.auth',
  limited: 'cookies.limited',
  signup: 'cookies.signup',
  locale: 'cookies.locale',
  country: 'cookies.country',
  ew: 'cookies.ew',
  notices: 'cookies.notices',
  visit: 'cookies.visit'
} as const satisfies Record<string, CookiesKey>

/** Items that pages keep in the browser's storage, by key prefix. */
export const STORED = {
  outbox: 'storage.outbox',
  'chat_draft:': 'storage.chat_draft',
  push_member: 'storage.push_member',
  hide_: 'storage.hide',
  auto_like: 'storage.auto_like',
  install_card: 'storage.install',
  offline: 'storage.offline',
  site_entry_closed: 'storage.site_entry_closed',
  'draft:': 'storage.draft',
  signup_progress: 'storage.signup_progress',
  signup_sent: 'storage.signup_sent',
  'scroll:': 'storage.scroll',
  chunk_reloaded_at: 'storage.chunk_reloaded_at'
} as const satisfies Record<string, CookiesKey>

/** The sections in order, with the paragraphs that are true for this brand. */
export function cookiesOutline({ sells }: { sells: boolean }): OutlineSection<CookiesKey>[] {
  return [
    { id: 'cookies', title: 'cookies.title', paragraphs: ['cookies.text'] },
    { id: 'storage', title: 'storage.title', paragraphs: ['storage.text'] },
    { id: 'others', title: 'others.title', paragraphs: ['others.text', ...(sells ? (['others.payment'] as const) : [])] },
    { id: 'choice', title: 'choice.title', paragraphs: ['choice.text', 'choice.clear'] },
    { id: 'who', title: 'who.title', paragraphs: [], routes: ['pages-privacy'] }
  ]
}
