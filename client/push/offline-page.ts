import type { Locale } from '../../shared/i18n/locales.ts'
import { OFFLINE_CACHE, OFFLINE_PATH } from '../../shared/rules/offline.ts'
import { installWorker } from './browser-device.ts'

const DAY_MS = 86_400_000

/**
 * Makes this browser show the brand's own page when it can't load any other. The service worker caches it on installation; a page in another
 * language, or on another day, caches a new one.
 */
export async function startOfflinePage(language: Locale): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  try {
    await installWorker()
    const cache = await caches.open(OFFLINE_CACHE)
    if (!isFresh(await cache.match(OFFLINE_PATH), language)) await cache.add(OFFLINE_PATH)
  } catch {
    // No connection, or no room: the browser then shows its own page.
  }
}

function isFresh(kept: Response | undefined, language: Locale): boolean {
  const { headers } = kept ?? new Response()
  return headers.get('content-language') === language && Date.now() - Date.parse(headers.get('date') ?? '') < DAY_MS
}
