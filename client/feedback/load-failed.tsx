import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useT } from '../site/site.tsx'
import { asApiError } from '../api/api-error.ts'
import { tooMuch } from './too-much.ts'

interface LoadFailedProps {
  title: string
  /** The heading's level, if it is the page's own heading. */
  level?: 1
  /** Why it failed. Over the rate limit, the page says when to try again; on a brand that has closed or is paused, it says so. */
  error: unknown
  retry: () => void
}

/** Shown instead of an answer: what couldn't be loaded, and a button to retry. */
export function LoadFailed({ title, level, error, retry }: LoadFailedProps) {
  const t = useT()
  const { code } = asApiError(error)
  // It has closed, or is paused: reloaded, the page leads to what is still open.
  const closed = code.startsWith('site_') && t(`error.${code}`)
  return (
    <EmptyState
      art="plug"
      level={level}
      role="alert"
      title={closed || title}
      action={
        <Button icon="retry" onClick={closed ? () => window.location.reload() : retry}>
          {t(closed ? 'error-page.reload' : 'load-failed.retry')}
        </Button>
      }
    >
      {!closed && (tooMuch(error, t) ?? t('load-failed.text'))}
    </EmptyState>
  )
}
