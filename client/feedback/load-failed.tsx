import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useT } from '../site/site.tsx'
import { tooMuch } from './too-much.ts'

interface LoadFailedProps {
  title: string
  /** The heading's, where it is the page's own. */
  level?: 1
  /** Why it failed: a caller over the limit reads when to try again. */
  error?: unknown
  retry: () => void
}

/** Stands where an answer should: what did not load, and a way to ask again. */
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
