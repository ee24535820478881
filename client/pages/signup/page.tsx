import { LOCALE_NAMES } from '../../../shared/i18n/locales.ts'
import { href } from '../../../shared/routes/match.ts'
import { useSite, useT } from '../../site/site.tsx'
import { useSignupsOpen } from '../../site/signup-way.ts'
import { Brand } from '../../layouts/brand.tsx'
import { useLanguageHref } from '../../router/language-href.ts'
import { Link } from '../../router/link.tsx'
import { CheckMail } from '../../signup/check-mail.tsx'
import { InviteOnly } from '../../signup/invite-only.tsx'
import { SignupForm } from '../../signup/signup-form.tsx'
import { Scene } from '../../ui/scene.tsx'
import type { PageProps } from '../registry.ts'
import styles from './signup.module.css'

export default function SignupPage({ search }: PageProps) {
  const t = useT()
  const { tenant } = useSite()
  const hrefIn = useLanguageHref()
  return (
    <div className={styles.page}>
      <div className={styles.side} aria-hidden="true">
        <Scene scene={tenant.scene} later className={styles.picture} />
      </div>
      <div className={styles.main}>
        <div className={styles.top}>
          <Brand />
          <Link to="login" className={styles.login}>
            {t('nav.login')}
          </Link>
        </div>
        <Body sent={search.get('sent') === '1'} />
        {tenant.visible_languages.length > 1 && (
          <ul className={styles.languages}>
            {tenant.visible_languages.map((language) => (
              <li key={language}>
                <a
                  href={hrefIn(language)}
                  hrefLang={language}
                  lang={language}
                  rel="nofollow"
                  aria-current={language === tenant.language ? 'true' : undefined}
                >
                  {LOCALE_NAMES[language]}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Body({ sent }: { sent: boolean }) {
  const t = useT()
  const { tenant } = useSite()
  const open = useSignupsOpen()
  if (sent) return <CheckMail level={1} />
  if (!open) return <InviteOnly level={1} />
  return (
    <>
      <div className={styles.head}>
        <h1>{t('signup.heading', { site: tenant.name })}</h1>
        <p className={styles.lead}>{t('signup.lead')}</p>
      </div>
      <SignupForm level={2} onDone={() => window.location.replace(href('signup', {}, { sent: 1 }))} />
    </>
  )
}
