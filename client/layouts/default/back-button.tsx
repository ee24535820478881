import { useT } from '../../site/site.tsx'
import { useRouter } from '../../router/context.ts'
import { IconButton } from '../../ui/button.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'

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
  const shown = useMediaQuery('(display-mode: standalone)') && hasBackButton && canGoBack()
  return shown ? <IconButton icon="back" label={t('nav.back')} onClick={() => window.history.back()} /> : null
}
