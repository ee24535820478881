import type { Locale } from '../../shared/i18n/locales.ts'
import { attempt } from '../api/call.ts'

/**
 * Reloads this page in another language, keeping the rest of its query; the edge sets the cookie for 365 days. A member's choice is sent to the
 * server before the reload.
 */
export async function chooseLanguage(language: Locale, member: boolean): Promise<void> {
  const target = new URL(window.location.href)
  target.searchParams.set('lang', language)
  if (member) await attempt('updateUser', { body: { language } }).catch(() => null)
  window.location.assign(target)
}
