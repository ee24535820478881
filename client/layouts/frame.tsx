import type { ReactNode } from 'react'
import { LoadingProgress } from '../feedback/loading-bar.tsx'
import { useT } from '../site/site.tsx'
import { cx } from '../ui/props.ts'
import styles from './frame.module.css'

/** The start of every layout: the skip link for keyboards, the loading bar, and the name that tests find it by. */
export function Frame({ layout, className, children }: { layout: string; className?: string; children: ReactNode }) {
  const t = useT()
  return (
    <div className={cx(styles.frame, className, 'when-begun')} data-testid={`layout-${layout}`}>
      <a className="skip-link" href="#content">
        {t('layout.skip')}
      </a>
      <LoadingProgress />
      {children}
    </div>
  )
}

/** The page itself, the target of the skip link. */
export function Content({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={cx(styles.content, className)}>
      {children}
    </main>
  )
}
