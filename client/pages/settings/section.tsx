import type { ReactNode } from 'react'
import { useMessage, useT } from '../../site/site.tsx'
import { asApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './settings.module.css'

/** How the last change of a section went, in the names of a mutation's states. */
export interface Saving {
  isPending: boolean
  isSuccess: boolean
  error: Error | null
}

/** A group of settings with its heading; the result of the last change is shown beside it and read aloud. */
export function Section({ title, lead, saving, children }: { title: string; lead?: ReactNode; saving?: Saving; children: ReactNode }) {
  return (
    <SectionCard title={title} lead={lead} aside={saving && <State {...saving} />}>
      {children}
    </SectionCard>
  )
}

/** The result of the last change; read aloud. */
export function State({ isPending, isSuccess, error }: Saving) {
  const t = useT()
  const message = useMessage()
  const refusal = error && asApiError(error).error
  return (
    <p className={styles.state} role="status">
      {isPending ? (
        <>
          <Spinner />
          {t('settings.saving')}
        </>
      ) : refusal ? (
        <span className={styles.failed}>
          <Icon name="warning" size="small" />
          {message(refusal.message_key, refusal.params)}
        </span>
      ) : isSuccess ? (
        <>
          <Icon name="check" size="small" className={styles.done} />
          {t('settings.saved')}
        </>
      ) : null}
    </p>
  )
}

/** The placeholder for loading content, or a retry button if loading failed. */
export function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const t = useT()
  if (!failed) {
    return (
      <div className={styles.waiting} aria-busy="true">
        <Skeleton width="long" />
        <Skeleton width="half" />
      </div>
    )
  }
  return (
    <div className={styles.retry} role="alert">
      <p>{t('settings.failed')}</p>
      <Button variant="secondary" small icon="retry" onClick={onRetry}>
        {t('load-failed.retry')}
      </Button>
    </div>
  )
}
