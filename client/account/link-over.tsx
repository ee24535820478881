import { useSite, useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** A mailed link that was used, has expired or was cut off, and where to get a new one. */
export function LinkOver({ purpose }: { purpose: 'reset_password' | 'change_mail' | 'unlock' | 'unsubscribe' | 'reactivate' }) {
  const t = useT()
  const { member } = useSite()
  const settings = member || (purpose !== 'unlock' && purpose !== 'reactivate') ? 'settings' : 'login'
  const link = useLink(purpose === 'reset_password' ? 'reset-password' : settings)
  return (
    <EmptyState
      art="letter"
      level={1}
      title={t('error.link_expired')}
      action={<LinkButton {...link}>{t(purpose === 'reset_password' ? 'link-over.request' : 'link-over.go_on')}</LinkButton>}
    >
      {t('link-over.text')}
    </EmptyState>
  )
}
