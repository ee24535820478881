import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useT } from '../site/site.tsx'
import { tooMuch } from './too-much.ts'

interface LoadFailedProps {
  title: string
  /** The heading's level, if it is the page's own heading. */
  level?: 1
  /** Why it failed: a member over the rate limit is told when to try again. */
  error?: unknown
  retry: () => void
}

/** Shown instead of an answer: what couldn't be loaded, and a button to retry. */
export function LoadFailed({ title, level, error, retry }: LoadFailedProps) {
  const t = useT()
  return (
    <EmptyState
      art="plug"
      level={level}
      role="alert"
      title={title}
      action={
        <Button icon="retry" onClick={retry}>
          {t('load-failed.retry')}
        </Button>
      }
    >
      {tooMuch(error, t) ?? t('load-failed.text')}
    </EmptyState>
  )
}
