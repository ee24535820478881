import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useSite, useT } from '../site/site.tsx'
import { Banner } from '../ui/banner.tsx'
import { Icon } from '../ui/icon.tsx'
import { cx } from '../ui/props.ts'
import styles from './connection.module.css'

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

/**
 * Says when the browser is offline, or when the page was rendered without the origin. It moves nothing when it appears or disappears: only a message
 * that the edge rendered is part of the page's flow, unless the layout wants all of them `over` the page.
 */
export function Connection({ over = false }: { over?: boolean }) {
  const t = useT()
  const originAway = useOriginAway()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true
  )
  const away = online && originAway
  return (
    <div role="status" className={cx(styles.status, !(away && !over) && styles.over)}>
      {away && !over && (
        <Banner tone="warning" data-testid="banner-origin-away">
          {t('connection.origin_away')}
        </Banner>
      )}
      {(!online || (away && over)) && (
        <div data-testid={online ? 'banner-origin-away' : 'banner-offline'}>
          <Icon name="warning" size="small" />
          {t(online ? 'connection.origin_away' : 'connection.offline')}
        </div>
      )}
    </div>
  )
}
