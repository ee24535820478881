import { useT } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cx } from '../../ui/props.ts'
import styles from './profile.module.css'

/** Stays visible while something is unsaved, and says whether saving worked. */
export function SaveBar({ dirty, busy, saved, onDiscard }: { dirty: boolean; busy: boolean; saved: boolean; onDiscard: () => void }) {
  const t = useT()
  return (
    <div className={cx(styles.save, (dirty || busy) && styles.waiting)}>
      <p className={styles.state} role="status">
        {dirty ? (
          t('profile-edit.unsaved')
        ) : saved ? (
          <>
            <Icon name="check" size="small" className={styles.done} />
            {t('profile-edit.saved')}
          </>
        ) : null}
      </p>
      {dirty && !busy && (
        <Button variant="quiet" onClick={onDiscard}>
          {t('profile-edit.discard')}
        </Button>
      )}
      <Button type="submit" busy={busy} busyLabel={t('form.sending')} disabled={!dirty && !busy}>
        {t('profile-edit.save')}
      </Button>
    </div>
  )
}
