import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useMessage, useT } from '../site/site.tsx'
import { ApiError } from '../api/api-error.ts'
import { tooMuch } from './too-much.ts'

interface LoadFailedProps {
  title: string
  /** The heading's level, if it is the page's own heading. */
  level?: 1
  /** Why it failed: a member over the rate limit is told when to try again, one whose site was shut meanwhile that it was. */
  error: unknown
  retry: () => void
}

/** Shown instead of an answer: what couldn't be loaded, and a button to retry. */
export function LoadFailed({ title, level, error, retry }: LoadFailedProps) {
  const t = useT()
  const message = useMessage()
  const shut = error instanceof ApiError && SHUT.test(error.code) && message(error.error.message_key)
  return (
    <EmptyState
      art="plug"
      level={level}
      role="alert"
      title={shut || title}
      action={
        <Button icon="retry" onClick={shut ? () => window.location.reload() : retry}>
          {t(shut ? 'error-page.reload' : 'load-failed.retry')}
        </Button>
      }
    >
      {!shut && (tooMuch(error, t) ?? t('load-failed.text'))}
    </EmptyState>
  )
}

/** Its brand has closed, or is paused: reloaded, the page leads to what is still open. */
const SHUT = /^site_/
