import { type ReactNode, useId } from 'react'
import styles from './profile.module.css'

/** A part of the form with its heading; `aside` stands at the end of the heading's line. */
export function Section({ title, lead, aside, children }: { title: string; lead?: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.title}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
