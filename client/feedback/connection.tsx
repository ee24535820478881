import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Banner } from '../ui/banner.tsx'
import { useSite, useT } from '../site/site.tsx'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** The page was rendered without the origin, and no query has been answered since. */
function useOriginAway(): boolean {
  const { originAway } = useSite()
  const cache = useQueryClient().getQueryCache()
  const answered = useSyncExternalStore(
    useCallback((changed) => cache.subscribe(changed), [cache]),
    () => originAway && cache.getAll().some((query) => query.state.data !== undefined),
    () => false
  )
  return originAway && !answered
}

/** Says when the browser is offline, or when the page was rendered without the origin. */
export function Connection() {
  const t = useT()
  const originAway = useOriginAway()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true
  )
  return (
    <div role="status">
      {!online && (
        <Banner tone="warning" data-testid="banner-offline">
          {t('connection.offline')}
        </Banner>
      )}
      {online && originAway && (
        <Banner tone="warning" data-testid="banner-origin-away">
          {t('connection.origin_away')}
        </Banner>
      )}
    </div>
  )
}
