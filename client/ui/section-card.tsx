import { type ReactNode, useId } from 'react'
import styles from './section-card.module.css'

/** A part of a page on a card of its own, named by its heading; `aside` stands at the end of the heading's line. */
export function SectionCard({ title, lead, aside, children }: { title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.title}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
