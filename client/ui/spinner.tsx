import styles from './spinner.module.css'
import { cx } from './props.ts'

/** A spinning ring in the colour of the text, hidden from screen readers. */
export function Spinner({ size = 'regular' }: { size?: 'regular' | 'large' }) {
  return (
    <svg className={cx(styles.ring, styles[size])} viewBox="0 0 24 24" aria-hidden="true">
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <circle className={styles.arc} cx="12" cy="12" r="9" pathLength="100" />
    </svg>
  )
}
