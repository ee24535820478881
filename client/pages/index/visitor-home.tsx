import { visitorSearch } from '../../../shared/tenants/public-settings.ts'
import { useMessage, useSite, useT, type MessageKey } from '../../site/site.tsx'
import { useSignupsOpen, useSignupWay } from '../../site/signup-way.ts'
import { useLink } from '../../router/link.tsx'
import { Art, type ArtName } from '../../ui/art.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Scene } from '../../ui/scene.tsx'
import styles from './visitor-home.module.css'

const STEPS: readonly { art: ArtName; title: MessageKey; text: MessageKey }[] = [
  { art: 'frame', title: 'index.step1_title', text: 'index.step1_text' },
  { art: 'hearts', title: 'index.step2_title', text: 'index.step2_text' },
  { art: 'letter', title: 'index.step3_title', text: 'index.step3_text' }
]

/** What visitors see first: no members, and no invented numbers. */
export function VisitorHome() {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.headline}>{message(`niche.${tenant.niche}.headline`)}</h1>
          <p className={styles.intro}>{message(`niche.${tenant.niche}.intro`)}</p>
          <Calls />
        </div>
        <Scene scene={tenant.scene} className={styles.picture} />
      </section>

      <div className={styles.rest}>
        <section className={styles.section} aria-labelledby="index-how">
          <h2 id="index-how" className={styles.title}>
            {t('index.how')}
          </h2>
          <ol className={styles.steps}>
            {STEPS.map(({ art, title, text }) => (
              <li key={title} className={styles.step}>
                <Art name={art} />
                <h3>{t(title)}</h3>
                <p className={styles.muted}>{t(text)}</p>
              </li>
            ))}
          </ol>
        </section>

        <section className={styles.section} aria-labelledby="index-facts">
          <h2 id="index-facts" className={styles.title}>
            {t('index.facts')}
          </h2>
          <ul className={styles.facts}>
            <Fact icon="pin" title={t('index.fact_region_title')} text={t('index.fact_region_text')} />
            {tenant.fictional_profiles ? (
              <Fact icon="heart" title={t('index.fact_marked_title')} text={t('index.fact_marked_text')} />
            ) : (
              <Fact icon="heart" title={t('index.fact_true_title')} text={t('index.fact_true_text')} />
            )}
            <Fact icon="mail" title={t('index.fact_mail_title')} text={t('index.fact_mail_text', { sender: tenant.mail_name })} />
            <Fact
              icon="shield"
              title={t('index.fact_adults_title', { age: tenant.min_age })}
              text={t('index.fact_adults_text', { age: tenant.min_age })}
            />
          </ul>
        </section>
        <Again />
      </div>
    </div>
  )
}

/** The main action once more, after the facts. On phones it stays at the bottom of the screen as soon as the first one is gone. */
function Again() {
  const t = useT()
  const signup = useLink('signup')
  if (!useSignupsOpen()) return null
  return (
    <div className={styles.again} data-testid="sign-up-again">
      <LinkButton {...signup}>{t('index.signup')}</LinkButton>
      <p className={styles.small}>{t('index.free')}</p>
    </div>
  )
}

/** The main action, and the log-in for existing members. */
function Calls() {
  const t = useT()
  const { tenant, trafficSource } = useSite()
  const way = useSignupWay()
  const open = way === 'open'
  const signup = useLink('signup')
  const login = useLink('login')
  const search = useLink('members')
  return (
    <>
      <div className={styles.calls}>
        {open && <LinkButton {...signup}>{t('index.signup')}</LinkButton>}
        <LinkButton variant={open ? 'secondary' : 'primary'} {...login}>
          {t('nav.login')}
        </LinkButton>
        {visitorSearch(tenant, trafficSource) !== 'none' && (
          <LinkButton variant="quiet" icon="search" {...search}>
            {t('index.search')}
          </LinkButton>
        )}
      </div>
      <p className={styles.small}>{open ? t('index.free') : t('index.invite', { site: tenant.name, way })}</p>
    </>
  )
}

function Fact({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <li className={styles.fact}>
      <span className={styles.factIcon}>
        <Icon name={icon} size="large" />
      </span>
      <div>
        <h3>{title}</h3>
        <p className={styles.muted}>{text}</p>
      </div>
    </li>
  )
}
