import { useSite } from '../site/site.tsx'
import styles from './document.module.css'

/** Since which day a document says what it says. */
export function Version({ label, day }: { label: string; day: string }) {
  const { translator } = useSite()
  return (
    <p className={styles.version}>
      {label}{' '}
      <time dateTime={day} suppressHydrationWarning>
        {translator.intl.formatDate(day, { dateStyle: 'long' })}
      </time>
    </p>
  )
}
