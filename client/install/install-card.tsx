import { type ReactNode, useId, useState } from 'react'
import { useSite, useT } from '../site/site.tsx'
import { useInstall } from '../state/install.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { closeInstall } from './answers.ts'
import styles from './install-card.module.css'

/** Invites the member to put the site on the home screen, with the steps for their device. */
export default function InstallCard() {
  const { offer } = useInstall()
  if (!offer) return <OnIos />
  return navigator.userAgent.includes('Android') ? <OnAndroid /> : <OnComputer />
}

/** iOS has nothing to press, so the card says how; and an icon only has a number if its app may show notifications. */
function OnIos() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <Card title={t('install.ios_title', { site: tenant.name })}>
      <p className={styles.text}>{t('install.home_text')}</p>
      {tenant.push_public_key !== null && <p className={styles.text}>{t('install.ios_number')}</p>}
      <p className={styles.how}>{t('install.ios_how')}</p>
    </Card>
  )
}

/** Android doesn't show numbers of web apps. */
function OnAndroid() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <Card title={t('install.android_title', { site: tenant.name })} add={t('install.android_add')}>
      <p className={styles.text}>{t('install.home_text')}</p>
    </Card>
  )
}

/** Of computers, Windows and macOS show the number, as long as the app is open. */
function OnComputer() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <Card title={t('install.app_title', { site: tenant.name })} add={t('install.app_add')}>
      <p className={styles.text}>{t('install.app_text')}</p>
      {/Windows|Macintosh/.test(navigator.userAgent) && <p className={styles.text}>{t('install.app_number')}</p>}
    </Card>
  )
}

/** The card with its buttons; `add` is the label of the one that opens the browser's question. */
function Card({ title, add, children }: { title: string; add?: string; children: ReactNode }) {
  const t = useT()
  const id = useId()
  const [asking, setAsking] = useState(false)

  async function ask() {
    setAsking(true)
    // A "no" to the browser is also one to the card, and an offer that can't be shown is useless.
    await useInstall
      .getState()
      .offer?.prompt()
      .catch(() => {})
    closeInstall()
  }

  return (
    <section className={styles.card} aria-labelledby={id} data-testid="install-card">
      <span className={styles.icon}>
        <Icon name="download" size="large" />
      </span>
      <div className={styles.words}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.actions}>
          {add !== undefined && (
            <Button variant="secondary" small busy={asking} busyLabel={t('form.sending')} onClick={() => void ask()}>
              {add}
            </Button>
          )}
          <Button variant={add === undefined ? 'secondary' : 'quiet'} small onClick={closeInstall}>
            {t('install.later')}
          </Button>
        </div>
      </div>
    </section>
  )
}
