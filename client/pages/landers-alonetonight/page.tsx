import { LanderPoints } from '../../landing/lander-points.tsx'
import { LanderWords } from '../../landing/lander-words.tsx'
import { useSite, useT } from '../../site/site.tsx'
import { Houses } from './houses.tsx'
import styles from './landers-alonetonight.module.css'

/** Two houses at night, each with one lit window. No members and no numbers are shown; the visit remembers its campaign. */
export default function AloneTonightLander() {
  const t = useT()
  const { tenant } = useSite()
  return (
    <div className={styles.page} data-testid="lander-alonetonight">
      <section className={styles.night}>
        <Houses className={styles.picture} />
        <div className={styles.words}>
          <LanderWords heading={t('landers-alonetonight.heading')} lead={t('landers-alonetonight.lead', { site: tenant.name })} large />
        </div>
      </section>
      <LanderPoints />
    </div>
  )
}
