import { JoinCall } from '../../landing/join-call.tsx'
import { LanderPoints } from '../../landing/lander-points.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { Houses } from './houses.tsx'
import styles from './landers-alonetonight.module.css'

/** Two houses at night, in each a window with its light on. No members and no numbers are shown; the visit remembers its campaign. */
export default function AloneTonightLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-alonetonight">
      <section className={styles.night}>
        <Houses className={styles.picture} />
        <div className={styles.words}>
          <h1 className={styles.headline}>{t('landers-alonetonight.heading')}</h1>
          <p className={styles.lead}>{t('landers-alonetonight.lead', { site: tenant.name })}</p>
          <JoinCall />
        </div>
      </section>
      <LanderPoints />
    </div>
  )
}
