import type { ReactNode } from 'react'
import styles from './narrow-page.module.css'

/** A page for one task, as wide as its form: heading, introduction, and the task. */
export function NarrowPage({ heading, leads, children }: { heading: string; leads: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{heading}</h1>
        {leads.map((lead) => (
          <p key={lead} className={styles.lead}>
            {lead}
          </p>
        ))}
      </div>
      {children}
    </div>
  )
}
