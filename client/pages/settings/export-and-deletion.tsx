import { REACTIVATION_DAYS } from '../../../shared/rules/reactivation.ts'
import { useT } from '../../site/site.tsx'
import { DeleteAccount } from '../../account/delete-account.tsx'
import { ExportForm } from '../../account/export-form.tsx'
import { Cluster } from '../../ui/layout.tsx'
import { Section } from './section.tsx'

/** The data export and the account deletion. */
export function ExportAndDeletion() {
  const t = useT()
  return (
    <>
      <Section title={t('export.heading')} lead={t('export.text')}>
        <ExportForm />
      </Section>
      <Section title={t('delete-account.heading')} lead={t('delete-account.lead', { days: REACTIVATION_DAYS })}>
        <Cluster>
          <DeleteAccount />
        </Cluster>
      </Section>
    </>
  )
}
