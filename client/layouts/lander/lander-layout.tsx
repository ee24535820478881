import type { ReactNode } from 'react'
import { Brand } from '../brand.tsx'
import { EntryGate } from '../entry-warning.tsx'
import { Footer } from '../footer.tsx'
import { Content, Frame } from '../frame.tsx'
import styles from './lander-layout.module.css'

/** The brand above, the page, the footer; in countries that require it, the entry warning comes first. */
export function LanderLayout({ children }: { children: ReactNode }) {
  return (
    <EntryGate>
      <Frame layout="lander">
        <header className={styles.bar}>
          <Brand />
        </header>
        {/* Its words are in the middle, beside a picture or on it: each line would move those before it. */}
        <Content className="when-complete">{children}</Content>
        <Footer reopensWarning />
      </Frame>
    </EntryGate>
  )
}
