import { signupsOpen } from '../../../shared/tenants/public-settings.ts'
import { useMessage, useSite, useT } from '../../site/site.tsx'
import { Link, useLink } from '../../router/link.tsx'
import { LinkButton } from '../../ui/button.tsx'
import styles from './landers-gallery.module.css'
import { Candle, Moon, Ribbon, Rings, Silk, Town } from './pictures.tsx'

const WALL = [
  { name: 'silk', Picture: Silk },
  { name: 'moon', Picture: Moon },
  { name: 'ribbon', Picture: Ribbon },
  { name: 'town', Picture: Town },
  { name: 'rings', Picture: Rings },
  { name: 'candle', Picture: Candle }
]

/** A wall of drawn pictures and one link. No members and no numbers are shown; the visit remembers its campaign. */
export default function GalleryLander() {
  const t = useT()
  const message = useMessage()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-gallery">
      <div className={styles.words}>
        <h1 className={styles.headline}>{t('landers-gallery.heading')}</h1>
        <p className={styles.lead}>{message(`niche.${tenant.niche}.intro`)}</p>
        <Call />
      </div>
      <div className={styles.wall} aria-hidden="true">
        {WALL.map(({ name, Picture }) => (
          <div key={name} className={`${styles.frame} ${styles[name]}`}>
            <Picture />
          </div>
        ))}
      </div>
      <ul className={styles.points}>
        <li>{t('landers-gallery.point_free')}</li>
        <li>{t('landers-gallery.point_region')}</li>
        <li>{t('landers-gallery.point_true')}</li>
      </ul>
    </div>
  )
}

function Call() {
  const t = useT()
  const { tenant, trafficSource } = useSite()
  const signup = useLink('signup')
  const login = useLink('login')
  if (!signupsOpen(tenant, trafficSource)) {
    return (
      <>
        <LinkButton className={styles.call} {...login}>
          {t('nav.login')}
        </LinkButton>
        <p className={styles.small}>{t('signup.invite_text', { site: tenant.name })}</p>
      </>
    )
  }
  return (
    <>
      <LinkButton className={styles.call} {...signup}>
        {t('landers-gallery.signup')}
      </LinkButton>
      <p className={styles.small}>
        {t('landers-gallery.member')} <Link to="login">{t('nav.login')}</Link>
      </p>
    </>
  )
}
