import { useSite } from '../site/site.tsx'
import styles from './document.module.css'

/** The date of a document's current version. */
export function Version({ label, day }: { label: string; day: string }) {
  const { translator } = useSite()
  return (
    <p className={styles.version}>
      {label}{' '}
      <time dateTime={day} suppressHydrationWarning>
        {translator.intl.formatDate(day, { dateStyle: 'long', timeZone: 'UTC' })}
      </time>
    </p>
  )
}
