import { type ReactNode, useId } from 'react'
import styles from './section-card.module.css'

/** A section of a page on its own card, named by its heading; `aside` is at the end of the heading's line. */
export function SectionCard({ title, lead, aside, children }: { title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  const heading = <h2 id={id}>{title}</h2>
  return (
    <section className={styles.section} aria-labelledby={id}>
      {aside ? (
        <div>
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
