import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useT } from '../site/site.tsx'

/** Stands where an answer should: what did not load, and a way to ask again. `level` is the heading's, 1 where it is the page's own. */
export function LoadFailed({ title, level, retry }: { title: string; level?: 1; retry: () => void }) {
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
      {t('load-failed.text')}
    </EmptyState>
  )
}
