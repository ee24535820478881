import type { ReactNode } from 'react'
import { Connection } from '../../feedback/connection.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { Banners } from '../../banners/banners.tsx'
import { PushBanner } from '../../banners/push-banner.tsx'
import { usePushOffer } from '../../banners/use-push-offer.ts'
import { Offers } from '../../discounts/offers.tsx'
import { Footer } from '../footer.tsx'
import { Content, Frame } from '../frame.tsx'
import { SignupDialog } from '../signup-dialog-later.tsx'
import styles from './default-layout.module.css'
import { ClosedNotice } from './closed-notice.tsx'
import { Header } from './header.tsx'
import { SignupReminder } from './signup-reminder.tsx'

/** Top navigation, banners, the page, footer with disclaimer, sign-up dialog. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const t = useT()
  const { member, tenant } = useSite()
  const { place, close } = usePushOffer()
  return (
    <Frame layout="default" className={styles.layout}>
      <Header />
      <Connection />
      <aside className={styles.banners} aria-label={t('layout.notices')}>
        {tenant.closed && <ClosedNotice />}
        {member && !tenant.closed && (
          <>
            <SignupReminder />
            <Offers />
            <Banners />
            {place === 'top' && <PushBanner onClose={close} />}
          </>
        )}
      </aside>
      <Content>
        {children}
        {place === 'end' && (
          <div className={styles.end}>
            <PushBanner onClose={close} />
          </div>
        )}
      </Content>
      <Footer />
      <SignupDialog />
    </Frame>
  )
}
