import { regionsOf } from '../../../shared/tenants/regions.ts'
import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { useSite, useT } from '../../site/site.tsx'
import styles from './landers-maplanding.module.css'

/** A drawn map of an invented place and the regions to choose from. No members and no numbers are shown; the visit remembers its campaign. */
export default function MapLander() {
  const t = useT()
  const { tenant } = useSite()
  const own = tenant.geoip_selected_country ?? tenant.geoip_country
  const country = tenant.countries.find((code) => code === own) ?? tenant.countries[0]!
  return (
    <div className={styles.page} data-testid="lander-maplanding">
      <div className={styles.map}>
        <svg className={styles.picture} viewBox="0 0 1200 640" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <path className={styles.low} d="M-20 90C160 10 330 60 480 40s380-70 740 20v520c-160 70-330 20-520 60S190 700-20 600Z" />
          <path
            className={styles.middle}
            d="M560 110c150-60 330-30 480 20 130 44 120 300 10 380-150 110-390 70-500-10-120-90-150-330 10-390Z"
          />
          <path className={styles.high} d="M700 190c110-50 220-20 290 40 80 70 40 190-60 230-110 44-250 10-300-70-44-72-10-164 70-200Z" />
          <path className={styles.top} d="M790 260c60-30 120 0 130 50s-40 90-100 86-100-40-92-80c4-24 30-40 62-56Z" />
          <path className={styles.river} d="M250 660c30-120 130-130 170-220s-40-150 40-230S600 90 590-20" />
          <path className={styles.road} d="M-20 330c160-40 270 40 400 10s210-150 380-130 270 140 460 60" />
        </svg>
        <div className={styles.words}>
          <LanderWords heading={t('landers-maplanding.heading')} lead={t('landers-maplanding.lead', { site: tenant.name })} />
        </div>
      </div>
      <ul className={styles.regions} aria-label={t('landers-maplanding.list')}>
        {regionsOf(country).map(({ code, name }) => (
          <li key={code} className={styles.region}>
            {name}
          </li>
        ))}
      </ul>
      <LanderPoints />
    </div>
  )
}
