import { useEffect, useState } from 'react'
import { useRouter } from '../router/context.ts'
import { LoadingBar } from '../ui/loading-bar.tsx'
import { useT } from '../site/site.tsx'
import { usePartLoading } from '../state/loading.ts'

/** What takes less shows no bar (docs/requirements.tsv). In ms. */
const THROTTLE = 200

/** The bar at the top of the screen while the next page, or a dialog, is loading; read aloud. */
export function LoadingProgress() {
  const t = useT()
  const navigating = useRouter().pending
  const pending = usePartLoading() || navigating
  const [late, setLate] = useState(false)

  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setLate(true), THROTTLE)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [pending])

  return <div role="status">{pending && late && <LoadingBar label={t('layout.loading')} />}</div>
}
