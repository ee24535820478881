import styles from './loading-bar.module.css'

/**
 * A thin bar at the top of the screen that fills in five seconds; rendered only while something is loading. It belongs in a live region: it is outside
 * the page's landmarks.
 */
export function LoadingBar({ label }: { label: string }) {
  return (
    <div className={styles.bar} role="progressbar" aria-label={label}>
      <div className={styles.fill} />
    </div>
  )
}
