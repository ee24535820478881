import { useSyncExternalStore } from 'react'
import { useT } from '../../site/site.tsx'
import { useRouter } from '../../router/context.ts'
import { IconButton } from '../../ui/button.tsx'

const STANDALONE = '(display-mode: standalone)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(STANDALONE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Browsers with the Navigation API know exactly; elsewhere the length of the history has to do. */
function canGoBack(): boolean {
  const navigation = window.navigation as Navigation | undefined
  return navigation?.canGoBack ?? window.history.length > 1
}

/**
 * The back button of an installed web app, which has no browser controls, if there is history. The server can't know; it shows once the
 * script runs.
 */
export function BackButton() {
  const t = useT()
  const { location } = useRouter()
  const hasBackButton = location.match?.route.backButton ?? false
  const shown = useSyncExternalStore(
    subscribe,
    () => hasBackButton && window.matchMedia(STANDALONE).matches && canGoBack(),
    () => false
  )
  return shown ? <IconButton icon="back" label={t('nav.back')} onClick={() => window.history.back()} /> : null
}
