import { REACTIVATION_DAYS } from '../../../shared/rules/reactivation.ts'
import { useT } from '../../site/site.tsx'
import { useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PageProps } from '../registry.ts'

/** After an account was deleted: how to come back, and until when. To a reader who only opens the address, it doesn't say that an account is gone. */
export default function AccountDeletedPage({ search }: PageProps) {
  const t = useT()
  const home = useLink('index')
  const done = search.get('done') === '1'
  return (
    <EmptyState
      data-account-deleted={done || undefined}
      art="door"
      level={1}
      title={t(done ? 'account-deleted.heading' : 'account-deleted.other_heading')}
      action={
        <LinkButton variant="secondary" {...home}>
          {t('not-found.home')}
        </LinkButton>
      }
    >
      {t(done ? 'account-deleted.text' : 'account-deleted.other_text', { days: REACTIVATION_DAYS })}
    </EmptyState>
  )
}
