import type { Locale } from '../../shared/i18n/locales.ts'
import { attempt } from '../api/call.ts'

/**
 * This page again in another language, the rest of its query kept; the edge sets the cookie of 365 days. A member's choice goes to the
 * server before the page is loaded again.
 */
export async function chooseLanguage(language: Locale, member: boolean): Promise<void> {
  const target = new URL(window.location.href)
  target.searchParams.set('lang', language)
  if (member) await attempt('updateUser', { body: { language } }).catch(() => null)
  window.location.assign(target)
}
