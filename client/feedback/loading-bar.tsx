import { useEffect, useState } from 'react'
import { useRouter } from '../router/context.ts'
import { LoadingBar } from '../ui/loading-bar.tsx'
import { useT } from '../site/site.tsx'

/** A navigation that takes less shows no bar (docs/requirements.tsv). In ms. */
const THROTTLE = 200

/** The bar at the top of the screen while the next page is loading; read aloud. */
export function NavigationProgress() {
  const t = useT()
  const { pending } = useRouter()
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
