import type { ReactNode } from 'react'
import { legalLinks } from '../layouts/footer-links.ts'
import { useSite, useT } from '../site/site.tsx'
import { Link } from '../router/link.tsx'
import styles from './document.module.css'

export interface DocumentSection {
  /** The fragment of the address: `/pages/terms#credits`. Public, so it must not change. */
  id: string
  title: string
  content: ReactNode
}

interface DocumentProps {
  title: string
  lead: string
  /** Heading of the table of contents. */
  contents: string
  sections: readonly DocumentSection[]
  /** Sections are numbered, for reference. */
  numbered?: boolean
  /** Content between lead and table of contents, such as the version. */
  children?: ReactNode
}

/** A long document for reading or printing: title, table of contents, sections. */
export function Document({ title, lead, contents, sections, numbered = false, children }: DocumentProps) {
  const nameOf = (section: DocumentSection, index: number) => (numbered ? `${index + 1}. ${section.title}` : section.title)
  return (
    <article className={styles.document}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </header>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 id="contents" className={styles.contentsTitle}>
          {contents}
        </h2>
        <ol className={styles.places}>
          {sections.map((section, index) => (
            <li key={section.id}>
              <a href={`#${section.id}`} className={styles.place}>
                {nameOf(section, index)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.body}>
        {sections.map((section, index) => (
          <section key={section.id} id={section.id} className={styles.section} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`}>{nameOf(section, index)}</h2>
            {section.content}
          </section>
        ))}
      </div>
    </article>
  )
}

/** A paragraph. Names of countries may differ between the edge's data and the browser's: the edge's are kept. */
export function Paragraph({ children }: { children: string }) {
  return <p suppressHydrationWarning>{children}</p>
}

/** Links to these routes, for more details or to act. */
export function SeeAlso({ routes }: { routes: readonly string[] }) {
  const t = useT()
  const links = legalLinks(routes, useSite().tenant)
  if (links.length === 0) return null
  return (
    <ul className={styles.links}>
      {links.map(({ route, label }) => (
        <li key={route}>
          <Link to={route} className={styles.link}>
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The address of another site, as a link. */
export function ExternalLink({ href }: { href: string }) {
  return (
    <p>
      <a className={styles.link} href={href} rel="noopener noreferrer">
        {new URL(href).hostname}
      </a>
    </p>
  )
}
