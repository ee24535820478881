import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { loadMessages } from '../../../locales/load.ts'
import type { EndpointName } from '../../../shared/api/contract.ts'
import type { PublicSettings } from '../../../shared/tenants/public-settings.ts'
import { queryOf } from '../../api/queries.ts'
import { useSite } from '../../site/site.tsx'
import { cx } from '../../ui/props.ts'
import { Waiting } from './section.tsx'
import styles from './settings.module.css'

/** Texts of these sections. */
const TEXTS = ['edit', 'interests', 'member', 'photos', 'saved-methods', 'withdrawals']

/** The sections' first data, so that they appear together and not one after the other. A query that fails is retried by its section. */
function queriesOf({ sells, closed }: Pick<PublicSettings, 'sells' | 'closed'>): EndpointName[] {
  return [
    'getSavedMethods',
    'getCompanyInfo',
    ...(sells ? (['listWithdrawable'] as const) : []),
    ...(closed ? [] : (['listPhotos', 'listInterests'] as const))
  ]
}

/** The sections further down, loaded after hydration: they are as large as the rest, and useless without a script. */
export function More() {
  const { language, sells, closed } = useSite().tenant
  const queryClient = useQueryClient()
  const [shown] = useState(() => queriesOf({ sells, closed }))
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  // Not before the script runs that ends it.
  const [coming, setComing] = useState(false)
  useEffect(() => {
    setComing(true)
    Promise.all([
      import('./more.tsx'),
      loadMessages(language, TEXTS),
      ...shown.map((name) => queryClient.prefetchQuery({ ...queryOf(name), retry: false }))
    ]).then(
      ([loaded]) => setLoaded(() => loaded.default),
      () => setFailed(true)
    )
  }, [language, shown, queryClient, attempt])
  if (Loaded) return <Loaded />
  function retry() {
    setFailed(false)
    setAttempt((count) => count + 1)
  }
  return <div className={cx(styles.more, 'needs-script')}>{coming && <Waiting failed={failed} onRetry={retry} />}</div>
}
