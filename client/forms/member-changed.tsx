import { useT } from '../site/site.tsx'
import { useLink } from '../router/link.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Replaces a form that was rendered for a different member than the one who is logged in now. Nothing was done. */
export function MemberChanged() {
  const t = useT()
  const members = useLink('members')
  return (
    <EmptyState
      art="plug"
      level={1}
      role="alert"
      title={t('error.member_changed')}
      action={<LinkButton {...members}>{t('nav.search')}</LinkButton>}
    />
  )
}
