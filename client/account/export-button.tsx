import { ENDPOINT_FACTS } from '../api/endpoint-facts.ts'
import { useT } from '../site/site.tsx'
import { LinkButton } from '../ui/button.tsx'

/** Downloads everything the member has here as one file; also without a script. */
export function ExportButton() {
  const t = useT()
  return (
    <LinkButton variant="secondary" icon="download" href={ENDPOINT_FACTS.exportData.path} download>
      {t('export.action')}
    </LinkButton>
  )
}
