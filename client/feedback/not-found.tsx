import { DocumentTitle } from './document-title.tsx'
import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown when the page doesn't exist, or not for this reader. Other pages show it for an unknown id. */
export function NotFound() {
  const t = useT()
  const home = useLink('index')
  return (
    <EmptyState art="door" level={1} title={t('not-found.heading')} action={<LinkButton {...home}>{t('not-found.home')}</LinkButton>}>
      {t('not-found.text')}
      <DocumentTitle missing />
    </EmptyState>
  )
}
