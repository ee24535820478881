import { REACTIVATION_DAYS } from '../../../shared/rules/reactivation.ts'
import { useT } from '../../site/site.tsx'
import { DeleteAccount } from '../../account/delete-account.tsx'
import { Cluster } from '../../ui/layout.tsx'
import { Section } from './section.tsx'

/** The deletion of the account, which needs a script. */
export function AccountDeletion() {
  const t = useT()
  return (
    <Section title={t('delete-account.heading')} lead={t('delete-account.lead', { days: REACTIVATION_DAYS })}>
      <Cluster>
        <DeleteAccount />
      </Cluster>
    </Section>
  )
}
