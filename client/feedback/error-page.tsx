import { ApiError } from '../api/api-error.ts'
import type { Translator } from '../../shared/i18n/translator.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useSite, useT } from '../site/site.tsx'

/** The generic error page: the status message ("Error" if there is none) and a button to try again (docs/requirements.tsv). */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useT()
  const { translator } = useSite()
  return (
    <EmptyState
      art="plug"
      level={1}
      title={statusMessage(error, translator) || t('error-page.default')}
      action={
        <Button icon="retry" onClick={() => window.location.reload()}>
          {t('error-page.reload')}
        </Button>
      }
    >
      {t('error-page.text')}
    </EmptyState>
  )
}

/** The translated text for an API error, the message of any other error. */
function statusMessage(error: unknown, { t }: Translator): string {
  if (error instanceof ApiError) return t(error.error.message_key, error.error.params)
  return error instanceof Error ? error.message : ''
}
