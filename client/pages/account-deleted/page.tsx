import { REACTIVATION_DAYS } from '../../../shared/rules/reactivation.ts'
import { useT } from '../../site/site.tsx'
import { useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** After an account was deleted: how to come back, and until when. */
export default function AccountDeletedPage() {
  const t = useT()
  const home = useLink('index')
  return (
    <EmptyState
      art="door"
      level={1}
      title={t('account-deleted.heading')}
      action={
        <LinkButton variant="secondary" {...home}>
          {t('not-found.home')}
        </LinkButton>
      }
    >
      {t('account-deleted.text', { days: REACTIVATION_DAYS })}
    </EmptyState>
  )
}
