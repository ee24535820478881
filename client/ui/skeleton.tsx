import styles from './skeleton.module.css'
import { cx } from './props.ts'

/**
 * The placeholder of something loading. `line` is as wide as `width`, `block` fills its container, `circle` is an avatar (48 px). Hidden from screen
 * readers: the caller marks its region `aria-busy`.
 */
export function Skeleton({
  shape = 'line',
  width = 'full',
  className
}: {
  shape?: 'line' | 'block' | 'circle'
  width?: 'short' | 'half' | 'long' | 'full'
  className?: string
}) {
  return <span className={cx(styles.skeleton, styles[shape], shape === 'line' && styles[width], className)} aria-hidden="true" />
}
