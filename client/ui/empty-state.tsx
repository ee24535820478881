import type { ReactNode } from 'react'
import { Art, type ArtName } from './art.tsx'
import styles from './empty-state.module.css'
import { cx, type ElementProps } from './props.ts'

/** What will be shown here, and one action to get there. `level` is the heading's, 2 unless it is the screen's own title. */
export function EmptyState({
  art,
  title,
  level = 2,
  action,
  className,
  children,
  ...rest
}: Omit<ElementProps<'div'>, 'title'> & { art: ArtName; title: ReactNode; level?: 1 | 2 | 3; action?: ReactNode }) {
  const Heading = `h${level}` as const
  return (
    <div {...rest} className={cx(styles.empty, className)}>
      <Art name={art} />
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
