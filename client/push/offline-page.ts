import type { Locale } from '../../shared/i18n/locales.ts'
import { OFFLINE_CACHE, OFFLINE_PATH } from '../../shared/rules/offline.ts'
import { installWorker } from './browser-device.ts'

const DAY_MS = 86_400_000

/**
 * From now on this browser shows the brand's own page when no page can be loaded. The service worker keeps it when it is installed; a page in another
 * language, or from another day, keeps a new one.
 */
export async function startOfflinePage(language: Locale): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  try {
    await installWorker()
    const cache = await caches.open(OFFLINE_CACHE)
    if (!isFresh(await cache.match(OFFLINE_PATH), language)) await cache.add(OFFLINE_PATH)
  } catch {
    // No connection, or no room: without a connection, the browser shows its own page.
  }
}

function isFresh(kept: Response | undefined, language: Locale): boolean {
  const { headers } = kept ?? new Response()
  return headers.get('content-language') === language && Date.now() - Date.parse(headers.get('date') ?? '') < DAY_MS
}
