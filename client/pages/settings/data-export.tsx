import { useT } from '../../site/site.tsx'
import { ExportForm } from '../../account/export-form.tsx'
import { Section } from './section.tsx'

/** Everything the member has here, as one file. */
export function DataExport() {
  const t = useT()
  return (
    <Section title={t('export.heading')} lead={t('export.text')}>
      <ExportForm />
    </Section>
  )
}
