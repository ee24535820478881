import { useSyncExternalStore } from 'react'
import { useT } from '../../app/site.tsx'
import { useRouter } from '../../router/router.tsx'
import { IconButton } from '../../ui/button.tsx'
import { hasBackButton } from './nav-items.ts'

const STANDALONE = '(display-mode: standalone)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(STANDALONE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Browsers with the Navigation API know exactly; elsewhere a longer history must do. */
function canGoBack(): boolean {
  const navigation = window.navigation as Navigation | undefined
  return navigation?.canGoBack ?? window.history.length > 1
}

/** The way back in an installed web app. The server cannot know; it shows when the script is there. */
export function BackButton() {
  const t = useT()
  const { location } = useRouter()
  const shown = useSyncExternalStore(
    subscribe,
    () => hasBackButton(location.match?.route.key, window.matchMedia(STANDALONE).matches, canGoBack()),
    () => false
  )
  return shown ? <IconButton icon="back" label={t('nav.back')} onClick={() => window.history.back()} /> : null
}
