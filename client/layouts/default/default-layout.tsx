import type { ReactNode } from 'react'
import { Connection } from '../../feedback/connection.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { Banners } from '../../banners/banners.tsx'
import { Footer } from '../footer.tsx'
import { Content, Frame } from '../frame.tsx'
import { SignupModal } from '../signup-modal.tsx'
import styles from './default-layout.module.css'
import { Header } from './header.tsx'
import { SignupReminder } from './signup-reminder.tsx'

/** Top navigation, banners, the page, footer with disclaimer, sign-up modal. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const t = useT()
  const { member } = useSite()
  return (
    <Frame layout="default" className={styles.layout}>
      <Header />
      <aside className={styles.banners} aria-label={t('layout.notices')}>
        <Connection />
        {member && (
          <>
            <SignupReminder />
            <Banners />
          </>
        )}
      </aside>
      <Content>{children}</Content>
      <Footer />
      <SignupModal />
    </Frame>
  )
}
