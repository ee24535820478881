import { type ReactNode, useId } from 'react'
import styles from './section-card.module.css'

/** A section of a page on its own card, named by its heading; `aside` is at the end of the heading's line. */
export function SectionCard({ title, lead, aside, children }: { title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
